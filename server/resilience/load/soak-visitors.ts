import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import type { Call } from '../crash/crash-program.ts'
import type { Habit } from './habits.ts'
import { json, newDevice, type SoakSite } from './soak-site.ts'

/** People without an account: they look around, search, listen and jump, and ask for what is not there. */
export function visit(soak: SoakSite): Habit[] {
  return [
    ...lookAround(soak),
    { everyMs: 250, once: () => listen(soak) },
    { everyMs: 500, once: () => leaveEarly(soak) },
    { everyMs: 2_000, once: () => ask(soak) },
    { everyMs: 15_000, once: () => watch(soak) },
  ]
}

/** Those of them who only read. */
export function lookAround(soak: SoakSite): Habit[] {
  return [
    { everyMs: 100, once: () => browse(soak) },
    { everyMs: 500, once: () => search(soak) },
    { everyMs: 250, once: () => lookAtPicture(soak) },
  ]
}

async function browse(soak: SoakSite): Promise<void> {
  const { ask, pick, books, podcasts, random } = soak
  const page = Math.ceil((random() * books.length) / 10)
  const path = pick([
    '/',
    `/audio-books?pageNumber=${page}`,
    '/podcasts',
    `/audio-books/${pick(books).id}`,
    `/podcasts/${pick(podcasts).id}`,
    `/api/audio-books/paged?pageNumber=${page}&sortBy=${pick(['id', 'name', 'createdAt'])}`,
    '/api/podcasts/paged?sortOrder=desc',
    '/api/creators',
    `/api/audio-books/${pick(books).id}`,
    `/api/podcasts/${pick(podcasts).id}`,
    '/sitemap.xml',
  ])
  const coding = { 'accept-encoding': pick(['br', 'gzip', 'identity']) }
  const answer = await ask({ method: 'GET', path, headers: coding }, 200)
  const { etag } = answer.headers
  // What an editor has changed meanwhile is sent anew.
  if (etag) await ask({ method: 'GET', path, headers: { ...coding, 'if-none-match': etag } }, 200, 304)
}

const syllables = [
  'lam',
  'har',
  'sal',
  'or',
  'qui',
  'win',
  'ter',
  'tea',
  'fol',
  'sea',
  'boo',
  'kk',
  'no',
  'ti',
]
/** Whose answers are many more than are kept in memory. */
const words = syllables.flatMap((one) =>
  syllables.flatMap((two) => ['', ...syllables].map((three) => one + two + three)),
)

/** Asks for ever other answers until no more are kept in memory than there are already. */
export async function fillMemory({ ask, site }: SoakSite): Promise<void> {
  let keptBytes = -Infinity
  for (let first = 0; first < words.length; first += 100) {
    for (const [place, word] of words.slice(first, first + 100).entries()) {
      // By many in turn: what is searched by one is limited.
      await ask({ method: 'GET', path: `/search?search=${word}`, from: `127.0.2.${place + 1}` }, 200)
    }
    const metrics = await site.program.call({ method: 'GET', path: '/metrics' })
    const [, bytes] = /^earmark_response_cache_bytes (\d+)$/m.exec(metrics?.body.toString() ?? '') ?? []
    if (Number(bytes) < keptBytes + 50_000) return
    keptBytes = Number(bytes)
  }
  throw new Error(`${keptBytes} bytes of answers are kept, and room is left for more.`)
}

async function search({ ask, pick }: SoakSite): Promise<void> {
  const word = pick(words)
  const query = `search=${word}&sortBy=${pick(['relevance', 'id'])}`
  const list = pick(['audio-books', 'podcasts', 'creators'])
  // Of creators there is no order by relevance.
  await ask({ method: 'GET', path: `/api/${list}/paged?${query}` }, 200, 400)
  await ask({ method: 'GET', path: `/search?search=${word}` }, 200)
}

async function lookAtPicture({ ask, pick, pictures }: SoakSite): Promise<void> {
  await ask({ method: 'GET', path: pick(pictures) }, 200)
}

async function listen({ ask, pick, sounds, random }: SoakSite): Promise<void> {
  const start = Math.floor(random() * 200_000)
  const headers = { range: pick([`bytes=${start}-${start + 65_535}`, 'bytes=100-199', 'bytes=-4096']) }
  await ask({ method: 'GET', path: pick(sounds), headers }, 206)
}

/** Somebody who jumps elsewhere, or closes the page: the rest of the answer has nobody to go to. */
async function leaveEarly({ site, pick, sounds }: SoakSite): Promise<void> {
  const asked = request({
    host: '127.0.0.1',
    port: site.program.port,
    path: pick(sounds),
    agent: false,
  }).end()
  asked.on('error', () => undefined)
  const [response] = (await once(asked, 'response')) as [IncomingMessage]
  if (response.statusCode !== 200) throw new Error(`A stream is answered ${response.statusCode}.`)
  await once(response, 'data')
  response.destroy()
}

/** What is refused. */
async function ask({ ask: send, pick, sounds }: SoakSite): Promise<void> {
  const headers = { authorization: `Bearer ${newDevice()}`, 'x-deviceid': newDevice() }
  const login = '/api/auth/login'
  const wrong: [Call, status: number][] = [
    [{ method: 'GET', path: `/api/audio-books/${newDevice()}` }, 404],
    [{ method: 'GET', path: `/nowhere/${newDevice()}` }, 404],
    [{ method: 'GET', path: `/media/${newDevice()}.mp3` }, 404],
    [{ method: 'GET', path: '/api/libraries/me', headers }, 401],
    [{ method: 'GET', path: '/api/audio-books/paged?pageNumber=none' }, 400],
    [{ method: 'GET', path: pick(sounds), headers: { range: 'bytes=999999999-' } }, 416],
    [
      {
        method: 'POST',
        path: login,
        headers: { 'content-type': 'application/json' },
        body: Buffer.from('{'),
      },
      400,
    ],
    [json('POST', login, { userName: `${newDevice()}@example.org`, password: 'x' }, headers), 401],
    [json('POST', '/api/audio-books', { name: 'x' }, headers), 401],
  ]
  const [call, status] = pick(wrong)
  await send(call, status)
}

/** Who runs the server. */
async function watch({ ask: send }: SoakSite): Promise<void> {
  await send({ method: 'GET', path: '/metrics' }, 200)
  await send({ method: 'GET', path: '/health/ready' }, 200)
}
