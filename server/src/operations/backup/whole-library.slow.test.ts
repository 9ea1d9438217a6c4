import { randomUUID } from 'node:crypto'
import { createAudioBook, updateAudioBook } from '@earmark/contract/audio-book-edits.ts'
import { addBookmark } from '@earmark/contract/bookmarks.ts'
import { replaceEpisodeChapters } from '@earmark/contract/chapter-edits.ts'
import { type AudioBook, getAudioBook } from '@earmark/contract/audio-books.ts'
import { register } from '@earmark/contract/auth.ts'
import { createCollection, replaceCollectionItems } from '@earmark/contract/collection-edits.ts'
import { replaceAudioBookCredits } from '@earmark/contract/credit-edits.ts'
import { createCreator, mergeCreator } from '@earmark/contract/creator-edits.ts'
import type { Endpoint } from '@earmark/contract/endpoint.ts'
import { createEpisode } from '@earmark/contract/episode-edits.ts'
import { getPodcastFeed, replacePodcastFeed } from '@earmark/contract/feed-settings.ts'
import { addFeedToken } from '@earmark/contract/feed-tokens.ts'
import { followPodcast } from '@earmark/contract/follows.ts'
import { createInvitation } from '@earmark/contract/invitations.ts'
import { addToLibrary, listLibrary } from '@earmark/contract/library.ts'
import { createPodcast } from '@earmark/contract/podcast-edits.ts'
import { saveAudioBookPosition } from '@earmark/contract/position-edits.ts'
import { publishAudioBook } from '@earmark/contract/publishing.ts'
import { saveQueue } from '@earmark/contract/queues.ts'
import { getPodcast } from '@earmark/contract/podcasts.ts'
import { addSource, checkSource, getSource } from '@earmark/contract/sources.ts'
import { createSeries } from '@earmark/contract/series-edits.ts'
import { expect, it } from 'vitest'
import { publishDue } from '../../catalogue/publishing/publish-on-time.ts'
import { apiAccess } from '../../http/guard/access.ts'
import { backUpServer, restoreInto, temporaryFolder } from '../../testing/archives.ts'
import { createEmptyDatabase } from '../../testing/engines.ts'
import { forAllTests } from '../../testing/for-all-tests.ts'
import { audioFile, pictureFile } from '../../testing/forms.ts'
import { imagesJob } from '../../exchange/sources/images/images-job.ts'
import { waitingPlacesJob } from '../../exchange/sources/writing/waiting-places.ts'
import { documentsJob } from '../../exchange/sources/documents/documents-job.ts'
import { rss } from '../../testing/made-up-feeds.ts'
import { answers, feed, startInternet } from '../../testing/made-up-internet/internet.ts'
import { makePerson, password, signInAs } from '../../testing/people.ts'
import { useApp } from '../../testing/podcast-app.ts'
import { chapterTag } from '../../testing/recordings/tags.ts'
import { startTestServer, type TestForm, type TestServer } from '../../testing/server.ts'
import { makeImportedBook } from '../../testing/imported-books.ts'
import { variableMp3 } from '../../testing/variable-mp3.ts'

/** A library that uses every table and every field, before and after a backup and a restore. */

/** Passwords of feeds can be read again where the secret is the same. */
const environment = {
  REGISTRATION: 'invitation',
  TOKEN_SECRET: 'a secret that outlives the library of this test',
}
const internet = await forAllTests(startInternet())
const server = await forAllTests(startTestServer({ environment, internet }))
const admin = await makePerson(server, 'Admin')
const listener = await makePerson(server)
/** Found by an index, which is joined with it. */
const chapters = chapterTag([
  { startMs: 0, title: 'One' },
  { startMs: 60_000, title: 'Two' },
])
const longSound = new Blob([new Uint8Array(chapters), new Uint8Array(variableMp3(121))])
const [cover, preview, sound] = [
  await pictureFile('#204060'),
  await pictureFile('#406020'),
  await audioFile('opus'),
]

async function make(endpoint: Endpoint, given: { form?: TestForm; body?: object; params?: object }) {
  const input = { ...given, params: { ...given.params } }
  const { status, body } = await server.attempt(endpoint, input, admin.headers)
  expect([endpoint.url, status, body]).toEqual([endpoint.url, 201, body])
  return JSON.parse(body) as { id: number; updatedAt: string }
}

const files = { CoverImage: cover, CoverImagePreview: preview }
const dayMs = 86_400_000
const publishAt = server.time.now + dayMs

