import * as contract from '@earmark/contract/feed-settings.ts'
import { expect, it } from 'vitest'
import { forAllTests } from '../../../testing/for-all-tests.ts'
import { makePerson } from '../../../testing/people.ts'
import { makeAudioBook, makeCreator, makeEpisode, makePodcast, storeCover } from '../../../testing/records.ts'
import { startTestServer } from '../../../testing/server.ts'

const server = await forAllTests(
  startTestServer({ environment: { PUBLIC_URL: 'https://audio.example.org' } }),
)
const { headers } = await makePerson(server, 'Editor')
const author = await makeCreator(server, { nickname: 'Ada' })

const kinds = [
  {
    kind: 'a podcast',
    read: contract.getPodcastFeed,
    replace: contract.replacePodcastFeed,
    path: 'podcasts',
    make: (draft = false) =>
      makePodcast(server, {
        name: 'Stars',
        description: 'Of stars',
        language: 'de',
        voicerIds: [author],
        categories: ['Technology'],
        draft,
      }),
    own: { type: 'episodic', categories: ['Technology'] },
  },
  {
    kind: 'an audio book',
    read: contract.getAudioBookFeed,
    replace: contract.replaceAudioBookFeed,
    path: 'audio-books',
    make: (draft = false) =>
      makeAudioBook(server, {
        name: 'Stars',
        description: 'Of stars',
        language: 'de',
        credits: [{ creatorId: author, role: 'Author' }],
        genres: ['Fiction'],
        draft,
      }),
    own: { type: 'serial', categories: ['Fiction'] },
  },
] as const

it.each(kinds)('$kind has a feed that follows it until an editor sets something else', async (kind) => {
  const id = await kind.make()
  const params = { id }
  const before = await server.call(kind.read, { params }, headers)
  const { findings, ...settings } = before
  expect(settings).toMatchObject({
    ...kind.own,
    language: 'de',
    author: 'Ada',
    explicit: false,
    locked: true,
  })
  expect(settings).toMatchObject({ tellOwner: false, complete: false, funding: [], verify: [], link: null })
  expect(findings).toEqual([
    { code: 'CoverTooSmall', description: 'Apple Podcasts needs a cover of at least 1,400 pixels.' },
  ])
  const wanted = {
    language: 'pt-BR',
    categories: ['Books', 'History'],
    explicit: true,
    type: 'serial',
    complete: true,
    locked: false,
    funding: [{ url: 'https://example.org/give', text: 'Give' }],
    verify: ['abc'],
    author: 'Somebody',
    ownerEmail: 'owner@example.org',
    tellOwner: true,
    link: 'https://example.org/stars',
    copyright: '© Ada',
  } as const
  const body = {
    ...wanted,
    categories: [...wanted.categories],
    funding: [...wanted.funding],
    verify: ['abc'],
  }
  const first = { params, body: { ...body, language: 'pt-br', updatedAt: before.updatedAt } }
  const after = await server.call(kind.replace, first, headers)
  expect(after).toMatchObject(wanted)
  expect(after.updatedAt).not.toBe(before.updatedAt)
  expect(await server.call(kind.read, { params }, headers)).toEqual(after)
  const stale = await server.attempt(kind.replace, first, headers)
  expect(stale).toMatchObject({ status: 409, codes: ['StaleRecord'] })

  const { body: xml } = await server.app.inject(`/feeds/${kind.path}/${id}.xml`)
  for (const line of [
    '<language>pt-BR</language>',
    '<itunes:category text="Arts"><itunes:category text="Books"/></itunes:category>',
    '<itunes:category text="History"/>',
    '<itunes:explicit>true</itunes:explicit>',
    '<itunes:author>Somebody</itunes:author>',
    '<itunes:owner><itunes:name>Somebody</itunes:name><itunes:email>owner@example.org</itunes:email></itunes:owner>',
    '<podcast:locked owner="owner@example.org">no</podcast:locked>',
    '<podcast:funding url="https://example.org/give">Give</podcast:funding>',
    '<podcast:txt purpose="verify">abc</podcast:txt>',
    '<itunes:complete>Yes</itunes:complete>',
    '<copyright>© Ada</copyright>',
    '<link>https://example.org/stars</link>',
  ])
    expect(xml).toContain(line)
})

it.each(kinds)('the settings of $kind that are given back as they are follow it still', async (kind) => {
  const id = await kind.make()
  const params = { id }
  const settings = await server.call(kind.read, { params }, headers)
  const again = await server.call(kind.replace, { params, body: settings as never }, headers)
  expect({ ...again, updatedAt: '' }).toEqual({ ...settings, updatedAt: '' })
  const table = kind.path === 'podcasts' ? 'podcast_feeds' : 'audio_book_feeds'
  const key = kind.path === 'podcasts' ? 'podcast_id' : 'audio_book_id'
  const row = await server.deps.db.connection
    .selectFrom(table)
    .where(key as never, '=', id as never)
    .select(['language', 'author', 'type', 'categories', 'is_explicit'])
    .executeTakeFirstOrThrow()
  expect(row).toEqual({ language: null, author: null, type: null, categories: '[]', is_explicit: null })
})

