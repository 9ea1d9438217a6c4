import * as audioBooks from '@earmark/contract/audio-book-edits.ts'
import * as collections from '@earmark/contract/collection-edits.ts'
import * as creators from '@earmark/contract/creator-edits.ts'
import type { Endpoint } from '@earmark/contract/endpoint.ts'
import * as episodes from '@earmark/contract/episode-edits.ts'
import * as podcasts from '@earmark/contract/podcast-edits.ts'
import * as series from '@earmark/contract/series-edits.ts'
import { describe, expect, it } from 'vitest'
import { forAllTests } from '../../testing/for-all-tests.ts'
import { makePerson } from '../../testing/people.ts'
import { makeAudioBook, makeCreator, makeEpisode, makePodcast } from '../../testing/records.ts'
import { startTestServer } from '../../testing/server.ts'

/** What holds of every call that writes to the catalogue. */

const server = await forAllTests(startTestServer())
const editor = await makePerson(server, 'Editor')
const creatorId = await makeCreator(server, { nickname: 'Gull' })
await makeAudioBook(server, { name: 'One' })
const id = await makePodcast(server, { name: 'One' })
const episodeId = await makeEpisode(server, id, { number: 1, name: 'One' })
const draftId = await makePodcast(server, { name: 'Two', draft: true })
const known = { id, episodeId, creatorId, readerId: creatorId }

const writes: Endpoint[] = [audioBooks, podcasts, episodes, creators, series, collections]
  .flatMap((module) => Object.values(module) as unknown[])
  .filter((value): value is Endpoint => (value as Partial<Endpoint>).method !== undefined)
  .filter(({ method }) => method !== 'GET')
  .flatMap(withOneContent)
const named = writes.map((endpoint) => [`${endpoint.method} ${endpoint.url}`, endpoint] as const)
const ofRecords = named.filter(([, { url }]) => url.includes(':'))

/** A call that takes JSON or a form, once with each. */
function withOneContent(endpoint: Endpoint): Endpoint[] {
  const { body, form, ...schema } = endpoint.schema
  if (!body || !form) return [endpoint]
  return [
    { ...endpoint, schema: { ...schema, body } },
    { ...endpoint, schema: { ...schema, form } },
  ]
}

const form = { Id: 999_999, Number: 1, Name: 'x', Nickname: 'x' }
const body = { nickname: 'x', name: 'x', into: creatorId, items: [], baseUpdatedAt: '2026-01-01T00:00:00Z' }
const inputOf = (endpoint: Endpoint, params: Record<string, unknown>) => ({
  params,
  ...(endpoint.schema.form ? { form: { ...form, Id: params['id'] as number } } : {}),
  ...(endpoint.schema.body ? { body: { ...body, id: params['id'] } } : {}),
})
const unknown = 999_999

describe('writes of the catalogue', () => {
  it('are as many as the contract has', () => expect(named).toHaveLength(28))

  it.each(named)('%s is not for strangers', async (_name, endpoint) => {
    const answer = await server.attempt(endpoint, inputOf(endpoint, known))
    expect(answer).toMatchObject({ status: 401, codes: ['Unauthorized'] })
  })

  it.each(named)('%s is not for listeners', async (_name, endpoint) => {
    const user = await makePerson(server, 'User')
    const answer = await server.attempt(endpoint, inputOf(endpoint, known), user.headers)
    expect(answer).toMatchObject({ status: 403, codes: ['Forbidden'] })
  })

  it.each(ofRecords)('%s needs each of its records', async (_name, endpoint) => {
    const names = [...endpoint.url.matchAll(/:(\w+)/g)].map(([, name]) => name as string)
    for (const name of names) {
      for (const wrong of [unknown, 'x', 0]) {
        const params = { ...known, [name]: wrong }
        const answer = await server.attempt(endpoint, inputOf(endpoint, params), editor.headers)
        expect(answer).toMatchObject({ status: 404, codes: ['NotFound'] })
      }
    }
  })

  const withForm = ofRecords.filter(([, { schema }]) => schema.form)
  it.each(withForm)('%s of what is not there answers before it reads', async (_name, endpoint) => {
    const params = { ...known, id: unknown }
    const broken = { 'content-type': 'multipart/form-data; boundary=x', ...editor.headers }
    const answer = await server.attempt(endpoint, { params, body: 'no form' }, broken)
    expect(answer.codes).toEqual(['NotFound'])
  })

  const replacements = withForm.filter(([, { method }]) => method === 'PUT')
  it.each(replacements)('%s tells what is no instant from one that is past', async (_name, endpoint) => {
    const isEpisode = endpoint.url.includes(':episodeId')
    const put = (UpdatedAt: string) => {
      const given = { ...form, Id: isEpisode ? known.episodeId : known.id, UpdatedAt }
      return server.attempt(endpoint, { params: known, form: given }, editor.headers)
    }
    for (const garbage of ['yesterday', '1', '2026', '2026-01-01', '2026-13-01T00:00:00Z', 'Invalid Date']) {
      const [error] = (await put(garbage)).errors
      expect([garbage, error?.code, error?.field]).toEqual([garbage, 'InvalidBody', 'updatedAt'])
    }
    for (const past of ['2020-01-01T00:00:00Z', '2020-01-01T01:00:00.000+01:00']) {
      expect(await put(past)).toMatchObject({ status: 409, codes: ['StaleRecord'] })
    }
  })
})

describe('a new record tells where editors find it', () => {
  it.each([
    ['an audio book', audioBooks.createAudioBook, 'false', /^\/api\/audio-books\/\d+$/],
    ['a draft of an audio book', audioBooks.createAudioBook, 'true', /^\/api\/edit\/audio-books\/\d+$/],
    ['a podcast', podcasts.createPodcast, 'false', /^\/api\/podcasts\/\d+$/],
    ['a draft of a podcast', podcasts.createPodcast, 'true', /^\/api\/edit\/podcasts\/\d+$/],
    ['an episode', episodes.createEpisode, 'false', /^\/api\/podcasts\/\d+\/episodes\/\d+$/],
    ['a draft of an episode', episodes.createEpisode, 'true', /^\/api\/edit\/podcasts\/\d+\/episodes\/\d+$/],
    [
      'an episode of a draft',
      episodes.createEpisode,
      'false',
      /^\/api\/edit\/podcasts\/\d+\/episodes\/\d+$/,
      { id: draftId },
    ],
  ] as const)('%s', async (what, endpoint, Draft, address, params = known) => {
    const given = { Name: what, Number: Draft === 'true' ? 3 : 2, Draft }
    const created = await server.attempt(endpoint, { params, form: given }, editor.headers)
    const url = String(created.headers['location'])
    expect(url).toMatch(address)
    const read = await server.app.inject({ url, headers: editor.headers })
    expect([read.statusCode, read.json()]).toMatchObject([200, { name: what }])
  })
})
