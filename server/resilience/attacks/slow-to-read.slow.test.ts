import { login } from '@earmark/contract/auth.ts'
import { expect, it } from 'vitest'
import { makeAudioBook, storeCover } from '../../src/testing/records.ts'
import { startTestServer, makeWebFolder } from '../../src/testing/server.ts'
import { forAllTests } from '../../src/testing/for-all-tests.ts'

/** Texts as long as a request's head may be take no longer to read than they are: nothing of them is read quadratically. */

/** Bytes. Node takes 16 KB of headers. */
const length = 15_000
/** Milliseconds of the processor for the thread that reads. What was quadratic took 40 to 260. */
const mostMs = 25

const patterns = [
  ...[' ', '\t', ', ', ' ,', '; '],
  ...', a a, a= = ; a; " "", W/" 1 - 1- . / % + ( a/ é'.split(' '),
]
/** Before and after what is repeated: something that begins well, and something that ends badly. */
const frames = [
  ['', ''],
  [',', 'x'],
  ['bytes=', 'x'],
  ['bytes=1', ','.repeat(length / 2)],
  ['text/html', '\u00ff'],
  ['Bearer ', '.'],
  ['multipart/form-data; boundary=', '"'],
] as const
const texts = patterns.flatMap((pattern) =>
  frames.map(([start, end]) => {
    const room = length - start.length - end.length
    return start + pattern.repeat(room / pattern.length) + end
  }),
)

const readHeaders =
  `if-none-match if-match if-range range if-modified-since if-unmodified-since accept accept-encoding
cache-control cookie authorization user-agent x-deviceid x-request-id x-forwarded-for x-forwarded-proto host
origin referer prefer`.split(/\s/)
const sentHeaders = 'content-type content-encoding x-xsrf-token cookie authorization origin expect'.split(' ')

/** No head gets as far as the database: one engine stands for both. */
const isWanted = process.env.EARMARK_TEST_ENGINE === 'sqlite'

const webFolder = await forAllTests(makeWebFolder())
const environment = { CORS_ORIGINS: 'https://listen.example.org', TRUST_PROXY: 'true' }
const server = await forAllTests(startTestServer({ webFolder: webFolder.path, environment }))
const cover = await storeCover(server, 'teal')
await makeAudioBook(server, { name: 'Sample', ...cover })
const [book] = (await server.app.inject('/api/audio-books')).json()
const media = new URL(book.coverImageUrl, 'http://x').pathname

interface Request {
  readonly url: string
  readonly method?: 'HEAD' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly payload?: string
}

/** What else the process does in the meantime is done sooner or later. */
const mostTries = 10

async function isQuick(request: Request): Promise<boolean> {
  for (let turn = 0; turn < mostTries; turn += 1) {
    const before = process.threadCpuUsage()
    const { statusCode } = await server.app.inject(request)
    const { user, system } = process.threadCpuUsage(before)
    expect(statusCode).toBeLessThan(500)
    if ((user + system) / 1_000 < mostMs) return true
  }
  return false
}

async function expectQuick(requests: readonly Request[]): Promise<void> {
  const slow: string[] = []
  for (const request of requests) {
    if (!(await isQuick(request))) slow.push(JSON.stringify(request).slice(0, 120))
  }
  expect(slow).toEqual([])
}

/** The bytes of a medium go to real connections alone; its conditions are read for its head, too. */
const reads: [string, () => Request][] = [
  ['a medium', () => ({ url: media, method: 'HEAD' })],
  ['a list', () => ({ url: '/api/audio-books/paged' })],
  ['a page', () => ({ url: '/audio-books' })],
  ['a public file', () => ({ url: '/favicon.svg' })],
  ['the documents of the API', () => ({ url: '/api/docs/static/index.css' })],
]

it.runIf(isWanted).each(reads)('headers of a request for %s', async (_, request) => {
  await expectQuick(
    readHeaders.flatMap((name) => texts.map((text) => ({ ...request(), headers: { [name]: text } }))),
  )
})

it.runIf(isWanted)('headers of a request that brings something', async () => {
  const url = `/api${login.url}`
  await expectQuick(
    sentHeaders.flatMap((name) =>
      texts.map((text) => ({ method: 'POST' as const, url, headers: { [name]: text }, payload: '{}' })),
    ),
  )
})

it.runIf(isWanted)('queries and paths', async () => {
  const written = texts.map((text) => encodeURI(text.slice(0, length / 3)))
  const queries = [
    ...written,
    ...['a&', 'a=1&', 'search=a&', '%2', '%'].map((part) => part.repeat(length / part.length)),
  ]
  await expectQuick(
    [
      '/api/audio-books/paged?',
      '/health/live?',
      '/audio-books?',
      '/api/audio-books/',
      '/',
      '/media/',
    ].flatMap((start) => queries.map((text) => ({ url: `${start}${text}` }))),
  )
})
