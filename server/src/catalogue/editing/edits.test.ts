import * as audioBooks from '@earmark/contract/audio-book-edits.ts'
import * as creators from '@earmark/contract/creators.ts'
import type { Endpoint } from '@earmark/contract/endpoint.ts'
import * as episodes from '@earmark/contract/episode-edits.ts'
import * as podcasts from '@earmark/contract/podcast-edits.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makePerson, type Person } from '../../testing/people.ts'
import { pictureFile } from '../../testing/forms.ts'
import { makeAudioBook, makeCreator, makeEpisode, makePodcast } from '../../testing/records.ts'
import { startTestServer, type TestForm, type TestServer } from '../../testing/server.ts'

/** What every write of the catalogue has in common. */

let server: TestServer
let editor: Person
let known: { id: number; episodeId: number; creatorId: number; readerId: number }
beforeAll(async () => {
  server = await startTestServer()
  editor = await makePerson(server, 'Editor')
  const creatorId = await makeCreator(server, { nickname: 'Gull' })
  await makeAudioBook(server, { name: 'One' })
  const id = await makePodcast(server, { name: 'One' })
  const episodeId = await makeEpisode(server, id, { number: 1, name: 'One' })
  known = { id, episodeId, creatorId, readerId: creatorId }
})
afterAll(async () => await server[Symbol.asyncDispose]())

const writes: Endpoint[] = [audioBooks, podcasts, episodes, creators]
  .flatMap((module) => Object.values(module) as object[])
  .filter((value): value is Endpoint => 'method' in value && value.method !== 'GET')
const named = writes.map((endpoint) => [`${endpoint.method} ${endpoint.url}`, endpoint] as const)
const ofRecords = named.filter(([, { url }]) => url.includes(':'))

const form = { Id: 999_999, Number: 1, Name: 'x' }
const inputOf = (endpoint: Endpoint, params: Record<string, unknown>) => ({
  params,
  ...(endpoint.schema.form ? { form: { ...form, Id: params['id'] as number } } : {}),
  ...(endpoint.schema.body ? { body: { id: params['id'], nickname: 'x' } } : {}),
})
const unknown = 999_999

describe('writes of the catalogue', () => {
  it('are as many as the contract has', () => expect(named).toHaveLength(18))

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

describe.each([
  ['an audio book', audioBooks.createAudioBook, audioBooks.updateAudioBook],
  ['a podcast', podcasts.createPodcast, podcasts.updatePodcast],
  ['an episode', episodes.createEpisode, episodes.updateEpisode],
] as const)('the preview that the server has made of the cover of %s', (_kind, create, update) => {
  interface Shown {
    readonly id: number
    readonly coverImageUrl: string
    readonly coverImagePreviewUrl: string
  }
  let red: Blob
  let blue: Blob
  beforeAll(async () => {
    ;[red, blue] = await Promise.all([pictureFile('#a00'), pictureFile('#00a')])
  })

  let number = 1
  async function make(form: TestForm = { CoverImage: red }): Promise<Shown> {
    number += 1
    const input = { params: known, form: { Number: number, Name: 'x', ...form } }
    return JSON.parse((await server.attempt(create, input, editor.headers)).body) as Shown
  }

  /** Each time the same number; null when the address of the preview is refused. */
  async function put({ id }: Shown, form: TestForm): Promise<Shown | null> {
    const isEpisode = update.url.includes(':episodeId')
    const given = { Id: id, Number: 1_000 + id, Name: 'x', ...form }
    const input = { params: isEpisode ? { id: known.id, episodeId: id } : { id }, form: given }
    const { status, body, errors } = await server.attempt(update, input, editor.headers)
    if (status === 200) return JSON.parse(body) as Shown
    expect(errors).toMatchObject([{ code: 'UnknownMedia', field: 'coverImagePreviewUrl' }])
    return null
  }

  it('may still be named by the form that has replaced it, however often that is saved', async () => {
    const read = await make()
    const form = { CoverImage: blue, CoverImagePreviewUrl: read.coverImagePreviewUrl }
    const addresses = [read.coverImagePreviewUrl]
    for (let save = 1; save <= 3; save += 1) {
      const saved = await put(read, form)
      addresses.push(saved?.coverImagePreviewUrl ?? '')
    }
    expect(new Set(addresses).size).toBe(4)
    const named = { CoverImagePreviewUrl: read.coverImagePreviewUrl }
    const without = await put(read, { ...named, CoverImageUrl: (await put(read, form))?.coverImageUrl ?? '' })
    expect(addresses).not.toContain(without?.coverImagePreviewUrl)
    expect(await put(read, named)).not.toBeNull()
    expect(await put(read, named)).not.toBeNull()
  })

  it('may not be named any more after the next one has been replaced, too', async () => {
    const read = await make()
    const first = await put(read, { CoverImage: blue, CoverImagePreviewUrl: read.coverImagePreviewUrl })
    await put(read, { CoverImage: red, CoverImagePreviewUrl: first?.coverImagePreviewUrl ?? '' })
    expect(await put(read, { CoverImage: red, CoverImagePreviewUrl: read.coverImagePreviewUrl })).toBeNull()
  })

  it('may not be named where an editor has chosen one meanwhile, nor a chosen one that is gone', async () => {
    const read = await make()
    const chosen = await put(read, { CoverImage: blue, CoverImagePreview: red })
    expect(await put(read, { CoverImage: red, CoverImagePreviewUrl: read.coverImagePreviewUrl })).toBeNull()
    await put(read, { CoverImage: red })
    const gone = chosen?.coverImagePreviewUrl ?? ''
    expect(await put(read, { CoverImage: red, CoverImagePreviewUrl: gone })).toBeNull()
  })

  it('may be named of this record only', async () => {
    const [read, other] = [await make(), await make()]
    await put(other, { CoverImage: blue })
    for (const { coverImagePreviewUrl } of [other, await make()])
      expect(await put(read, { CoverImage: blue, CoverImagePreviewUrl: coverImagePreviewUrl })).toBeNull()
  })
})
