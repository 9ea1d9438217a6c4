import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { openFilesIn } from '../../testing/process-state.ts'
import { describeStorage } from '../../testing/storage-contract.ts'
import { untilTrue } from '../../testing/upload-server.ts'
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

it.runIf(process.platform === 'linux')(
  'what is stored again holds no room for what was there before',
  async () => {
    const root = await mkdtemp(join(tmpdir(), 'earmark-storage-'))
    const storage = await openLocalStorage(root)
    const store = async () => {
      await using file = await storage.receive(Readable.from([Buffer.from('sound')]), 10)
      await file.keep('audio/mpeg')
      let text = ''
      for await (const chunk of storage.read(file.sha256, 0, 4)) text += Buffer.from(chunk).toString()
      return text
    }
    expect([await store(), await store()]).toEqual(['sound', 'sound'])
    await untilTrue(() => !openFilesIn(root).some((path) => path.endsWith('(deleted)')))
    expect(openFilesIn(root)).toHaveLength(1)
    await storage.close()
    await rm(root, { recursive: true })
  },
)
