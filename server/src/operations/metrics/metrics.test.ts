import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getAudioBook } from '@earmark/contract/audio-books.ts'
import { expect, it, vi } from 'vitest'
import { pictureFile } from '../../testing/forms.ts'
import { makePerson } from '../../testing/people.ts'
import { makeAudioBook, storeCover } from '../../testing/records.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { untilTrue } from '../../testing/upload-server.ts'
import { insertMail } from '../../people/mail/mails.queries.ts'
import { forAllTests } from '../../testing/for-all-tests.ts'

const server = await forAllTests(startTestServer({ environment: { METRICS: 'true' } }))
await server.app.listen({ port: 0, host: '127.0.0.1' })
const origin = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`

async function scrape(from: TestServer = server): Promise<string> {
  return (await from.app.inject('/metrics')).body
}

/** The value of one series; undefined when there is none. */
async function valueOf(series: string, from?: TestServer): Promise<number | undefined> {
  const line = (await scrape(from)).split('\n').find((one) => one.startsWith(`${series} `))
  return line === undefined ? undefined : Number(line.slice(series.length + 1))
}

const requests = (labels: string) => `earmark_http_request_duration_seconds_count{${labels}}`

it('is at no address unless METRICS=true asks for it', async () => {
  await using plain = await startTestServer()
  const [asked, unknown] = [await plain.app.inject('/metrics'), await plain.app.inject('/nothing')]
  expect([asked.statusCode, asked.body]).toEqual([unknown.statusCode, unknown.body])
  expect(asked.statusCode).toBe(404)
})

it('is Prometheus’ text, kept by nobody', async () => {
  const { statusCode, headers, body } = await server.app.inject('/metrics')
  expect(statusCode).toBe(200)
  expect(headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8')
  expect(headers['cache-control']).toBe('no-store')
  for (const name of ['nodejs_eventloop_lag_p99_seconds', 'process_resident_memory_bytes'])
    expect(body).toMatch(new RegExp(`^${name} [\\d.e+-]+$`, 'm'))
  expect(body).toMatch(/^earmark_catalogue_version \d+$/m)
})

it('counts requests by pattern, method and class of status, cached responses as well', async () => {
  const page = requests('route="/api/audio-books/paged",method="GET",status="2xx"')
  const before = (await valueOf(page)) ?? 0
  await server.app.inject('/api/audio-books/paged?pageSize=7')
  await server.app.inject('/api/audio-books/paged?pageSize=7')
  expect(await valueOf(page)).toBe(before + 2)
  expect(await valueOf('earmark_response_cache_entries')).toBe(1)
  await server.app.inject({ method: 'POST', url: '/api/auth/login', payload: {} })
  expect(await valueOf(requests('route="/api/auth/login",method="POST",status="4xx"'))).toBe(1)
})

it('has no series for what people write into addresses', async () => {
  const hidden = 'tell-nobody'
  const addresses = [
    `/api/audio-books/${hidden}`,
    `/${hidden}`,
    `/unknown?token=${hidden}`,
    `/assets/${hidden}`,
  ]
  for (const url of addresses) await server.app.inject(url)
  await server.app.inject({ method: 'DELETE', url: `/media/${hidden}` })
  const body = await scrape()
  expect(body).toContain(requests('route="/api/audio-books/:id",method="GET",status="4xx"'))
  expect(body).toContain(requests('route="unknown",method="GET",status="4xx"'))
  expect(body).not.toContain(hidden)
})

it('tells streams that are under way, and their bytes before they end', async () => {
  const media = await storeCover(server, '#123456')
  const id = await makeAudioBook(server, { name: 'Long', ...media })
  const { coverImageUrl } = await server.call(getAudioBook, { params: { id } })
  const ending = Promise.withResolvers<void>()
  vi.spyOn(server.deps.storage, 'read').mockImplementation(async function* () {
    yield new Uint8Array(100)
    await ending.promise
  })
  const asked = request(`${origin}${coverImageUrl}`).end()
  const [response] = (await once(asked, 'response')) as [IncomingMessage]
  await once(response, 'data')
  expect(await valueOf('earmark_media_streams')).toBe(1)
  await untilTrue(async () => ((await valueOf('earmark_media_sent_bytes_total')) ?? 0) > 100)
  response.on('error', () => undefined).resume()
  asked.destroy()
  ending.resolve()
  await untilTrue(async () => (await valueOf('earmark_media_streams')) === 0)
  const answered = requests('route="/media/:file",method="GET",status="2xx"')
  await untilTrue(async () => ((await valueOf(answered)) ?? 0) > 0)
  expect(await valueOf(answered)).toBe(1)
})

it('tells uploads by how they ended, and their bytes', async () => {
  const editor = await makePerson(server, 'Editor')
  const form = new FormData()
  form.append('Name', 'A book')
  form.append('CoverImage', await pictureFile('#654321'), 'cover.png')
  const send = (body: FormData) =>
    fetch(`${origin}/api/audio-books`, { method: 'POST', body, headers: editor.headers })
  expect((await send(form)).status).toBe(201)
  expect((await send(new FormData())).status).toBe(400)
  await untilTrue(async () => (await valueOf('earmark_uploads_total{outcome="refused"}')) === 1)
  expect(await valueOf('earmark_uploads_total{outcome="stored"}')).toBe(1)
  expect(await valueOf('earmark_upload_received_bytes_total')).toBeGreaterThan(300)
  expect(await valueOf('earmark_uploads')).toBe(0)
})

it('tells how many mails wait, and since when', async () => {
  const at = server.time.now
  await insertMail(server.deps.db.connection, { kind: 'reset-password', email: 'a@example.org' }, at - 90_000)
  await insertMail(server.deps.db.connection, { kind: 'reset-password', email: 'b@example.org' }, at)
  expect(await valueOf('earmark_mails_waiting')).toBe(2)
  expect(await valueOf('earmark_oldest_mail_age_seconds')).toBe(90)
})

it('tells of connections to PostgreSQL where there are any', async () => {
  const isPostgres = process.env.EARMARK_TEST_ENGINE === 'postgres'
  for (const name of ['open', 'idle', 'awaited']) {
    const value = await valueOf(`earmark_database_connections_${name}`)
    expect(value).toEqual(isPostgres ? expect.any(Number) : undefined)
  }
})

it('answers while the database is away, and says what it cannot know', async () => {
  await using other = await startTestServer({ environment: { METRICS: 'true' } })
  expect(await valueOf('earmark_mails_waiting', other)).toBe(0)
  await other.deps.db.close()
  expect(await valueOf('earmark_mails_waiting', other)).toBeNaN()
  expect(await valueOf('earmark_oldest_mail_age_seconds', other)).toBeNaN()
})
