import { maxBookmarks } from '@earmark/contract/limits.ts'
import { randomUUID } from 'node:crypto'
import * as contract from '@earmark/contract/bookmarks.ts'
import { replaceAudioBookChapters } from '@earmark/contract/chapter-edits.ts'
import { deleteAudioBook } from '@earmark/contract/audio-book-edits.ts'
import { deleteUser } from '@earmark/contract/users.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { findRecording } from '../../catalogue/recordings/recordings.queries.ts'
import { forAllTests } from '../../testing/for-all-tests.ts'
import { makePerson, type Person } from '../../testing/people.ts'
import { makeAudioBook, makeEpisode, makePodcast, soundOf } from '../../testing/records.ts'
import { startTestServer } from '../../testing/server.ts'

const server = await forAllTests(startTestServer())
const editor = await makePerson(server, 'Editor')
const bookId = await makeAudioBook(server, { name: 'Persuasion', audio: soundOf(100) })
const podcastId = await makePodcast(server, { name: 'Talks' })
const episodeId = await makeEpisode(server, podcastId, { number: 1, name: '=Sea', audio: soundOf(100) })
const book = { audioBookId: bookId }
const episode = { podcastId, podcastEpisodeId: episodeId }
const chapters = [
  { startSeconds: 0, title: 'One' },
  { startSeconds: 50, title: 'Two, “the Lock”' },
]
await server.call(
  replaceAudioBookChapters,
  { params: { id: bookId }, body: { chapters, baseVersion: 0 } },
  editor.headers,
)

let listener: Person

beforeEach(async () => {
  listener = await makePerson(server)
})

const add = (body: object) => server.call(contract.addBookmark, { body: body as never }, listener.headers)
const tryToAdd = (body: object) => server.attempt(contract.addBookmark, { body }, listener.headers)
const page = (querystring: object = {}) =>
  server.call(contract.pageBookmarks, { querystring: querystring as never }, listener.headers)

async function exported(querystring: object): Promise<{ headers: Record<string, unknown>; body: string }> {
  const path = `/api/bookmarks/me/export?${new URLSearchParams(querystring as never).toString()}`
  const { statusCode, headers, body } = await server.app.inject({ url: path, headers: listener.headers })
  expect(statusCode).toBe(200)
  return { headers, body }
}

const statusesOf = (answers: readonly { status: number }[]) =>
  answers.map(({ status }) => status).toSorted((one, other) => one - other)

