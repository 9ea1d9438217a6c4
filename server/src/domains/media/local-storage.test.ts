import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { describeStorage } from '../../testing/storage-contract.ts'
import { openLocalStorage } from './local-storage.ts'

describeStorage('on the disk', async () => {
  const root = await mkdtemp(join(tmpdir(), 'earmark-storage-'))
  return {
    open: () => openLocalStorage(root),
    async list() {
      const entries = await readdir(root, { recursive: true, withFileTypes: true })
      const files = entries.filter((entry) => entry.isFile())
      return files.map(({ parentPath, name }) => basename(parentPath) + name)
    },
    takeAway: () => rm(root, { recursive: true }),
    [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true }),
  }
})