const { id: seriesId } = await make(createSeries, { body: { name: 'Waves', description: 'Of water.' } })
const creatorForm = { Biography: 'Born.', Links: ['https://a.example/'], SortName: 'Owl, The' }
const { id: creatorId } = await make(createCreator, {
  form: { Nickname: 'The Owl', Name: 'Ada', Surname: 'Owl', ...creatorForm, Image: cover },
})
const { id: mergedId } = await make(createCreator, { body: { nickname: 'Owl' } })
const bookForm = {
  Name: 'Rain',
  Description: 'On a roof.',
  Subtitle: 'A sound',
  Genres: ['Sea', 'Night'],
  Language: 'pt-BR',
  PublishedYear: '1931',
  Publisher: 'Tin',
  Isbn: '978-0-00-000000-2',
  IsAbridged: 'true',
  IsExplicit: 'true',
  Series: [{ id: seriesId, sequence: '1.5' }],
  Audio: sound,
  ...files,
}
const book = await make(createAudioBook, { form: bookForm })
const { id: scheduledId } = await make(createAudioBook, {
  form: { ...bookForm, Name: 'Snow', Draft: 'true', Audio: [longSound, longSound] },
})
const podcastForm = { Name: 'Talks', Categories: ['Talk'], Language: 'en', IsExplicit: 'true' }
const { id: podcastId } = await make(createPodcast, {
  form: { ...podcastForm, Link: 'https://talks.example/', EpisodeOrder: 'Oldest', ...files },
})
const episodeForm = (number: number): TestForm => ({
  Number: number,
  Name: `Talk ${number}`,
  Season: '2',
  EpisodeType: 'Bonus',
  IsExplicit: 'true',
  PublishedAt: '2019-05-05T05:05:05.000Z',
  Audio: sound,
})
const { id: collectionId, updatedAt } = await make(createCollection, {
  body: { name: 'Firsts', description: 'To begin with', isOnHome: true, place: 3 },
})
const items = [{ audioBookId: book.id }, { podcastId }, { audioBookId: scheduledId }]
const itemsBody = { items, baseUpdatedAt: updatedAt }
const { headers } = admin
await server.call(replaceCollectionItems, { params: { id: collectionId }, body: itemsBody }, headers)
const credits = [
  { creatorId: mergedId, role: 'Author' as const },
  { creatorId: mergedId, role: 'Voice' as const, as: 'the Keeper' },
]
const { updatedAt: baseUpdatedAt } = await server.call(getAudioBook, { params: { id: book.id } })
await server.call(
  replaceAudioBookCredits,
  { params: { id: book.id }, body: { credits, baseUpdatedAt } },
  headers,
)
await server.call(mergeCreator, { params: { id: mergedId }, body: { into: creatorId } }, headers)
const scheduled = { publishAt: new Date(publishAt).toISOString() }
await server.call(publishAudioBook, { params: { id: scheduledId }, body: scheduled }, headers)
await server.call(followPodcast, { params: { id: podcastId }, body: {} }, listener.headers)
await server.call(addFeedToken, { body: { name: 'Phone' } }, listener.headers)
const feedSettings = await server.call(getPodcastFeed, { params: { id: podcastId } }, headers)
await server.call(
  replacePodcastFeed,
  { params: { id: podcastId }, body: { ...feedSettings, author: 'Ada', firstPageItems: 2500 } as never },
  headers,
)
const episode = await make(createEpisode, { params: { id: podcastId }, form: episodeForm(1) })
const ownChapters = { chapters: [{ startSeconds: 0.1, title: 'Greeting' }], baseVersion: 0 }
await server.call(
  replaceEpisodeChapters,
  { params: { id: podcastId, episodeId: episode.id }, body: ownChapters },
  headers,
)
await server.call(addToLibrary, { body: { audioBookId: book.id } }, listener.headers)
const bookmark = { audioBookId: book.id, startSeconds: 0.2, endSeconds: 0.4, note: 'Один' }
await server.call(addBookmark, { body: bookmark }, listener.headers)
for (const baseVersion of [0, 1]) {
  const position = { positionSeconds: 0.5, baseVersion, playbackRate: 1.5 }
  await server.call(saveAudioBookPosition, { params: { id: book.id }, body: position }, listener.headers)
}
const queue = { items: [{ audioBookId: book.id }], currentIndex: 0, baseVersion: 0 }
await server.call(saveQueue, { body: queue }, listener.headers)
const invited = await server.call(createInvitation, { body: { role: 'Editor' } }, headers)
const invitation = new URL(invited?.link ?? '').searchParams.get('invitation')
const registered = { email: `${randomUUID()}@example.org`, password, name: 'Bea' }

await useApp(server, listener, 1)

const transcript = '<podcast:transcript url="http://feeds.example/walk.vtt" type="text/vtt"/>'
const picture = '<itunes:image href="http://feeds.example/walk.png"/>'
const pictureBytes = new Uint8Array(await preview.arrayBuffer())
const walks = [{ title: 'Walk', publishedAt: 1, seconds: 60, bytes: 999, more: transcript + picture }]
const more =
  '<podcast:guid>917393e3-1b1e-5cef-ace4-edaa54e1f810</podcast:guid><itunes:author>Ada Brook</itunes:author>'
internet.host('feeds.example', ({ path, headers: { authorization } }) => {
  if (authorization === undefined) return answers(401)
  if (path === '/walk.png') return answers(200, pictureBytes, { 'content-type': 'image/png' })
  return path === '/feed'
    ? feed(rss({ more, items: walks }))
    : answers(200, 'WEBVTT\n\nThe gate stands open.\n')
})
const source = await server.call(addSource, { body: { url: 'http://me:pass@feeds.example/feed' } }, headers)
await server.deps.jobs.runDue(documentsJob)
await server.deps.jobs.runDue(imagesJob)
await server.deps.jobs.runDue(waitingPlacesJob)
const pictured = await server.call(getPodcast, { params: { id: source.podcastId } })

