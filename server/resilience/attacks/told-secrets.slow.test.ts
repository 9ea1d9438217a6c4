import { addDevice } from '@earmark/contract/devices.ts'
import { addFeedToken } from '@earmark/contract/feed-tokens.ts'
import { importSources } from '@earmark/contract/opml.ts'
import { getPodcast } from '@earmark/contract/podcasts.ts'
import { checkSource, getSource, updateSource } from '@earmark/contract/sources.ts'
import { expect, it, vi } from 'vitest'
import { DatabaseAwayError } from '../../src/db/engine/database-errors.ts'
import { sourceImportJob } from '../../src/exchange/opml/import-job.ts'
import { fetchJob, keepingJob } from '../../src/exchange/sources/keep/keep-jobs.ts'
import { addSourceAtLast } from '../../src/testing/added-source.ts'
import { forAllTests } from '../../src/testing/for-all-tests.ts'
import { rss } from '../../src/testing/made-up-feeds.ts'
import * as internets from '../../src/testing/made-up-internet/internet.ts'
import { makePerson } from '../../src/testing/people.ts'
import { askGpodder } from '../../src/testing/podcast-app.ts'
import { makeAudioBook, storeSound } from '../../src/testing/records.ts'
import { makeWebFolder, startTestServer } from '../../src/testing/server.ts'

/**
 * What lets somebody in stands in no line of the log, no metric and no refusal, however it is used and whatever fails.
 * Passwords, sessions and keys of the configuration: `log.slow.test.ts`.
 */

const lines: string[] = []
const refusals: string[] = []
const web = await forAllTests(makeWebFolder())
const internet = await forAllTests(internets.startInternet())
const server = await forAllTests(
  startTestServer({
    internet,
    webFolder: web.path,
    environment: { LOG_LEVEL: 'trace', METRICS: 'true', SOURCES: 'listeners' },
    log: { write: (line) => void lines.push(line) },
  }),
)
const address = await server.app.listen({ port: 0, host: '127.0.0.1' })
const { app, deps } = server
const person = await makePerson(server, 'Editor')
const { headers } = person

const secrets = new Map<string, string>()
function secret(name: string, text: string): string {
  secrets.set(name, text)
  return text
}

const feedToken = secret(
  'feed token',
  (await server.call(addFeedToken, { body: { name: 'Phone' } }, headers)).token,
)
const devicePassword = secret(
  'password of an app',
  (await server.call(addDevice, { body: { name: 'Phone' } }, headers)).password,
)
const basicOf = (password: string) =>
  `Basic ${Buffer.from(`${person.account.email}:${password}`).toString('base64')}`
const mailedToken = secret('mailed link', 'hidden-of-a-mailed-link-0123456789')
const wrongPassword = secret('wrong password of an app', 'hiddn-hiddn-hiddn-hiddn')
const own = {
  password: secret('password of a feed', 'Hidden-1'),
  token: secret('token of a feed', 'hidn4711'),
}

const login = (await askGpodder(server, 'POST', '/index.php/login/v2')).json
const connectToken = secret('token of a page', login.login.split('/').at(-1) as string)
const pollToken = secret('token of a waiting app', login.poll.token)
const session = await askGpodder(server, 'GET', '/index.php/apps/gpoddersync/subscriptions', undefined, {
  authorization: basicOf(devicePassword),
})
const sessionId = secret(
  'session of an app',
  /sessionid=([^;]+)/.exec(String(session.headers['set-cookie']))?.[1] as string,
)
const bookId = await makeAudioBook(server, { name: 'Novel', audio: await storeSound(server) })

interface Sent {
  readonly method?: 'GET' | 'POST' | 'DELETE'
  readonly url: string
  readonly headers?: Record<string, string>
  readonly payload?: string
}

const subscriptions = '/gpodder/index.php/apps/gpoddersync/subscriptions'
const uses: readonly Sent[] = [
  ...['library.xml', `audio-books/${bookId}.xml`, 'audio-books/999.xml', 'nothing', 'media/x.mp3'].map(
    (path) => ({ url: `/feeds/p/${feedToken}/${path}` }),
  ),
  { method: 'DELETE', url: `/feeds/p/${feedToken}/library.xml` },
  { url: `/feeds/p/${feedToken}%ff/library.xml` },
  { url: `/api/feed-tokens/${feedToken}?token=${feedToken}`, headers },
  ...[devicePassword, wrongPassword].map((password) => ({
    url: subscriptions,
    headers: { authorization: basicOf(password) },
  })),
  { url: subscriptions, headers: { authorization: `Basic ${devicePassword}` } },
  { url: subscriptions, headers: { cookie: `sessionid=${sessionId}` } },
  { url: `${subscriptions}?since=${sessionId}`, headers: { cookie: `sessionid=${sessionId}` } },
  { url: `/connect/${connectToken}`, headers: { accept: 'text/html' } },
  { url: `/api/connect/${connectToken}`, headers },
  { method: 'POST', url: `/api/connect/${connectToken}`, headers, payload: '{"allow":"yes"}' },
  { method: 'POST', url: '/gpodder/index.php/login/v2/poll', payload: `token=${pollToken}` },
  { method: 'POST', url: '/gpodder/index.php/login/v2/poll', payload: `{"token":"${pollToken}"` },
  ...['confirm-email', 'forgot-password', 'confirm-change-email'].map((page) => ({
    url: `/auth/${page}?userId=x&email=x&token=${mailedToken}`,
    headers: { accept: 'text/html' },
  })),
  ...['confirm-email', 'reset-password', 'confirm-change-email'].map((call) => ({
    method: 'POST' as const,
    url: `/api/auth/${call}`,
    headers: { 'content-type': 'application/json', 'x-deviceid': person.deviceId },
    payload: JSON.stringify({
      userId: person.account.id,
      email: person.account.email,
      newEmail: 'b@example.org',
      newPassword: 'Quiet-reading-2',
      token: mailedToken,
    }),
  })),
]

