import { fstatSync } from 'node:fs'
import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { forAllTests } from '../../../testing/for-all-tests.ts'
import { fileChunks } from './file-chunks.ts'
import { OpenFiles } from './open-files.ts'

const paths: string[] = []
const { path: folder } = await forAllTests(mkdtempDisposable(join(tmpdir(), 'earmark-open-files-')))
for (const name of ['a', 'b', 'c', 'd']) {
  paths.push(join(folder, name))
  await writeFile(join(folder, name), name)
}

function isOpen(descriptor: number): boolean {
  try {
    fstatSync(descriptor)
    return true
  } catch {
    return false
  }
}

it('A file that is read again is opened once, and stays open in between', async () => {
  const files = new OpenFiles()
  const [first, second] = await Promise.all([
    files.acquire(paths[0] as string),
    files.acquire(paths[0] as string),
  ])
  expect(first.descriptor).toBe(second.descriptor)
  first.release()
  second.release()
  const third = await files.acquire(paths[0] as string)
  expect(third.descriptor).toBe(first.descriptor)
  third.release()
  files.dropAll()
})

it('Files beyond the bound are closed, the one longest unused first', async () => {
  const files = new OpenFiles(2)
  const descriptors: number[] = []
  for (const path of paths) {
    const file = await files.acquire(path)
    descriptors.push(file.descriptor)
    file.release()
  }
  const [, , third, fourth] = descriptors as [number, number, number, number]
  expect((await files.acquire(paths[2] as string)).descriptor).toBe(third)
  expect((await files.acquire(paths[3] as string)).descriptor).toBe(fourth)
  files.dropAll()
})

it('A dropped file stays open for those who read it, and giving back twice harms nobody', async () => {
  const files = new OpenFiles()
  const [first, second] = await Promise.all([
    files.acquire(paths[0] as string),
    files.acquire(paths[0] as string),
  ])
  files.drop(paths[0] as string)
  first.release()
  first.release()
  expect(isOpen(second.descriptor)).toBe(true)
  second.release()
  await expect.poll(() => isOpen(second.descriptor)).toBe(false)
})

it('A file that cannot be opened is tried anew the next time', async () => {
  const files = new OpenFiles()
  const path = join(folder, 'later')
  await expect(files.acquire(path)).rejects.toMatchObject({ code: 'ENOENT' })
  await writeFile(path, 'here')
  const file = await files.acquire(path)
  file.release()
  files.dropAll()
})

it('A buffer is used again by the next reader, also when its reader has left early', async () => {
  const path = join(folder, 'large')
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
})