it('a podcast that is heard from its beginning on is serial, and each of its subjects is told once', async () => {
  const categories = ['Society & Culture', 'Documentary', 'News', 'Daily News', 'Arts', 'Sailing']
  const id = await makePodcast(server, { name: 'Stars', episodeOrder: 'Oldest', categories })
  const params = { id }
  const own = {
    type: 'serial',
    categories: ['Arts', 'Daily News', 'Documentary'],
    author: null,
    copyright: null,
  }
  const settings = await server.call(contract.getPodcastFeed, { params }, headers)
  expect(settings).toMatchObject(own)
  const body = { ...settings, author: ' ', copyright: ' ' } as never
  expect(await server.call(contract.replacePodcastFeed, { params, body }, headers)).toMatchObject(own)
})

it.each(kinds)('the feed of $kind may be set while it is a draft', async (kind) => {
  const id = await kind.make(true)
  const params = { id }
  const settings = await server.call(kind.read, { params }, headers)
  await server.call(kind.replace, { params, body: { ...settings, author: 'Early' } as never }, headers)
  expect(await server.call(kind.read, { params }, headers)).toMatchObject({ author: 'Early' })
})

const id = await makePodcast(server, { name: 'Refused' })
it.each<[field: string, value: unknown]>([
  ['categories', ['Nonsense']],
  ['categories', ['Arts', 'Books', 'History', 'Fiction']],
  ['language', 'not a language'],
  ['ownerEmail', 'nobody'],
  ['link', 'javascript:alert(1)'],
  ['funding', [{ url: 'ftp://example.org', text: 'Give' }]],
  ['funding', Array.from({ length: 6 }, () => ({ url: 'https://example.org', text: 'Give' }))],
  ['type', 'random'],
  ['firstPageItems', 999],
  ['firstPageItems', 10_001],
  ['firstPageItems', 1000.5],
  ['firstPageItems', 'many'],
])('refuses as %s: %j', async (field, value) => {
  const settings = await server.call(contract.getPodcastFeed, { params: { id } }, headers)
  const body = { ...settings, [field]: value }
  const refused = await server.attempt(contract.replacePodcastFeed, { params: { id }, body }, headers)
  expect(refused).toMatchObject({ status: 400, codes: ['InvalidBody'], errors: [{ field }] })
})

it('the first page of a podcast has 1 000 items until an editor raises that, and again for who does not name it', async () => {
  const params = { id }
  const read = async () => await server.call(contract.getPodcastFeed, { params }, headers)
  const write = async (firstPageItems?: number | null) => {
    const { firstPageItems: _, ...settings } = await read()
    const body = { ...settings, ...(firstPageItems !== undefined && { firstPageItems }) }
    return await server.call(contract.replacePodcastFeed, { params, body: body as never }, headers)
  }
  expect(await read()).toMatchObject({ firstPageItems: 1000 })
  for (const unset of [undefined, null]) {
    for (const wanted of [10_000, 1000, 2500]) {
      expect(await write(wanted)).toMatchObject({ firstPageItems: wanted })
      expect(await read()).toMatchObject({ firstPageItems: wanted })
    }
    expect(await write(unset)).toMatchObject({ firstPageItems: 1000 })
  }
})

it('the feed of an audio book has no such setting', async () => {
  const params = { id: await makeAudioBook(server, { name: 'Short' }) }
  const settings = await server.call(contract.getAudioBookFeed, { params }, headers)
  expect(settings).not.toHaveProperty('firstPageItems')
  const body = { ...settings, firstPageItems: 2000 } as never
  const replaced = await server.call(contract.replaceAudioBookFeed, { params, body }, headers)
  expect(replaced).not.toHaveProperty('firstPageItems')
})

it('finds what directories would refuse, until it is mended', async () => {
  const bare = await makePodcast(server, { name: 'Bare', ...(await storeCover(server, 'teal')) })
  const findings = async () =>
    (await server.call(contract.getPodcastFeed, { params: { id: bare } }, headers)).findings.map(
      ({ code }) => code,
    )
  const known = ['NoCategory', 'CoverTooSmall', 'NoDescription', 'NoAuthor']
  expect(await findings()).toEqual(known)
  // A sound elsewhere is in the feed, too.
  const episodeId = await makeEpisode(server, bare, { number: 1, name: 'One' })
  await server.deps.db.connection
    .updateTable('recordings')
    .set({ relay_type: 'audio/ogg' })
    .where('episode_id', '=', episodeId)
    .execute()
  expect(new Set(await findings())).toEqual(new Set([...known, 'EnclosureTypeNotAccepted']))
})

it('is 404 for what is not there', async () => {
  for (const { read } of kinds)
    expect(await server.attempt(read, { params: { id: 999_999 } }, headers)).toMatchObject({ status: 404 })
})
