import { setTimeout } from 'node:timers/promises'
import type { BenchRow } from '../rows.ts'
import { type LoopDelay, type Server, startShipped } from './shipped-server.ts'
import { adminSettings, login } from './upload-client.ts'

/**
 * For each route that reads, and for writes that touch much: by how long the server's event loop is held up at the most,
 * with nothing kept from before. About two minutes on each engine.
 */

const goalMs = 50
/** The start gives memory back two seconds after its end. */
const restAfterStartMs = 3_000
const fieldText = 'Tin roof. '.repeat(2000)

/** Other ways to ask than those that the OpenAPI document names. */
const others = [
  '/api/audio-books/paged?sortBy=name&sortOrder=desc&pageNumber=900&pageSize=100',
  '/api/audio-books/paged?search=a',
  '/api/audio-books/paged?search=a&sortBy=name',
  '/api/audio-books/paged?search=a&sortBy=relevance',
  '/',
  '/audio-books',
  '/podcasts/1',
  '/podcasts/1/episodes/1',
  '/search?search=a',
  '/sitemap.xml',
  '/sitemap-10.xml',
]

interface Call {
  readonly method: string
  readonly path: string
  readonly body?: string | FormData
}

/**
 * @param dataDir of many records
 * @param databaseUrl of many records on PostgreSQL instead
 */
export async function measureLoopDelays(dataDir: string, databaseUrl = ''): Promise<BenchRow[]> {
  const environment = { ...adminSettings, DATABASE_URL: databaseUrl }
  const server = await startShipped(dataDir, { environment })
  const engine = databaseUrl === '' ? 'SQLite' : 'PostgreSQL'
  try {
    const headers = { authorization: `Bearer ${await login(server)}` }
    await setTimeout(restAfterStartMs)
    const rows: BenchRow[] = []
    for (const call of [...(await listReads(server, headers)), ...writes()]) {
      await changeCatalogue(server, headers)
      await server.longestDelay()
      await ask(server, call, headers)
      // The loop tells of its last piece of work when it has done it.
      await setTimeout(20)
      rows.push(rowOf(call, engine, await server.longestDelay()))
    }
    return rows
  } finally {
    await server.stop()
  }
}

async function ask({ url }: Server, { method, path, body }: Call, headers: Record<string, string>) {
  const all = new Headers(headers)
  if (typeof body === 'string') all.set('content-type', 'application/json')
  const answer = await fetch(url + path, { method, headers: all, ...(body === undefined ? {} : { body }) })
  await answer.body?.pipeTo(new WritableStream())
  if (answer.status >= 500) throw new Error(`${method} ${path} was answered with ${answer.status}.`)
}

async function changeCatalogue(server: Server, headers: Record<string, string>): Promise<void> {
  await ask(server, jsonCall('PUT', '/api/creators/1', { id: 1, nickname: 'Ann' }), headers)
}

interface Documented {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

async function listReads({ url }: Server, headers: Record<string, string>): Promise<Call[]> {
  const document = (await (await fetch(`${url}/api/openapi.json`)).json()) as Documented
  const profile = (await (await fetch(`${url}/api/users/profiles/me`, { headers })).json()) as { id: string }
  const documented = Object.entries(document.paths)
    .filter(([, operations]) => 'get' in operations)
    .map(([path]) => path.replace('/users/{id}', `/users/${profile.id}`).replaceAll(/\{\w+\}/g, '1'))
    .map((path) => (path.startsWith('/api/') ? path : `/api${path}`))
  const lists = ['/api/audio-books', '/api/podcasts', '/api/creators']
  return [
    ...lists.map((path) => ({ method: 'HEAD', path })),
    ...[...documented, ...others].map((path) => ({ method: 'GET', path })),
  ]
}

function writes(): Call[] {
  const form = new FormData()
  form.append('Name', 'Rain')
  form.append('Description', fieldText)
  const episodes = Array.from({ length: 1000 }, (_, place) => ({ podcastId: 1, podcastEpisodeId: place + 1 }))
  return [
    { method: 'POST', path: '/api/audio-books', body: form },
    jsonCall('POST', '/api/libraries/me/list', episodes),
    { method: 'GET', path: '/api/libraries/me' },
    { method: 'DELETE', path: '/api/libraries/me' },
    { method: 'DELETE', path: '/api/creators/2' },
    { method: 'DELETE', path: '/api/podcasts/2' },
  ]
}

function jsonCall(method: string, path: string, body: unknown): Call {
  return { method, path, body: JSON.stringify(body) }
}

function rowOf({ method, path }: Call, engine: string, { wallMs, cpuMs }: LoopDelay): BenchRow {
  return {
    what: `longest delay of the event loop, ${engine}, ${method} ${path}`,
    ours: `${wallMs.toFixed(0)} ms, ${cpuMs.toFixed(0)} ms CPU`,
    yardstick: '',
    ratio: '',
    goal: `≤ ${goalMs} ms CPU`,
    isReached: cpuMs <= goalMs,
  }
}
