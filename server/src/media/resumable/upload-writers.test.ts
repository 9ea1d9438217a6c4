import { expect, it } from 'vitest'
import { UploadWriters, type Writer } from './upload-writers.ts'

it('a byte is heard by all who wait for one', async () => {
  using writer = (await new UploadWriters().begin('a')) as Writer
  const heard = [writer.isHeardOf(), writer.isHeardOf()]
  writer.noteBytes()
  expect(await Promise.all(heard)).toEqual([true, true])
})
