import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { readConfig } from '../../../config.ts'
import { startS3Store } from '../../../testing/s3-store.ts'
import { describeStorage } from '../../../testing/storage-contract.ts'
import { openStorage } from '../open-storage.ts'

describeStorage('in a bucket', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'earmark-storage-'))
  const store = await startS3Store()
  const config = readConfig({ ...store.settings, DATA_DIR: dataDir })
  return {
    open: () => openStorage(config, pino({ level: 'silent' })),
    list: async () => [
      ...(await store.listKeys()).map((key) => key.replace('/', '')),
      ...(await listFiles(dataDir)),
    ],
    async takeAway() {
      store.trouble = (_request, response) => void response.writeHead(503).end()
    },
    async [Symbol.asyncDispose]() {
      await store[Symbol.asyncDispose]()
      await rm(dataDir, { recursive: true })
    },
  }
})

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
}