async function useAll(): Promise<void> {
  for (const { method = 'GET', url, ...rest } of uses) {
    const { statusCode, body, headers: told } = await app.inject({ method, url, ...rest })
    if (statusCode >= 400) refusals.push(body)
    // Of a page whose address lets somebody in, other hosts are told no address.
    expect([url, told['referrer-policy']]).toEqual([
      url,
      expect.stringMatching(/^(no-referrer|same-origin|strict-origin(-when-cross-origin)?)$/),
    ])
  }
}

it('of apps, private feeds and mailed links, also while the database is away', async () => {
  await useAll()
  for (const error of [new DatabaseAwayError(new Error('gone')), new Error('wrong')]) {
    const spies = (['selectFrom', 'updateTable'] as const).map((method) =>
      vi.spyOn(deps.db.connection, method).mockImplementation(() => {
        throw error
      }),
    )
    await useAll()
    for (const spy of spies) spy.mockRestore()
  }
  expectNothingTold()
})

it('of feeds elsewhere, however they fail', async () => {
  const host = 'secret.example'
  const url = `http://ada:${own.password}@${host}/feed?token=${own.token}`
  const sound = `http://${host}/1.mp3?token=${own.token}`
  const whole = internets.feed(rss({ items: [{ title: 'Walk', publishedAt: 1, url: sound }] }))
  internet.host(host, () => whole)
  const { id, podcastId } = await addSourceAtLast(server, url, headers)
  const { episodes } = await server.call(getPodcast, { params: { id: podcastId } })
  const relayed = String(episodes[0]?.audioUrl)
  const params = { id }
  const { url: shown } = await server.call(getSource, { params }, headers)
  expect(shown).toBe(host)
  const keeping = { id, url: shown, keep: 'all', state: 'active' } as const
  await server.call(updateSource, { params, body: keeping }, headers)
  const answers: readonly internets.Answer[] = [
    internets.answers(401),
    internets.answers(500, `refused ${own.token}`),
    internets.redirects(`http://${host}/again?token=${own.token}`),
    internets.redirects(`http://ada:${own.password}@127.0.0.1/`),
    internets.redirects(`http://ada:${own.password}@nowhere.example/?token=${own.token}`),
    internets.loginPage,
    internets.cut('<rss>'),
  ]
  for (const answer of answers) {
    internet.host(host, () => answer)
    await failOnce()
  }
  internet.cutOff(host)
  await failOnce()
  const list = `<opml><body><outline type="rss" xmlUrl="${url.replace(host, 'gone.example')}"/></body></opml>`
  const { headers: later } = await makePerson(server, 'Editor')
  const brought = await server.attempt(importSources, { form: { File: new Blob([list]) } }, later)
  expect(brought.status).toBe(201)
  await deps.jobs.runDue(sourceImportJob)
  expect(lines.join('')).toContain('relaying a sound')
  expectNothingTold()

  async function failOnce(): Promise<void> {
    server.time.now += 120_000
    const asked = await makePerson(server, 'Editor')
    await server.call(checkSource, { params }, asked.headers)
    await deps.sourceChecks.runDue()
    await deps.jobs.runDue(keepingJob)
    await deps.jobs.runDue(fetchJob)
    const { lastError, refusedReason } = await server.call(getSource, { params }, asked.headers)
    refusals.push(String(lastError), String(refusedReason))
    // One that is cut off says nothing.
    const failed = await fetch(`${address}${relayed}`).catch(() => null)
    refusals.push(failed ? await failed.text().catch(() => '') : '')
  }
})

function expectNothingTold(): void {
  expect(lines.filter((line) => line.includes('"request"')).length).toBeGreaterThan(0)
  const told = [...lines, ...refusals].join('\n')
  for (const [name, text] of secrets)
    for (const form of [text, encodeURIComponent(text), Buffer.from(text).toString('base64')])
      expect([name, told.includes(form)]).toEqual([name, false])
}

it('of anybody, in the metrics', async () => {
  const { body, statusCode } = await app.inject('/metrics')
  expect(statusCode).toBe(200)
  for (const [name, text] of secrets) expect([name, body.includes(text)]).toEqual([name, false])
})
