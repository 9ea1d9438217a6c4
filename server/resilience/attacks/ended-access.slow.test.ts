import { deleteAccount } from '@earmark/contract/auth.ts'
import { deleteAudioBook } from '@earmark/contract/audio-book-edits.ts'
import { replaceAudioBookChapters } from '@earmark/contract/chapter-edits.ts'
import { removeDevice } from '@earmark/contract/devices.ts'
import { addFeedToken, removeFeedToken } from '@earmark/contract/feed-tokens.ts'
import { addToLibrary } from '@earmark/contract/library.ts'
import { getPodcast } from '@earmark/contract/podcasts.ts'
import { unfollowPodcast } from '@earmark/contract/follows.ts'
import { publishAudioBook, unpublishAudioBook } from '@earmark/contract/publishing.ts'
import { deleteUser } from '@earmark/contract/users.ts'
import { describe, expect, it } from 'vitest'
import { addSourceAtLast } from '../../src/testing/added-source.ts'
import { forAllTests } from '../../src/testing/for-all-tests.ts'
import { rss } from '../../src/testing/made-up-feeds.ts'
import { feed, startInternet } from '../../src/testing/made-up-internet/internet.ts'
import { startNode } from '../../src/testing/nodes.ts'
import { makePerson, password, type Person } from '../../src/testing/people.ts'
import { connectApp } from '../../src/testing/podcast-app.ts'
import { makeAudioBook, storeCover, storeSound } from '../../src/testing/records.ts'
import { startTestServer } from '../../src/testing/server.ts'

/**
 * What an app could read a moment ago is gone with the next request, on every node that has it in memory: of a token, an
 * account, a podcast of one's own and a record that have ended.
 */

const origin = 'https://audio.example.org'
const internet = await forAllTests(startInternet())
internet.host('own.example', {
  '/feed': feed(rss({ items: [{ title: 'Own', publishedAt: 1, url: 'http://own.example/1.mp3' }] })),
})
const environment = { PUBLIC_URL: origin, SOURCES: 'listeners' }
const members = await forAllTests(
  startTestServer({ internet, environment: { ...environment, ACCESS: 'members' } }),
)
const open = await forAllTests(startTestServer({ internet, environment }))

interface Reader {
  readonly person: Person
  readonly tokenId: number
  readonly bookId: number
  readonly podcastId: number
  /** Of what only the token, or an address that it was told, opens. */
  readonly paths: readonly string[]
  readonly pathsOfBook: readonly string[]
  readonly pathsOfPodcast: readonly string[]
}