describe('a bookmark', () => {
  it('marks a moment of an audio book, with its chapter', async () => {
    const added = await add({ ...book, startSeconds: 62.5, note: 'Louisa\nfalls' })
    expect(added).toMatchObject({
      audioBook: { id: bookId, name: 'Persuasion' },
      podcast: null,
      podcastEpisode: null,
      startSeconds: 62.5,
      endSeconds: null,
      note: 'Louisa\nfalls',
      chapterTitle: 'Two, “the Lock”',
      version: 1,
    })
    expect((await page()).items).toEqual([added])
  })

  it('marks a clip of an episode', async () => {
    expect(await add({ ...episode, startSeconds: 1, endSeconds: 2.25 })).toMatchObject({
      audioBook: null,
      podcast: { id: podcastId, name: 'Talks' },
      podcastEpisode: { id: episodeId, name: '=Sea' },
      endSeconds: 2.25,
      note: '',
      chapterTitle: null,
    })
  })

  it('is answered again for the same client’s id, as it is by then', async () => {
    const clientId = randomUUID()
    const first = await tryToAdd({ ...book, startSeconds: 5, clientId })
    expect(first.status).toBe(201)
    const again = await tryToAdd({ ...episode, startSeconds: 9, clientId: clientId.toUpperCase() })
    expect(again).toMatchObject({ status: 200, body: first.body })
    expect((await page()).totalCount).toBe(1)
    // Of another account the same id is another one.
    const other = await makePerson(server)
    const body = { ...book, startSeconds: 7, clientId }
    expect((await server.attempt(contract.addBookmark, { body }, other.headers)).status).toBe(201)
  })

  it('is one, however many equal requests come at once', async () => {
    const body = { ...book, startSeconds: 5, clientId: randomUUID() }
    const answers = await Promise.all(Array.from({ length: 8 }, () => tryToAdd(body)))
    expect(statusesOf(answers)).toEqual([200, 200, 200, 200, 200, 200, 200, 201])
    expect(new Set(answers.map((answer) => answer.body)).size).toBe(1)
  })

  it.each([
    ['past the end', { ...book, startSeconds: 100.001 }, 400, 'BookmarkInvalid'],
    ['before the beginning', { ...book, startSeconds: -1 }, 400, 'BookmarkInvalid'],
    ['with an end before its start', { ...book, startSeconds: 5, endSeconds: 4 }, 400, 'BookmarkInvalid'],
    ['with an end at its start', { ...book, startSeconds: 5, endSeconds: 5 }, 400, 'BookmarkInvalid'],
    ['with an end past the end', { ...book, startSeconds: 5, endSeconds: 101 }, 400, 'BookmarkInvalid'],
    ['with a longer note', { ...book, startSeconds: 5, note: 'x'.repeat(4001) }, 400, 'BookmarkInvalid'],
    ['without a time', book, 400, 'InvalidBody'],
    ['with a wrong client’s id', { ...book, startSeconds: 5, clientId: '7' }, 400, 'InvalidBody'],
    ['of nothing', { startSeconds: 5 }, 400, 'InvalidBody'],
    ['of two', { ...book, ...episode, startSeconds: 5 }, 400, 'InvalidBody'],
    ['of no such book', { audioBookId: 999_999, startSeconds: 5 }, 404, 'UnknownItem'],
    [
      'of an episode of another podcast',
      { podcastId: podcastId + 1, podcastEpisodeId: episodeId, startSeconds: 5 },
      404,
      'UnknownItem',
    ],
  ])('%s is refused and changes nothing', async (_what, body, status, code) => {
    expect(await tryToAdd(body)).toMatchObject({ status, codes: [code] })
    expect((await page()).totalCount).toBe(0)
  })

  it('is one of 5000 at most, however many come at once', async () => {
    const { id: userId } = listener.account
    const recordingId = (await findRecording(server.deps.db.connection, userId, book))?.id ?? 0
    const rows = Array.from({ length: maxBookmarks - 1 }, (_, number) => ({
      user_id: userId,
      recording_id: recordingId,
      client_id: randomUUID(),
      start_ms: number,
      note: '',
      version: 1,
      created_at: number,
      updated_at: number,
    }))
    for (let start = 0; start < rows.length; start += 500)
      await server.deps.db.connection
        .insertInto('bookmarks')
        .values(rows.slice(start, start + 500))
        .execute()
    const answers = await Promise.all([1, 2, 3].map((startSeconds) => tryToAdd({ ...book, startSeconds })))
    expect(statusesOf(answers)).toEqual([201, 409, 409])
    expect(answers.flatMap(({ codes }) => codes)).toContain('TooManyBookmarks')
    expect((await page({ pageSize: 1 })).totalCount).toBe(maxBookmarks)
  })

  it('goes with its account', async () => {
    const { id } = await add({ ...book, startSeconds: 1 })
    const admin = await makePerson(server, 'Admin')
    await server.call(deleteUser, { params: { id: listener.account.id } }, admin.headers)
    const kept = server.deps.db.connection.selectFrom('bookmarks').select('id').where('id', '=', id)
    expect(await kept.execute()).toEqual([])
  })

  it('goes with its recording', async () => {
    const id = await makeAudioBook(server, { name: 'Gone', audio: soundOf(10) })
    await add({ audioBookId: id, startSeconds: 1 })
    await server.call(deleteAudioBook, { params: { id } }, editor.headers)
    expect((await page()).items).toEqual([])
  })
})

describe('a change', () => {
  const change = (id: number, body: object) =>
    server.attempt(contract.changeBookmark, { params: { id }, body }, listener.headers)

  it('follows the version that it names', async () => {
    const { id } = await add({ ...book, startSeconds: 5 })
    const body = { startSeconds: 6, endSeconds: 8, note: 'Then', baseVersion: 1 }
    const changed = await change(id, body)
    expect(JSON.parse(changed.body)).toMatchObject({
      startSeconds: 6,
      endSeconds: 8,
      note: 'Then',
      version: 2,
    })
    // The same again, after a lost answer.
    expect(await change(id, body)).toMatchObject({ status: 200, body: changed.body })
    const stale = await change(id, { ...body, note: 'Other' })
    expect(stale).toMatchObject({ status: 409, codes: ['StaleBookmark'] })
    expect(JSON.parse(stale.body)).toMatchObject([{ current: JSON.parse(changed.body) as object }])
  })

  it('without an end makes it a moment', async () => {
    const { id } = await add({ ...book, startSeconds: 5, endSeconds: 9 })
    const changed = await change(id, { startSeconds: 6, note: '', baseVersion: 1 })
    expect(JSON.parse(changed.body)).toMatchObject({ startSeconds: 6, endSeconds: null })
  })

  it.each([
    ['past the end', { startSeconds: 101, endSeconds: null, note: '', baseVersion: 1 }, 'BookmarkInvalid'],
    [
      'with an end before its start',
      { startSeconds: 9, endSeconds: 8, note: '', baseVersion: 1 },
      'BookmarkInvalid',
    ],
    ['without a note', { startSeconds: 9, endSeconds: null, baseVersion: 1 }, 'InvalidBody'],
  ])('%s is refused', async (_what, body, code) => {
    const added = await add({ ...book, startSeconds: 5 })
    expect(await change(added.id, body)).toMatchObject({ status: 400, codes: [code] })
    expect((await page()).items).toEqual([added])
  })

  it('of a bookmark of another account is not found, nor its removal', async () => {
    const { id } = await add({ ...book, startSeconds: 5 })
    const { headers } = await makePerson(server)
    const body = { startSeconds: 6, endSeconds: null, note: '', baseVersion: 1 }
    const hidden = { status: 404, codes: ['NotFound'] }
    expect(await server.attempt(contract.changeBookmark, { params: { id }, body }, headers)).toMatchObject(
      hidden,
    )
    expect(await server.attempt(contract.removeBookmark, { params: { id } }, headers)).toMatchObject(hidden)
    await server.call(contract.removeBookmark, { params: { id } }, listener.headers)
    expect((await page()).items).toEqual([])
  })
})

