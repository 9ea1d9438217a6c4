import { addDevice } from '@earmark/contract/devices.ts'
import type { InjectOptions } from 'fastify'
import type { Person } from './people.ts'
import type { TestServer } from './server.ts'

/** A podcast app that signs in with a password of its own. */
export interface PodcastApp {
  readonly email: string
  readonly password: string
  readonly deviceId: string
  readonly authorization: string
  /** Below `/gpodder`; `{user}` in the path stands for the account's address. */
  ask(
    method: 'GET' | 'POST' | 'PUT',
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer>
}

/** What apps read of answers; each has some of it. */
export interface AppJson {
  readonly add: string[]
  readonly remove: string[]
  readonly update_urls: string[][]
  readonly timestamp: number
  readonly actions: { readonly guid: string; readonly position: number }[]
  readonly login: string
  readonly poll: { readonly token: string; readonly endpoint: string }
  readonly server: string
  readonly loginName: string
  readonly appPassword: string
}

export interface Answer {
  readonly status: number
  readonly json: AppJson
  readonly text: string
  readonly headers: Record<string, unknown>
}

export async function connectApp(
  server: TestServer,
  person: Person,
  name = 'AntennaPod',
): Promise<PodcastApp> {
  const { id, password } = await server.call(addDevice, { body: { name } }, person.headers)
  const { email } = person.account
  const authorization = `Basic ${Buffer.from(`${email}:${password}`).toString('base64')}`
  return {
    email,
    password,
    deviceId: id,
    authorization,
    ask: async (method, path, body, headers = {}) =>
      await askGpodder(server, method, path.replace('{user}', email), body, { authorization, ...headers }),
  }
}

export async function askGpodder(
  server: TestServer,
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  body?: unknown,
  { remoteAddress, ...headers }: Record<string, string> = {},
): Promise<Answer> {
  const options: InjectOptions = { method, url: `/gpodder${path}`, headers }
  if (remoteAddress !== undefined) options.remoteAddress = remoteAddress
  if (body !== undefined) options.payload = typeof body === 'string' ? body : JSON.stringify(body)
  const response = await server.app.inject(options)
  const text = response.body
  const isJson = String(response.headers['content-type']).startsWith('application/json') && text !== ''
  return {
    status: response.statusCode,
    json: (isJson ? JSON.parse(text) : null) as AppJson,
    text,
    headers: response.headers,
  }
}

/** An app that has something in every table that apps have. */
export async function useApp(server: TestServer, person: Person, recordingId: number): Promise<void> {
  const app = await connectApp(server, person)
  const foreign = 'https://a.example/feed.xml'
  await app.ask('POST', '/api/2/subscriptions/{user}/phone.json', { add: [foreign] })
  const elsewhere = { podcast: foreign, episode: 'https://a.example/1.mp3', action: 'play', position: 1 }
  await app.ask('POST', '/api/2/episodes/{user}.json', [elsewhere])
  const { connection } = server.deps.db
  const ids = { device_id: app.deviceId, recording_id: recordingId }
  const told = { known_version: 1, told_version: 2, told_at: 3, again_at: 4 }
  await connection
    .insertInto('device_places')
    .values({ ...ids, ...told })
    .execute()
  const offer = { user_id: person.account.id, position_ms: 5, finished_at: 6, at: 7 }
  await connection
    .insertInto('place_offers')
    .values({ ...ids, ...offer })
    .execute()
}