const importedId = await makeImportedBook(server)
const importedForm = { Id: importedId, Name: 'By hand' }
await server.call(updateAudioBook, { params: { id: importedId }, form: importedForm }, headers)

const archive = await forAllTests(temporaryFolder())
const { manifest } = await backUpServer(server, archive.path)

/** Of the first records of each kind, and of some that are not there. */
const reads = Object.keys(apiAccess).flatMap((call) => {
  const [method, path = ''] = call.split(' ')
  if (method !== 'GET' || /docs|openapi/.test(path)) return []
  return ['1', '2', '3'].map((id) => `/api${path.replaceAll(/:\w+/g, id)}`)
})

async function answersOf(asked: TestServer): Promise<Map<string, string>> {
  const people = [
    await signInAs(asked, admin.account, admin.deviceId),
    await signInAs(asked, listener.account, listener.deviceId),
  ]
  const answers = new Map<string, string>()
  for (const url of new Set(reads))
    for (const [place, person] of people.entries()) {
      const { statusCode, body } = await asked.app.inject({ url, headers: person.headers })
      answers.set(`${place} ${url}`, `${statusCode} ${body}`)
    }
  return answers
}

it('has no table that it leaves empty', () => {
  // Mails and other work that waits is taken along, but none waits here.
  const empty = manifest.tables.filter(({ count }) => count === 0).map(({ name }) => name)
  const unused = [
    'library_files',
    'library_book_files',
    'library_groups',
    'imports',
    'import_books',
    'moved_records',
  ]
  expect(empty).toEqual(['milestones', 'email_tokens', 'jobs', ...unused])
})

it('has the picture of an item of a feed', () => {
  expect(pictured.episodes.map(({ coverInherited }) => coverInherited)).toEqual([false])
})

it('answers every call as before, and goes on as it would have', async () => {
  await using place = await temporaryFolder()
  const database = await createEmptyDatabase()
  await restoreInto(archive.path, place.path, database.url)
  await using restored = await startTestServer({ environment, place: { dataDir: place.path, database } })
  const [before, after] = [await answersOf(server), await answersOf(restored)]
  expect([...after].filter(([address, answer]) => before.get(address) !== answer)).toEqual([])
  expect([...before.values()].filter((answer) => answer.startsWith('200')).length).toBeGreaterThan(60)
  const addresses = new Set([...before.values()].flatMap((answer) => answer.match(/\/media\/[\w.-]+/g) ?? []))
  expect(addresses.size).toBeGreaterThanOrEqual(7)
  for (const url of addresses)
    expect([url, (await restored.app.inject({ method: 'HEAD', url })).statusCode]).toEqual([url, 200])

  const person = await signInAs(restored, listener.account)
  const editor = await signInAs(restored, admin.account)
  const input = { params: { id: podcastId }, form: episodeForm(2) }
  expect((await restored.attempt(createEpisode, input, editor.headers)).status).toBe(201)
  const library = await restored.call(listLibrary, {}, person.headers)
  expect(library.flatMap(({ podcastEpisode }) => podcastEpisode?.name ?? [])).toContain('Talk 2')
  const restoredFeed = await restored.call(getPodcastFeed, { params: { id: podcastId } }, editor.headers)
  expect(restoredFeed).toMatchObject({ author: 'Ada', firstPageItems: 2500 })
  const body = { ...registered, invitation }
  expect((await restored.attempt(register, { body })).status).toBe(204)
  expect((await restored.attempt(register, { body })).codes).toEqual(['InvitationRequired'])
  restored.time.now = publishAt - 1
  await publishDue(restored.deps)
  expect(await restored.refusal(`/audio-books/${scheduledId}`)).toMatchObject({ status: 404 })
  restored.time.now = publishAt
  await publishDue(restored.deps)
  const shown: AudioBook = await restored.call(getAudioBook, { params: { id: scheduledId } })
  expect(shown.publishedAt).toBe(scheduled.publishAt)
})

it('goes on with feeds elsewhere, with their passwords', async () => {
  await using place = await temporaryFolder()
  const database = await createEmptyDatabase()
  await restoreInto(archive.path, place.path, database.url)
  await using restored = await startTestServer({
    environment,
    internet,
    place: { dataDir: place.path, database },
  })
  walks.push({ title: 'Climb', publishedAt: 2, seconds: 90, bytes: 555, more: '' })
  restored.time.now = server.time.now + 2 * dayMs
  const asAdmin = (await signInAs(restored, admin.account, admin.deviceId)).headers
  const params = { id: source.id }
  await restored.call(checkSource, { params }, asAdmin)
  await restored.deps.sourceChecks.runDue()
  expect(await restored.call(getSource, { params }, asAdmin)).toMatchObject({
    episodesCount: 2,
    lastError: null,
    url: source.url,
  })
})