describe('a list', () => {
  beforeEach(async () => {
    await add({ ...book, startSeconds: 60, note: 'The Cobb' })
    await add({ ...episode, startSeconds: 3, note: 'Brontë' })
    await add({ ...book, startSeconds: 10, note: 'Kellynch' })
  })

  it.each([
    ['as they were made', {}, [60, 3, 10]],
    ['by time', { sortBy: 'startSeconds' }, [3, 10, 60]],
    ['by recording, the last marked first', { sortBy: 'recording', sortOrder: 'desc' }, [10, 60, 3]],
    ['by recording, the last marked last', { sortBy: 'recording' }, [3, 10, 60]],
    ['of a book', { audioBookId: bookId }, [60, 10]],
    ['of an episode', episode, [3]],
    ['of an unknown book', { audioBookId: 999_999 }, []],
    ['with a word of a note', { search: 'bronte' }, [3]],
    ['with a chapter’s word', { search: 'lock' }, [60]],
    ['with a name’s word and a note’s', { search: 'persua kelly' }, [10]],
    ['with nothing that is there', { search: 'zebra' }, []],
    ['a page', { pageSize: 2, pageNumber: 2 }, [10]],
  ])('%s', async (_what, query, times) => {
    const { items, totalCount } = await page(query)
    expect(items.map(({ startSeconds }) => startSeconds)).toEqual(times)
    expect(totalCount).toBe('pageSize' in query ? 3 : times.length)
  })

  it('of half an episode is refused', async () => {
    const querystring = { podcastId }
    expect(await server.attempt(contract.pageBookmarks, { querystring }, listener.headers)).toMatchObject({
      status: 400,
      codes: ['InvalidQuery'],
    })
  })
})

describe('an export', () => {
  beforeEach(async () => {
    await add({ ...episode, startSeconds: 3, endSeconds: 4.5, note: '-1 "quoted", *bold*' })
    await add({ ...book, startSeconds: 60, note: 'The Cobb\nat Lyme' })
    await add({ ...book, startSeconds: 10 })
  })

  it('as Markdown has a heading for each recording and a link for each bookmark', async () => {
    const { headers, body } = await exported({})
    expect(headers).toMatchObject({
      'content-type': 'text/markdown; charset=utf-8',
      'content-disposition': 'attachment; filename="bookmarks.md"',
      'cache-control': 'no-store',
    })
    const site = 'http://localhost:3000'
    expect(body).toBe(
      [
        '# Bookmarks',
        '',
        `## [Persuasion](${site}/audio-books/${bookId})`,
        '',
        `- [0:10](${site}/audio-books/${bookId}?t=10) One`,
        `- [1:00](${site}/audio-books/${bookId}?t=60) Two, “the Lock”`,
        '',
        '  The Cobb',
        '  at Lyme',
        '',
        '',
        `## [=Sea (Talks)](${site}/podcasts/${podcastId}/episodes/${episodeId})`,
        '',
        `- [0:03–0:04](${site}/podcasts/${podcastId}/episodes/${episodeId}?t=3&end=4.5)`,
        '',
        String.raw`  \-1 "quoted", \*bold\*`,
        '',
        '',
      ].join('\n'),
    )
  })

  it('as CSV has nothing that a spreadsheet computes', async () => {
    const { headers, body } = await exported({ format: 'csv' })
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    const lines = body.split('\r\n')
    expect(lines[0]).toBe('\uFEFFrecording,podcast,startSeconds,endSeconds,start,chapter,note,link,createdAt')
    expect(lines[2]).toMatch(/^Persuasion,,60,,1:00,"?Two, “the Lock”"?,"The Cobb\nat Lyme",http/)
    expect(lines[3]).toMatch(/^'=Sea,Talks,3,4\.5,0:03,,"'-1 ""quoted"", \*bold\*",http/)
  })

  it('as JSON keeps the bookmarks of a recording together', async () => {
    const { body } = await exported({ format: 'json' })
    expect(JSON.parse(body)).toMatchObject([
      { audioBook: { id: bookId }, podcast: null, bookmarks: [{ startSeconds: 10 }, { startSeconds: 60 }] },
      { audioBook: null, podcastEpisode: { name: '=Sea' }, bookmarks: [{ endSeconds: 4.5 }] },
    ])
    const one = await exported({ format: 'json', audioBookId: bookId })
    expect(JSON.parse(one.body)).toHaveLength(1)
  })

  it.each([
    ['markdown', '# Bookmarks\n'],
    ['csv', '\uFEFFrecording,podcast,startSeconds,endSeconds,start,chapter,note,link,createdAt\r\n'],
    ['json', '[]'],
  ])('as %s may be of nothing', async (format, text) => {
    listener = await makePerson(server)
    expect((await exported({ format })).body).toBe(text)
  })
})
