import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { AudioBook } from '@earmark/contract/audio-books.ts'
import type { Position } from '@earmark/contract/positions.ts'
import { expect, it } from 'vitest'
import {
  type FaultSite,
  faultSeconds,
  healthyMs,
  isProof,
  openFaultSite,
  patienceMs,
  read,
  recoveryMs,
  skipLoudly,
  tell,
  uploadBook,
} from './fault-site.ts'
import { type Seen, startHealthyClients } from './healthy-clients.ts'
import { mountSmallDisk, whyNoSmallDisk } from './small-disk.ts'
import { untilTrue } from '../../src/testing/upload-server.ts'

/** A disk that is full to its last byte, and has room again later. */

const isSqlite = process.env.EARMARK_TEST_ENGINE === 'sqlite'
const why = whyNoSmallDisk()
if (why) skipLoudly('a full disk', why)
const mebibyte = 1024 ** 2

it.skipIf(why)(
  'a full disk: uploads 507, listening goes on, nothing acknowledged is lost, and all works again with room',
  { timeout: patienceMs },
  async () => {
    using disk = mountSmallDisk(48)
    await using site = await openFaultSite({ dataDir: disk.path, audioBytes: 2 * mebibyte })
    const healthy = startHealthyClients(site)
    expect(await upload(site, 'before')).toBe(201)
    await untilTrue(() => healthy.acknowledged.every((version) => version > 0), recoveryMs)
    disk.fill()
    const refused = await uploadBook(site.program, site.headers, 'while', mebibyte)
    expect([refused?.status, refused?.body.toString()]).toEqual([
      507,
      expect.stringContaining('InsufficientStorage'),
    ])
    const end = performance.now() + faultSeconds * 1_000
    while (performance.now() < end) {
      expect(await upload(site, 'while')).toBe(507)
      await pause(100)
    }
    disk.makeRoom()
    const room = performance.now()
    await untilTrue(async () => (await upload(site, 'after')) === 201, recoveryMs)
    const saves = healthy.count('save 200')
    await untilTrue(() => healthy.count('save 200') > saves + site.listeners.length, recoveryMs)
    const recoveredMs = Math.round(performance.now() - room)
    const seen = await healthy.end()

    const allowed = ['browse 200', 'listen 206', 'save 200', ...(isSqlite ? ['save 503', 'save 507'] : [])]
    expect(Object.keys(seen.statuses).filter((status) => !allowed.includes(status))).toEqual([])
    expect(site.program.output()).not.toMatch(/unexpected|unhandled/i)
    await expectNothingLost(site, seen)
    if (!isProof) return
    const { acknowledged: _, ...figures } = seen
    tell('disk full', { seconds: faultSeconds, recoveredMs, ...figures })
    expect(seen.p99Ms).toBeLessThan(healthyMs)
  },
)

async function upload({ program, headers }: FaultSite, name: string): Promise<number | undefined> {
  return (await uploadBook(program, headers, name, mebibyte))?.status
}

async function expectNothingLost(site: FaultSite, { acknowledged }: Seen): Promise<void> {
  await site.program.kill()
  await site.start()
  for (const [place, listener] of site.listeners.entries()) {
    const answer = await site.program.call({ method: 'GET', ...listener })
    expect(read<Position>(answer).version).toBeGreaterThanOrEqual(acknowledged[place] ?? 0)
  }
  const books = read<AudioBook[]>(await site.program.call({ method: 'GET', path: '/api/audio-books' }))
  const names = books.map(({ name }) => name).filter((name) => !name.startsWith('Book '))
  expect(names.toSorted()).toEqual(['Long', 'after', 'before'])
  for (const { audioUrl } of books.filter((book) => book.audioUrl)) {
    const answer = await site.program.call({ method: 'GET', path: audioUrl ?? '' })
    expect(answer?.body.length).toBeGreaterThanOrEqual(mebibyte)
  }
  expect(await readdir(join(site.dataDir, 'media', 'incoming'))).toEqual([])
}
