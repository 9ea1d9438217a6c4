import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { freePort } from '../../../scripts/machine.mjs'
import { createEmptyDatabase } from '../../src/testing/engines.ts'
import { forAllTests } from '../../src/testing/for-all-tests.ts'
import { type Program, startProgram } from '../crash/crash-program.ts'
import { isProof, openFaultSite, patienceMs, read, recoveryMs, tell } from './fault-site.ts'

/**
 * Scheduled records and the clock of the machine: whatever is read on whichever node changes after their time, never
 * before. FAULT_SECONDS makes it several rounds and holds it to their bounds: 10 s after that time at the most, and
 * everywhere 2 s after it was first anywhere.
 */

const isCluster = process.env.EARMARK_TEST_ENGINE === 'postgres'
const rounds = isProof ? 5 : 1
const aheadMs = 2_000
const latestMs = 10_000
const spreadMs = 2_000

const database = await createEmptyDatabase()
const secret = 'a secret that both nodes have in common'
const site = await forAllTests(openFaultSite({ database, settings: { TOKEN_SECRET: secret }, listeners: 0 }))
const nodes: Program[] = [site.program]

type Headers = Readonly<Record<string, string>>

async function send<Answer = unknown>(method: string, path: string, body?: object): Promise<Answer> {
  const headers = { ...site.headers, ...(body && { 'content-type': 'application/json' }) }
  const call = { method, path: `/api${path}`, headers, ...(body && { body: json(body) }) }
  const answer = await site.program.call(call)
  return answer?.status === 204 ? (undefined as Answer) : read(answer)
}

const json = (body: object) => Buffer.from(JSON.stringify(body))

/** By a form of texts. */
async function make(path: string, texts: Readonly<Record<string, string>>): Promise<number> {
  const form = new FormData()
  for (const [name, text] of Object.entries(texts)) form.append(name, text)
  const url = `http://127.0.0.1:${site.program.port}/api${path}`
  const answer = await fetch(url, { method: 'POST', headers: site.headers, body: form })
  if (answer.status !== 201) throw new Error(`${path} was answered with ${answer.status}.`)
  return ((await answer.json()) as { id: number }).id
}

interface Read {
  readonly path: string
  readonly headers: Headers
}

interface Scheduled {
  /** Below the root, of the calls that publish. */
  readonly paths: readonly string[]
  readonly reads: readonly Read[]
}

/** An audio book, a podcast and an episode of a followed one that are not public yet, and where they will be seen. */
async function makeScheduled(): Promise<Scheduled> {
  const word = `x${randomUUID().slice(0, 8)}`
  const { id: creatorId } = await send<{ id: number }>('POST', '/creators', { nickname: 'Ada' })
  const { id: seriesId } = await send<{ id: number }>('POST', '/series', { name: `of ${word}s` })
  const followed = await make('/podcasts', { Name: 'Followed' })
  await send('PUT', `/follows/me/podcasts/${followed}`)
  const draft = { Name: word, Draft: 'true' }
  const series = JSON.stringify([{ id: seriesId, sequence: '1' }])
  const book = await make('/audio-books', { ...draft, Genres: word, Series: series, PublishedYear: '1931' })
  const podcast = await make('/podcasts', { ...draft, Categories: word })
  const episode = await make(`/podcasts/${followed}/episodes`, { ...draft, Number: '1' })
  await send('POST', `/audio-books/${book}/readers/${creatorId}`)
  const paths = [`/audio-books/${book}`, `/podcasts/${podcast}`, `/podcasts/${followed}/episodes/${episode}`]
  const everyones = [
    `/audio-books/${book}`,
    '/audio-books',
    '/audio-books/paged?sortBy=publishedAt&sortOrder=desc',
    `/audio-books/paged?search=${word}`,
    `/audio-books/paged?genre=${word}`,
    '/audio-books/facets',
    `/podcasts/${podcast}`,
    '/podcasts',
    `/podcasts/paged?search=${word}&sortBy=relevance`,
    '/podcasts/facets',
    `/podcasts/${followed}`,
    `/podcasts/${followed}/overview`,
    `/podcasts/${followed}/episodes/paged`,
    `/podcasts/${followed}/episodes/${episode}`,
    '/genres',
    `/series/${seriesId}`,
    `/series/paged?search=${word}s`,
    `/creators/${creatorId}`,
    `/creators/${creatorId}/works`,
    `/search?search=${word}`,
    `/search/suggestions?search=${word}`,
  ].map((path) => ({ path: `/api${path}`, headers: {} }))
  const own = ['/libraries/me', '/shelves/me', '/follows/me'].map((path) => ({
    path: `/api${path}`,
    headers: site.headers,
  }))
  const scheduled = { paths, reads: [...everyones, ...own] }
  await publish(scheduled, Date.now() + 3_600_000)
  return scheduled
}

async function publish({ paths }: Pick<Scheduled, 'paths'>, at: number): Promise<void> {
  const publishAt = new Date(at).toISOString()
  for (const path of paths) await send('POST', `${path}/publish`, { publishAt })
}

interface Place extends Read {
  readonly node: Program
  /** While the records were hidden. */
  before: string
  /** When another answer was there. */
  changedAt: number | null
}

async function look({ node, path, headers }: Place): Promise<string> {
  const answer = await node.call({ method: 'GET', path, headers })
  return `${answer?.status} ${String(answer?.body)}`
}

/** @returns by how many milliseconds the first answer that changed was late, and the last behind the first */
async function round(): Promise<{ lateMs: number; spreadMs: number }> {
  const scheduled = await makeScheduled()
  const places = nodes.flatMap((node) =>
    scheduled.reads.map((one): Place => ({ ...one, node, before: '', changedAt: null })),
  )
  for (const place of places) place.before = await look(place)
  const publishAt = Date.now() + aheadMs
  await publish(scheduled, publishAt)
  const waiting = new Set(places)
  while (waiting.size > 0 && Date.now() < publishAt + recoveryMs) {
    for (const place of waiting) {
      if ((await look(place)) === place.before) continue
      place.changedAt = Date.now()
      waiting.delete(place)
    }
    await pause(5)
  }
  expect([...waiting].map(({ node, path }) => `${node.port}${path}`)).toEqual([])
  const times = places.map(({ changedAt }) => changedAt ?? 0)
  const first = Math.min(...times)
  expect(first).toBeGreaterThanOrEqual(publishAt)
  return { lateMs: first - publishAt, spreadMs: Math.max(...times) - first }
}

it('is public nowhere before its time, and then everywhere', { timeout: patienceMs }, async () => {
  if (isCluster) {
    const settings = { DATA_DIR: site.dataDir, DATABASE_URL: database.url, TOKEN_SECRET: secret }
    const others = { SAMPLE_CATALOGUE: 'false', RATE_LIMITS: 'false' }
    nodes.push(await startProgram(await freePort(), { ...settings, ...others }))
  }
  try {
    const measured: Awaited<ReturnType<typeof round>>[] = []
    for (let turn = 0; turn < rounds; turn += 1) measured.push(await round())
    if (!isProof) return
    tell('on time', { nodes: nodes.length, measured })
    expect(Math.max(...measured.map(({ lateMs }) => lateMs))).toBeLessThanOrEqual(latestMs)
    expect(Math.max(...measured.map((one) => one.spreadMs))).toBeLessThanOrEqual(spreadMs)
  } finally {
    await nodes[1]?.kill('SIGTERM')
  }
})
