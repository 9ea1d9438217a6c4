import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { readdir } from 'node:fs/promises'
import { setTimeout as after } from 'node:timers/promises'
import type { AudioBook } from '@earmark/contract/audio-books.ts'
import { afterEach, describe, expect, it } from 'vitest'
import type { Answer } from '../crash/crash-program.ts'
import { faultSeconds, healthyMs, isProof, openFaultSite, read, tell, uploadBook } from './fault-site.ts'
import { type Seen, startHealthyClients } from './healthy-clients.ts'
import { startS3Store, type Trouble } from '../../src/testing/s3-store.ts'
import { hang, hangUp, refuse, stopAfter } from './s3-troubles.ts'
import { untilTrue } from '../../src/testing/upload-server.ts'
import { forAllTests } from '../../src/testing/for-all-tests.ts'

/** The store of the media is away: what needs it is refused, the rest goes on, and all does once it is back. */

const mebibyte = 1024 ** 2
/** Of which the store gets two parts and more. */
const largeBytes = 18 * mebibyte
const recoveryMs = 10_000

const store = await forAllTests(startS3Store())
const site = await forAllTests(openFaultSite({ settings: store.settings, audioBytes: largeBytes }))
afterEach(() => void (store.trouble = undefined))

const ask = (path: string, headers = {}) => site.program.call({ method: 'GET', path, headers })
const listen = () => ask(site.audioUrl, { range: 'bytes=0-9' })
const upload = (name: string, bytes = mebibyte) => uploadBook(site.program, site.headers, name, bytes)
const codesOf = (answer: Answer | null) => read<{ code: string }[]>(answer && { ...answer, status: 200 })
const isReady = async () => (await ask('/health/ready'))?.status === 200

async function booksAndFiles() {
  const books = read<AudioBook[]>(await ask('/api/audio-books'))
  const incoming = await readdir(join(site.dataDir, 'media', 'incoming'))
  const [objects, uploads] = [await store.listKeys(), await store.countUploads()]
  return { names: books.map(({ name }) => name).toSorted(), objects: objects.length, uploads, incoming }
}

/** Until everything is as it was. */
async function recover(name: string): Promise<number> {
  const begun = performance.now()
  store.trouble = undefined
  await untilTrue(isReady, recoveryMs)
  expect((await listen())?.status).toBe(206)
  expect((await upload(name))?.status).toBe(201)
  return Math.round(performance.now() - begun)
}

function judge(fault: string, seen: Seen, recoveredMs: number): void {
  if (!isProof) return
  const { acknowledged: _unimportant, ...figures } = seen
  tell(fault, { recoveredMs, ...figures })
  expect(recoveredMs).toBeLessThan(recoveryMs)
  expect(seen.p99Ms).toBeLessThan(healthyMs)
}

describe.each([
  ['refuses everything', refuse, true],
  ['hangs up', hangUp, true],
  // What is not answered is given up after ten seconds: too long for the suite, and for whoever listens meanwhile.
  ...(isProof ? ([['is silent', hang, false]] as const) : []),
] as [string, Trouble, boolean][])('when the store %s', (what, trouble, listening) => {
  it('uploads and listening are refused, the rest goes on, and nothing half is left', {
    timeout: 300_000,
  }, async () => {
    const before = await booksAndFiles()
    const clients = startHealthyClients(site, listening)
    store.trouble = trouble
    const refused = await Promise.all([upload('Refused'), upload('Refused, too', largeBytes), listen()])
    for (const answer of refused) {
      expect(answer?.status).toBe(503)
      expect(codesOf(answer)).toMatchObject([{ code: 'ServiceUnavailable' }])
    }
    expect(await isReady()).toBe(false)
    expect((await ask('/health/live'))?.status).toBe(200)
    await after(faultSeconds * 1000)
    const recoveredMs = await recover(`After it ${what}`)
    const seen = await clients.end()

    // They begin anew each time, and hear of places that they have had before.
    const usual = ['browse 200', 'save 200', 'save 409', ...(listening ? ['listen 206', 'listen 503'] : [])]
    expect(Object.keys(seen.statuses).filter((status) => !usual.includes(status))).toEqual([])
    const names = [...before.names, `After it ${what}`].toSorted()
    expect(await booksAndFiles()).toEqual({ ...before, names, objects: before.objects + 1 })
    judge(`the store ${what}`, seen, recoveredMs)
  })

  it('in the middle of the parts of an upload, those are given up', { timeout: 300_000 }, async () => {
    const before = await booksAndFiles()
    store.trouble = (asked, response, next) => {
      const { method, url = '' } = asked
      if (method === 'PUT' && url.includes('partNumber=2')) {
        trouble(asked, response, next)
        // It can be told, though.
        store.trouble = (later, ...rest) => (later.method === 'PUT' ? trouble(later, ...rest) : rest[1]())
      } else next()
    }
    expect((await upload('Half', largeBytes))?.status).toBe(503)
    expect(await booksAndFiles()).toEqual(before)
  })
})

it('A listener whose store breaks off sees the connection cut, never an answer that is shorter', async () => {
  store.trouble = stopAfter(mebibyte, 'cut')
  const asked = request({ port: site.program.port, path: site.audioUrl, agent: false }).end()
  const [response] = (await once(asked, 'response')) as [IncomingMessage]
  expect(response.statusCode).toBe(200)
  await expect(response.toArray()).rejects.toMatchObject({ code: 'ECONNRESET' })
  store.trouble = undefined
  expect((await listen())?.status).toBe(206)
})
