import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { fileChunks } from './file-chunks.ts'
import { OpenFiles } from './open-files.ts'

it('a buffer is used again by the next, also when its reader has left early', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'earmark-chunks-'))
  const path = join(folder, 'a')
  await writeFile(path, Buffer.alloc(1_000_000, 'a'))
  const files = new OpenFiles()
  const firstChunk = async () => {
    const chunks = fileChunks(await files.acquire(path), 0, 999_999)
    const { value } = await chunks.next()
    await chunks.return()
    return value as Uint8Array
  }
  expect((await firstChunk()).buffer).toBe((await firstChunk()).buffer)
  files.dropAll()
  await rm(folder, { recursive: true })
})