describe.each([
  ['a server for members', members],
  ['an open server', open],
])('on two nodes of %s', async (which, server) => {
  const node = await forAllTests(startNode(server))
  const editor = await makePerson(server, 'Editor')
  const apps = [server.app, node.app]

  async function makeReader(): Promise<Reader> {
    const person = await makePerson(server)
    const { headers } = person
    const { token, id: tokenId } = await server.call(addFeedToken, { body: { name: 'Phone' } }, headers)
    const { podcastId } = await addSourceAtLast(server, 'http://own.example/feed', headers)
    const audio = await storeSound(server)
    const bookId = await makeAudioBook(server, {
      name: 'Novel',
      audio,
      ...(await storeCover(server, 'teal')),
    })
    const body = { baseVersion: 0, chapters: [{ startSeconds: 0, title: 'Intro' }] }
    await server.call(replaceAudioBookChapters, { params: { id: bookId }, body }, editor.headers)
    await server.call(addToLibrary, { body: { audioBookId: bookId } }, headers)
    const root = `/feeds/p/${token}`
    const [book, podcast] = [`${root}/audio-books/${bookId}.xml`, `${root}/podcasts/${podcastId}.xml`]
    return {
      person,
      tokenId,
      bookId,
      podcastId,
      paths: [`${root}/library.xml`],
      pathsOfBook: [book, ...(await addressesIn(book))],
      pathsOfPodcast: [podcast, ...(await addressesIn(podcast))],
    }
  }

  /** Of files that the feed names, those below its token first. */
  async function addressesIn(path: string): Promise<string[]> {
    const { body } = await server.app.inject(path)
    const found = body.matchAll(
      /(?:url|href)="https:\/\/audio\.example\.org(\/(?:feeds|media|relay)\/[^"]+)"/g,
    )
    return [...new Set([...found].map(([, address = '']) => address))].filter((address) => address !== path)
  }

  /** Heads alone: made-up connections take no files. */
  async function answersTo(paths: readonly string[], tags: ReadonlyMap<string, string> = new Map()) {
    const answers: [path: string, status: number, etag: string | undefined][] = []
    for (const [place, app] of apps.entries())
      for (const path of paths) {
        const known = tags.get(path)
        const method = /\.(xml|json)$/.test(path) ? 'GET' : 'HEAD'
        const headers = known === undefined ? {} : { 'if-none-match': known }
        const { statusCode, headers: told } = await app.inject({ method, url: path, headers })
        answers.push([`${place} ${path}`, statusCode, told.etag])
      }
    return answers
  }

  /** Reads all on both nodes, ends it, and reads it again as a client that has it. */
  async function expectEnd(paths: readonly string[], end: () => Promise<unknown>): Promise<void> {
    const before = await answersTo(paths)
    expect(before.filter(([path, status]) => status !== 200 && !path.includes('/relay/'))).toEqual([])
    const tags = new Map(before.flatMap(([path, , etag]) => (etag ? [[path.slice(2), etag] as const] : [])))
    expect(tags.size).toBeGreaterThan(0)
    await end()
    for (const known of [tags, new Map<string, string>()]) {
      const after = await answersTo(paths, known)
      expect(after.filter(([, status]) => status !== 404)).toEqual([])
    }
  }

  const belowToken = (paths: readonly string[]) => paths.filter((path) => path.startsWith('/feeds/p/'))

  it.each<[string, (reader: Reader) => Promise<unknown>]>([
    [
      'a token that is removed',
      ({ person, tokenId }) => server.call(removeFeedToken, { params: { id: tokenId } }, person.headers),
    ],
    [
      'an account that its owner deletes',
      ({ person }) => server.call(deleteAccount, { body: { password } }, person.headers),
    ],
    [
      'an account that an administrator deletes',
      async ({ person }) => {
        const { headers } = await makePerson(server, 'Admin')
        await server.call(deleteUser, { params: { id: person.account.id } }, headers)
      },
    ],
  ])('all that is below the token ends with %s', async (_what, end) => {
    const reader = await makeReader()
    const paths = belowToken([...reader.paths, ...reader.pathsOfBook, ...reader.pathsOfPodcast])
    expect(paths.length).toBeGreaterThan(which === 'an open server' ? 3 : 5)
    await expectEnd(paths, () => end(reader))
  })

  it.each([
    ['unpublished', unpublishAudioBook],
    ['deleted', deleteAudioBook],
  ] as const)('all of a book ends when it is %s, its picture for feeds with it', async (_what, endpoint) => {
    const { bookId, pathsOfBook, paths } = await makeReader()
    expect(pathsOfBook.some((path) => path.startsWith('/feeds/images/'))).toBe(true)
    await expectEnd(pathsOfBook, () => server.call(endpoint, { params: { id: bookId } }, editor.headers))
    for (const app of apps) expect((await app.inject(paths[0] ?? '')).body).not.toContain('Novel')
  })

  it('a book that was unpublished has no former address when it is public again', async () => {
    const { bookId, pathsOfBook } = await makeReader()
    const files = pathsOfBook.filter((path) => /\/(media|images)\//.test(path))
    const input = { params: { id: bookId } }
    await server.call(unpublishAudioBook, input, editor.headers)
    await server.call(publishAudioBook, { ...input, body: {} }, editor.headers)
    expect((await answersTo(files)).filter(([, status]) => status !== 404)).toEqual([])
  })

  it('a podcast of one’s own ends when it is followed no more', async () => {
    const { podcastId, pathsOfPodcast, person } = await makeReader()
    const { headers } = person
    expect((await server.call(getPodcast, { params: { id: podcastId } }, headers)).name).toBe('Walks')
    const feeds = belowToken(pathsOfPodcast).filter((path) => !path.includes('/relay/'))
    await expectEnd(feeds, () => server.call(unfollowPodcast, { params: { id: podcastId } }, headers))
    for (const app of apps)
      expect((await app.inject({ url: `/api/podcasts/${podcastId}`, headers })).statusCode).toBe(404)
  })

  it.each<[string, (person: Person, deviceId: string) => Promise<unknown>]>([
    [
      'its password is removed',
      (person, id) => server.call(removeDevice, { params: { id } }, person.headers),
    ],
    [
      'the account is deleted',
      (person) => server.call(deleteAccount, { body: { password } }, person.headers),
    ],
  ])('an app is signed in no more, by its cookie as little, when %s', async (_what, end) => {
    const person = await makePerson(server)
    const app = await connectApp(server, person)
    const url = '/gpodder/index.php/apps/gpoddersync/subscriptions'
    const { authorization } = app
    const cookie = String((await app.ask('GET', url.replace('/gpodder', ''))).headers['set-cookie'])
    const ways = [{ authorization }, { cookie: cookie.replace(/;.*/, '') }]
    const statuses = async () => {
      const found = new Set<number>()
      for (const one of apps)
        for (const headers of ways) found.add((await one.inject({ url, headers })).statusCode)
      return found
    }
    expect(await statuses()).toEqual(new Set([200]))
    await end(person, app.deviceId)
    expect(await statuses()).toEqual(new Set([401]))
  })
})
