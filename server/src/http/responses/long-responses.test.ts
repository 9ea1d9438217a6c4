import { momentaryHeaders } from './security-headers.ts'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { getAudioBook, listAudioBooks } from '@earmark/contract/audio-books.ts'
import { deleteAudioBook } from '@earmark/contract/audio-book-edits.ts'
import { getPodcast } from '@earmark/contract/podcasts.ts'
import { listUsers } from '@earmark/contract/users.ts'
import { describe, expect, it, vi } from 'vitest'
import { buildApp } from '../../app.ts'
import { insertAudioBook } from '../../catalogue/audio-books/audio-books.queries.ts'
import { insertEpisode } from '../../catalogue/podcasts/episode-edits.queries.ts'
import { temporaryFolder } from '../../config/config.ts'
import { makePerson } from '../../testing/people.ts'
import { openFilesIn } from '../../testing/process-state.ts'
import { makePodcast } from '../../testing/records.ts'
import { startTestServer } from '../../testing/server.ts'
import { forAllTests } from '../../testing/for-all-tests.ts'

/** Answers of several MB: written in slices, kept and sent from disk. */

const description = '§'.repeat(10_000)
const server = await forAllTests(startTestServer())
const admin = await makePerson(server, 'Admin')
const { connection } = server.deps.db
const noMedia = {
  cover_media_id: null,
  preview_media_id: null,
  preview_chosen_at: null,
  sound: { mediaId: null, tracks: [] },
  is_public: 1,
  published_at: 1,
} as const
const podcastId = await makePodcast(server, { name: 'Long' })
await connection.transaction().execute(async (transaction) => {
  for (let place = 0; place < 250; place += 1)
    await insertAudioBook(transaction, { name: `Book ${place}`, description, ...noMedia }, 1)
  const episode = { podcast_id: podcastId, description: null, ...noMedia }
  for (let place = 0; place < 450; place += 1)
    await insertEpisode(transaction, { ...episode, number: place * 2, name: `Episode ${place}` }, 1)
})

const url = '/api/audio-books'
const change = () => server.deps.changes.changed(['audio-books/1'])

describe('a list of several MB', () => {
  it('has each record once, as it is answered singly', async () => {
    const books = await server.call(listAudioBooks, {})
    expect(books.map(({ name }) => name)).toEqual(Array.from({ length: 250 }, (_, place) => `Book ${place}`))
    const third = books[2] as (typeof books)[number]
    expect(await server.call(getAudioBook, { params: { id: third.id } })).toEqual({ ...third, tracks: [] })
  })

  it('is made once for all who ask, and again after a change only', async () => {
    const made = vi.spyOn(server.deps.db, 'snapshot')
    change()
    const answers = await Promise.all(Array.from({ length: 5 }, () => server.app.inject(url)))
    for (const { statusCode, body } of answers)
      expect([statusCode, body.length]).toEqual([200, answers[0]?.body.length])
    expect(await server.app.inject(url)).toMatchObject({ body: answers[0]?.body })
    expect(made).toHaveBeenCalledTimes(1)
    change()
    await server.app.inject(url)
    expect(made).toHaveBeenCalledTimes(2)
  })

  it('is not made for its head, nor for those who have it', async () => {
    const { headers } = await server.app.inject(url)
    const made = vi.spyOn(server.deps.db, 'snapshot')
    const known = await server.app.inject({ url, headers: { 'if-none-match': headers.etag } })
    expect(known).toMatchObject({ statusCode: 304, body: '' })
    expect((await server.app.inject({ url, method: 'HEAD' })).headers).toMatchObject({
      etag: headers.etag,
      'content-length': headers['content-length'],
    })
    change()
    const head = await server.app.inject({ url, method: 'HEAD' })
    expect(head).toMatchObject({ statusCode: 200, body: '' })
    expect(head.headers['content-type']).toBe(headers['content-type'])
    expect(made).not.toHaveBeenCalled()
  })

  it.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ])('is sent in %s to whoever takes it', async (coding, decode) => {
    const { body } = await server.app.inject(url)
    const coded = await server.app.inject({ url, headers: { 'accept-encoding': coding } })
    expect(coded.headers).toMatchObject({ 'content-encoding': coding })
    expect(decode(coded.rawPayload).toString()).toBe(body)
  })

  it('leaves nothing in the folder that it is made in', async () => {
    await server.app.inject(url)
    expect(await readdir(temporaryFolder(server.deps.config))).toEqual([])
  })

  it('is closed on the disk with its server', async () => {
    const openFiles = () => openFilesIn(temporaryFolder(server.deps.config)).length
    const before = openFiles()
    const app = await buildApp(server.deps, { webFolder: null })
    await app.inject(url)
    expect(openFiles()).toBe(before + 1)
    await app.close()
    await expect.poll(openFiles).toBe(before)
  })

  it('waits on the disk for whoever does not read it', async () => {
    await server.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = server.app.server.address() as AddressInfo
    const accepted: Socket[] = []
    server.app.server.on('connection', (socket) => accepted.push(socket))
    const unread = Array.from({ length: 20 }, () => connect(port, '127.0.0.1'))
    try {
      for (const socket of unread) {
        await once(socket, 'connect')
        socket.write(`GET ${url} HTTP/1.1\r\nHost: a\r\n\r\n`)
      }
      const waiting = () => accepted.filter((socket) => socket.writableLength > 0)
      await expect.poll(waiting, { timeout: 60_000 }).toHaveLength(unread.length)
      for (const { writableLength } of accepted) expect(writableLength).toBeLessThanOrEqual(256 * 1024)
    } finally {
      for (const socket of unread) socket.destroy()
    }
  })
})

describe('in slices', () => {
  it('a podcast has all its episodes in order of number', async () => {
    const { name, episodes } = await server.call(getPodcast, { params: { id: podcastId } })
    expect(name).toBe('Long')
    expect(episodes.map(({ number }) => number)).toEqual(Array.from({ length: 450 }, (_, place) => place * 2))
  })

  it('users are listed for administrators, the head without the body', async () => {
    const users = await server.call(listUsers, {}, admin.headers)
    expect(users.map(({ role }) => role)).toContain('Admin')
    const head = await server.app.inject({ url: '/api/users', method: 'HEAD', headers: admin.headers })
    expect(head).toMatchObject({ statusCode: 200, body: '', headers: momentaryHeaders })
  })
})

it('what is read from a snapshot is of one moment', async () => {
  const names = (connection: typeof server.deps.db.connection) =>
    connection.selectFrom('audio_books').select('name').orderBy('id').execute()
  await using snapshot = await server.deps.db.snapshot()
  const before = await names(snapshot.connection)
  const [{ id } = { id: 0 }] = await server.call(listAudioBooks, {})
  await server.call(deleteAudioBook, { params: { id } }, admin.headers)
  expect(await names(snapshot.connection)).toEqual(before)
  expect(await names(server.deps.db.connection)).toEqual(before.slice(1))
})
