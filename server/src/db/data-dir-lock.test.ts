import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { DataDirInUseError, holdDataDir } from './data-dir-lock.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'earmark-lock-'))
})
afterEach(async () => await rm(dataDir, { recursive: true }))

it('lets one program at a time work on a folder', () => {
  const hold = holdDataDir(dataDir)
  expect(() => holdDataDir(dataDir)).toThrow(DataDirInUseError)
  expect(() => holdDataDir(dataDir)).toThrow(dataDir)
  hold[Symbol.dispose]()
  holdDataDir(dataDir)[Symbol.dispose]()
})

it('ends with its process, however that ends', async () => {
  const script = `
    import { holdDataDir } from ${JSON.stringify(join(import.meta.dirname, 'data-dir-lock.ts'))}
    globalThis.hold = holdDataDir(${JSON.stringify(dataDir)})
    process.stdout.write('held')
    setInterval(() => undefined, 1000)`
  const other = spawn(process.execPath, ['--input-type=module', '--eval', script])
  await once(other.stdout, 'data')
  expect(() => holdDataDir(dataDir)).toThrow(DataDirInUseError)
  other.kill('SIGKILL')
  await once(other, 'exit')
  holdDataDir(dataDir)[Symbol.dispose]()
})
