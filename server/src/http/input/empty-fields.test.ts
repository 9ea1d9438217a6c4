import { createCreator, updateCreator } from '@earmark/contract/creator-edits.ts'
import { replaceAudioBookCredits } from '@earmark/contract/credit-edits.ts'
import { addAllToLibrary, addToLibrary } from '@earmark/contract/library.ts'
import { saveAudioBookPosition } from '@earmark/contract/position-edits.ts'
import { publishAudioBook } from '@earmark/contract/publishing.ts'
import { saveQueue } from '@earmark/contract/queues.ts'
import { describe, expect, it } from 'vitest'
import { makePerson } from '../../testing/people.ts'
import { makeAudioBook, makeCreator, makeEpisode, makePodcast } from '../../testing/records.ts'
import { startTestServer } from '../../testing/server.ts'
import { forAllTests } from '../../testing/for-all-tests.ts'

const server = await forAllTests(startTestServer())
const editor = await makePerson(server, 'Editor')
const audioBookId = await makeAudioBook(server, { name: 'One' })
const podcastId = await makePodcast(server, { name: 'One' })
const podcastEpisodeId = await makeEpisode(server, podcastId, { number: 1, name: 'One' })
const episode = { podcastId, podcastEpisodeId }

describe.each([
  ['""', ''],
  ['null', null],
])('%s in a request', (_, empty) => {
  const noBook = () => ({ ...episode, audioBookId: empty })
  const noEpisode = () => ({ audioBookId, podcastId: empty, podcastEpisodeId: empty })

  it('means an absent id of what is to be added to a library', async () => {
    for (const body of [noBook(), noEpisode()]) {
      const { status } = await server.attempt(addToLibrary, { body }, editor.headers)
      expect([200, 201]).toContain(status)
    }
    const neither = await server.attempt(addToLibrary, { body: { audioBookId: empty } }, editor.headers)
    expect(neither).toMatchObject({ status: 400, codes: ['InvalidBody'] })
  })

  it('means an absent id of an item of a queue', async () => {
    const { headers } = await makePerson(server)
    const body = { items: [noBook(), noEpisode()], currentIndex: empty, baseVersion: 0 }
    expect((await server.attempt(saveQueue, { body }, headers)).status).toBe(200)
    const neither = { ...body, items: [{ audioBookId: empty }] }
    expect(await server.attempt(saveQueue, { body: neither }, headers)).toMatchObject({
      codes: ['InvalidBody'],
    })
  })

  it('means the absent rate and end of a position', async () => {
    const { headers } = await makePerson(server)
    const body = { positionSeconds: 3, baseVersion: 0, finished: empty, playbackRate: empty }
    const saved = await server.attempt(saveAudioBookPosition, { params: { id: audioBookId }, body }, headers)
    expect(saved.status).toBe(200)
  })

  it('clears a text that may be absent, and is a missing one else', async () => {
    const body = { nickname: 'Gull', name: empty, surname: empty }
    const created = await server.attempt(createCreator, { body }, editor.headers)
    expect(JSON.parse(created.body)).toMatchObject({ name: null, surname: null })
    const nameless = await server.attempt(createCreator, { body: { nickname: empty } }, editor.headers)
    expect(nameless).toMatchObject({ status: 400, codes: ['NicknameRequired'] })
  })

  it('means an absent day of publishing, and any version that is replaced', async () => {
    const id = await makeAudioBook(server, { name: 'Draft', draft: true })
    const publish = { params: { id }, body: { publishAt: empty as string } }
    const published = await server.attempt(publishAudioBook, publish, editor.headers)
    expect(JSON.parse(published.body)).toMatchObject({ status: 'Published' })
    const creator = await makeCreator(server, { nickname: 'Gull' })
    const versions = { baseUpdatedAt: empty as string, updatedAt: empty as string }
    const body = { id: creator, nickname: 'Gull', ...versions }
    const saved = await server.attempt(updateCreator, { params: { id: creator }, body }, editor.headers)
    expect(saved.status).toBe(200)
    const unversioned = { credits: [], baseUpdatedAt: empty as string }
    const refused = await server.attempt(
      replaceAudioBookCredits,
      { params: { id }, body: unversioned },
      editor.headers,
    )
    expect(refused).toMatchObject({ status: 400, errors: [{ code: 'InvalidBody', field: 'baseUpdatedAt' }] })
  })

  it('is a missing one where a number must be', async () => {
    const id = await makeCreator(server, { nickname: 'Gull' })
    const body = { id: empty, nickname: 'Gull' }
    const refused = await server.attempt(updateCreator, { params: { id }, body }, editor.headers)
    expect(refused).toMatchObject({ status: 400, codes: ['IdMismatch'] })
    const listed = [{ ...episode, podcastEpisodeId: empty }]
    const unlisted = await server.attempt(addAllToLibrary, { body: listed }, editor.headers)
    expect(unlisted).toMatchObject({ status: 400, codes: ['InvalidBody'] })
  })
})
