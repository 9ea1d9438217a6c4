import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { AudioBook } from '@earmark/contract/audio-books.ts'
import { createAudioBook } from '@earmark/contract/audio-book-edits.ts'
import { findPostgresBin } from '../scripts/machine.mjs'
import { type Cluster, startCluster } from './cluster.ts'
import { test as base } from './devices.ts'
import { longestStartMs } from './server.ts'
import { makeEditor, senderFor, type Site, startSite } from './people.ts'

/** Journeys through two nodes, whatever the others go through. */
export type ClusterSite = Cluster & Site

export const test = base.extend<object, { site: ClusterSite; book: AudioBook }>({
  site: [
    // oxlint-disable-next-line no-empty-pattern -- how Playwright knows that nothing is needed
    async ({}, use) => {
      const site = await startSite(startCluster, { SAMPLE_CATALOGUE: 'false' })
      await use(site)
      await site.stop()
    },
    { scope: 'worker', timeout: longestStartMs },
  ],
  book: [
    async ({ site }, use) => use(await addBook(site, 'The Night Train Library', await nightTrain())),
    { scope: 'worker' },
  ],
})

/** Why a cluster cannot be started here; in continuous integration nothing is skipped. */
export const lacking =
  findPostgresBin() || process.env.TEST_DATABASE_URL || process.env.CI === 'true'
    ? null
    : 'No PostgreSQL here: install Debian’s package postgresql, or set TEST_DATABASE_URL.'

export { expect } from './devices.ts'

export async function addBook(site: Site, name: string, audio: Blob): Promise<AudioBook> {
  const send = await senderFor(site, await makeEditor(site))
  const form = new FormData()
  form.set('name', name)
  form.set('audio', audio, 'audio')
  return await send<AudioBook>(createAudioBook.url, form)
}

async function nightTrain(): Promise<Blob> {
  const file = resolve(import.meta.dirname, '../sample/audio/the-night-train-library.m4b')
  return new Blob([new Uint8Array(await readFile(file))])
}

/** Silence of that length that no player buffers whole: 176 kB a second. */
export function longSound(seconds: number): Blob {
  const [rate, channels, sampleBytes] = [44_100, 2, 2]
  const bytes = seconds * rate * channels * sampleBytes
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + bytes, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(channels, 22)
  head.writeUInt32LE(rate, 24)
  head.writeUInt32LE(rate * channels * sampleBytes, 28)
  head.writeUInt16LE(channels * sampleBytes, 32)
  head.writeUInt16LE(sampleBytes * 8, 34)
  head.write('data', 36)
  head.writeUInt32LE(bytes, 40)
  return new Blob([new Uint8Array(head), new Uint8Array(bytes)])
}
