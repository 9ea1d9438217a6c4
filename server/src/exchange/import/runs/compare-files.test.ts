import { expect, it } from 'vitest'
import { compareFiles } from './compare-files.ts'

const file = { path: 'a.mp3', pathKey: 'a.mp3', sizeBytes: 1000, modifiedSeconds: 5 }
const before = { ...file, readerVersion: 1, lookedAt: 0, isMissing: false }

it.each([
  ['as it was is not looked at again', null, 500, 0],
  ['that was too large is not looked at again', 'FileTooLarge', 999, 0],
  ['that was too large is looked at once the limit is raised', 'FileTooLarge', 1000, 1],
  ['that is refused for another reason is not looked at again', 'BrokenMedia', 1000, 0],
])('a file %s', (_what, refusal, maxBytes, looks) => {
  const known = new Map([[file.pathKey, { ...before, refusal }]])
  const { toLook } = compareFiles([file as never], known, {
    now: 1e9,
    startedAt: 1e8,
    readerVersion: 1,
    maxBytes,
  })
  expect(toLook).toHaveLength(looks)
})
