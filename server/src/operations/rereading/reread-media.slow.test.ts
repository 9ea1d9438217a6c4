import { createAudioBook } from '@earmark/contract/audio-book-edits.ts'
import { getAudioBook } from '@earmark/contract/audio-books.ts'
import { replaceAudioBookChapters } from '@earmark/contract/chapter-edits.ts'
import { getAudioBookChapters } from '@earmark/contract/chapters.ts'
import { saveAudioBookPosition } from '@earmark/contract/position-edits.ts'
import { getAudioBookPosition, listAudioBookPositions } from '@earmark/contract/positions.ts'
import { searchAll } from '@earmark/contract/search.ts'
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { everything } from '../../db/engine/scopes.ts'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { AppError } from '../../errors.ts'
import { audioFile } from '../../testing/forms.ts'
import { makePerson } from '../../testing/people.ts'
import { makeAudioBook, soundOf, storeCover, storeSound } from '../../testing/records.ts'
import { chapterTag } from '../../testing/recordings/tags.ts'
import { startTestServer } from '../../testing/server.ts'
import { framesSeconds, variableMp3 } from '../../testing/variable-mp3.ts'
import { mediaUrl, readerVersions } from '../../media/content-type.ts'
import { insertMedia } from '../../media/media.queries.ts'
import { ingestAudio } from '../../media/probe/ingest.ts'
import { createJobs } from '../../jobs/jobs.ts'
import { createRereading, queueRereading, rereadMedia } from './reread-media.ts'
import { forAllTests } from '../../testing/for-all-tests.ts'

/** Of no job. */
const freeRun = { signal: new AbortController().signal, report: () => Promise.resolve() }

const fixtures = join(import.meta.dirname, '../../media/fixtures')

const server = await forAllTests(startTestServer())
const ada = await makePerson(server)
const editor = await makePerson(server, 'Editor')
beforeEach(async () => {
  await server.deps.db.connection.updateTable('media').set({ reader_version: 1000 }).execute()
})

interface Told {
  readonly durationMs?: number
  readonly color?: string
  readonly readerVersion?: number
}

/** A book as an older version of the reader has left it: what it told is written into the row. */
async function makeBook(file: string, { durationMs = 300, readerVersion = 0 }: Told = {}): Promise<number> {
  const audio = await ingestAudio(server.deps, createReadStream(join(fixtures, file)))
  const id = await makeAudioBook(server, { name: file, audio })
  await tell(id, { durationMs, readerVersion })
  return id
}

async function tell(bookId: number, { durationMs, color, readerVersion = 0 }: Told): Promise<void> {
  const { connection } = server.deps.db
  const { media_id, cover_media_id } = await connection
    .selectFrom('audio_books')
    .innerJoin('recordings', 'recordings.audio_book_id', 'audio_books.id')
    .where('audio_books.id', '=', bookId)
    .select(['recordings.media_id', 'cover_media_id'])
    .executeTakeFirstOrThrow()
  await connection
    .updateTable('media')
    .set({
      reader_version: readerVersion,
      ...(durationMs !== undefined && { duration_ms: durationMs }),
      ...(color !== undefined && { color }),
    })
    .where('id', 'in', [media_id ?? 0, cover_media_id ?? 0])
    .execute()
  server.deps.changes.changed(everything)
}

const book = (id: number) => server.call(getAudioBook, { params: { id } })
const reread = () => rereadMedia(server.deps, freeRun)

async function save(id: number, positionSeconds: number, baseVersion: number) {
  const input = { params: { id }, body: { positionSeconds, baseVersion } }
  return await server.call(saveAudioBookPosition, input, ada.headers)
}
const position = (id: number) => server.call(getAudioBookPosition, { params: { id } }, ada.headers)

async function versions(): Promise<number[]> {
  const rows = await server.deps.db.connection.selectFrom('media').select('reader_version').execute()
  return rows.map(({ reader_version }) => reader_version)
}

describe('a recording that an older reader has measured', () => {
  it.each(['tone.ogg', 'tone.opus', 'tone.mp3', 'tone.m4a', 'tone.aac', 'tone.webm'])(
    'is measured again, and everybody is told its length: %s',
    async (file) => {
      const id = await makeBook(file)
      expect(await book(id)).toMatchObject({ durationSeconds: 0.3 })
      await reread()
      expect((await book(id)).durationSeconds).toBeCloseTo(1.5, 0)
      expect(await versions()).not.toContain(0)
    },
  )

  it('is told at its real length where it begins in silence', async () => {
    const id = await makeBook('quiet-start.ogg', { durationMs: 4_368 })
    await reread()
    expect(await book(id)).toMatchObject({ durationSeconds: 9 })
  })

  it('is measured once', async () => {
    await makeBook('tone.ogg')
    await reread()
    const look = vi.spyOn(server.deps.storage, 'localFile')
    await reread()
    expect(look).not.toHaveBeenCalled()
  })

  it('keeps its length where the reader refuses it, and is not asked about again', async () => {
    const id = await makeBook('tone.ogg')
    const look = vi.spyOn(server.deps.storage, 'localFile')
    look.mockResolvedValue({
      path: join(fixtures, 'video.mp4'),
      [Symbol.asyncDispose]: async () => undefined,
    })
    await reread()
    expect(await book(id)).toMatchObject({ durationSeconds: 0.3 })
    look.mockClear()
    await reread()
    expect(look).not.toHaveBeenCalled()
  })

  it('waits for a later run where the storage does not have it, which keeps no other waiting', async () => {
    const lost = await makeBook('tone.ogg')
    const audio = soundOf(7)
    const never = await makeAudioBook(server, { name: 'Never stored', audio })
    await tell(never, {})
    const other = await makeBook('tone.opus')
    await reread()
    expect((await book(never)).durationSeconds).toBe(7)
    expect((await book(lost)).durationSeconds).toBeCloseTo(1.5, 1)
    expect((await book(other)).durationSeconds).toBeCloseTo(1.5, 1)
    expect((await versions()).filter((version) => version === 0)).toHaveLength(1)
  })

  it('leaves the others to the next run where the storage is away', async () => {
    const id = await makeBook('tone.ogg')
    const look = vi.spyOn(server.deps.storage, 'localFile')
    look.mockRejectedValue(new AppError('ServiceUnavailable'))
    await expect(reread()).rejects.toMatchObject({ code: 'ServiceUnavailable' })
    look.mockRestore()
    await reread()
    expect((await book(id)).durationSeconds).toBeCloseTo(1.5, 1)
  })
})

describe('a place that was cut to the told length', () => {
  it('comes back from its history, as a version of its own', async () => {
    const id = await makeBook('tone.ogg', { durationMs: 1500 })
    await save(id, 1.2, 0)
    await tell(id, { durationMs: 300 })
    const cut = await save(id, 1.3, 1)
    expect(cut).toMatchObject({ positionSeconds: 0.3, finished: true, version: 2 })
    await reread()
    expect(await position(id)).toMatchObject({ positionSeconds: 1.2, version: 3 })
    const past = await server.call(listAudioBookPositions, { params: { id } }, ada.headers)
    expect(past.map(({ positionSeconds }) => positionSeconds)).toEqual([1.2, 0.3, 1.2])
  })
})

describe('a long MP3 of variable bit rate that has no index', () => {
  const sound = variableMp3(121)

  async function makeUnindexed(): Promise<{ id: number; url: string }> {
    const stored = await storeSound(server, sound)
    const id = await makeAudioBook(server, { name: 'Long', audio: { ...stored, durationMs: 121_000 } })
    await tell(id, { durationMs: Math.round(framesSeconds(121) * 1000) })
    return { id, url: (await book(id)).audioUrl as string }
  }

  async function joinedBytesOf(url: string): Promise<number | null> {
    const key = url.slice('/media/'.length, -'.m4a'.length)
    const media = server.deps.db.connection.selectFrom('media').where('key', '=', key).select('joined_bytes')
    return (await media.executeTakeFirstOrThrow()).joined_bytes
  }

  it('gets one, and is played from its former address by those who know that', async () => {
    const { id, url } = await makeUnindexed()
    expect(url).toMatch(/\.mp3$/)
    await save(id, 100, 0)
    await reread()
    const after = await book(id)
    expect(after.audioUrl).toMatch(/\.m4a$/)
    expect(after.durationSeconds).toBeCloseTo(framesSeconds(121), 2)
    expect(await joinedBytesOf(after.audioUrl as string)).toBeGreaterThan(sound.length)
    expect((await server.app.inject({ method: 'HEAD', url })).statusCode).toBe(200)
    expect(await position(id)).toMatchObject({ positionSeconds: 100, version: 1 })
  })

  it('gets no second one', async () => {
    const { id } = await makeUnindexed()
    await reread()
    const { audioUrl } = await book(id)
    await server.deps.db.connection.updateTable('media').set({ reader_version: 0 }).execute()
    await reread()
    expect((await book(id)).audioUrl).toBe(audioUrl)
  })

  it('stays as it is where an editor replaces it meanwhile', async () => {
    const { id } = await makeUnindexed()
    const { connection } = server.deps.db
    const other = await insertMedia(connection, soundOf(3))
    const keep = vi.spyOn(server.deps.storage, 'receive')
    keep.mockImplementationOnce(async (source, most) => {
      const recordings = connection.updateTable('recordings').set({ media_id: other.id })
      await recordings.where('audio_book_id', '=', id).execute()
      server.deps.changes.changed(everything)
      return await server.deps.storage.receive(source, most)
    })
    await reread()
    keep.mockRestore()
    expect((await book(id)).audioUrl).toBe(mediaUrl(other.key, 'audio/mpeg'))
    const joined = connection.selectFrom('joined_parts').innerJoin('media', 'media.id', 'media_id')
    expect(await joined.where('media.id', '=', other.id).select('media.id').execute()).toEqual([])
  })
})

describe('the files of a book', () => {
  async function makeOfTwo(second: Blob): Promise<number> {
    const form = { Name: 'Two', Audio: [new Blob([new Uint8Array(variableMp3(2))]), second] }
    return (await server.call(createAudioBook, { form }, editor.headers)).id
  }

  async function tellAll(durationMs: number): Promise<void> {
    const { connection } = server.deps.db
    await connection.updateTable('media').set({ duration_ms: durationMs, reader_version: 0 }).execute()
    await connection.updateTable('recording_files').set({ duration_ms: durationMs }).execute()
    server.deps.changes.changed(everything)
  }

  it('are told at their lengths where they have no common address', async () => {
    const id = await makeOfTwo(await audioFile('flac'))
    const before = await book(id)
    await tellAll(100)
    expect((await book(id)).durationSeconds).toBe(0.2)
    await reread()
    expect(await book(id)).toEqual(before)
  })

  it('stay as they are where they have one', async () => {
    const id = await makeOfTwo(new Blob([new Uint8Array(variableMp3(3))]))
    const before = await book(id)
    await server.deps.db.connection.updateTable('media').set({ reader_version: 0 }).execute()
    await reread()
    expect(await book(id)).toEqual(before)
  })
})

describe('a recording whose chapters an older reader has not read', () => {
  const tag = chapterTag([
    { startMs: 0, title: 'Overture' },
    { startMs: 500, title: 'Quibbletide' },
  ])

  /** A book as a version before chapters has left it. */
  async function makeUnread(sound: Buffer, durationMs: number): Promise<number> {
    const stored = await storeSound(server, Buffer.concat([tag, sound]))
    const id = await makeAudioBook(server, { name: 'Rain', audio: { ...stored, durationMs } })
    await tell(id, { durationMs })
    return id
  }

  const chaptersOf = (id: number) => server.call(getAudioBookChapters, { params: { id } })
  const titlesOf = async (id: number) => (await chaptersOf(id)).chapters.map(({ title }) => title)
  const seconds = (count: number) => Math.round(framesSeconds(count) * 1000)

  async function isFound(id: number): Promise<boolean> {
    const found = await server.call(searchAll, { querystring: { search: 'quibbletide' } })
    return found.audioBooks.items.some((one) => one.id === id)
  }

  it.each([
    ['gets them, and is found by them', variableMp3(2), 2],
    ['gets them as the index of its sound is made', variableMp3(121), 121],
  ])('%s', async (_what, sound, length) => {
    const id = await makeUnread(sound, seconds(length))
    expect(await chaptersOf(id)).toMatchObject({ source: 'None', version: 0 })
    await reread()
    expect(await chaptersOf(id)).toMatchObject({ source: 'Embedded', version: 1 })
    expect(await titlesOf(id)).toEqual(['Overture', 'Quibbletide'])
    expect(await book(id)).toMatchObject({ chaptersCount: 2 })
    expect(await isFound(id)).toBe(true)
    await server.deps.db.connection.updateTable('media').set({ reader_version: 0 }).execute()
    await reread()
    expect(await chaptersOf(id)).toMatchObject({ version: 1 })
  })

  it('keeps those that an editor has written meanwhile', async () => {
    const id = await makeUnread(variableMp3(2), seconds(2))
    const chapters = [{ startSeconds: 0, title: 'Mine' }]
    const input = { params: { id }, body: { chapters, baseVersion: 0 } }
    await server.call(replaceAudioBookChapters, input, editor.headers)
    await reread()
    expect(await titlesOf(id)).toEqual(['Mine'])
    const body = { source: 'Embedded', baseVersion: 1 } as const
    await server.call(replaceAudioBookChapters, { params: { id }, body }, editor.headers)
    expect(await titlesOf(id)).toEqual(['Overture', 'Quibbletide'])
  })

  it('voids nothing where there are none', async () => {
    const id = await makeBook('tone.mp3', { durationMs: 1_500 })
    const made = { version: server.deps.changes.version, scopes: [`audio-books/${id}`] as const }
    await reread()
    expect(await versions()).not.toContain(0)
    expect(server.deps.changes.isCurrent(made)).toBe(true)
  })
})

describe('a picture that an older reader has described', () => {
  it.each([
    ['gets the colour that most of it has', 0, '#204060'],
    ['keeps what the present reader has found', readerVersions['image/webp'], '#f04020'],
  ])('%s', async (_what, readerVersion, found) => {
    const cover = await storeCover(server, '#204060')
    const id = await makeAudioBook(server, { name: 'Blue', ...cover })
    const made = (await book(id)).coverColor
    await tell(id, { color: '#f04020', readerVersion })
    await reread()
    expect((await book(id)).coverColor).toBe(found === '#204060' ? made : found)
  })
})

describe('the job that reads again', () => {
  it('ends when the server stops, and goes on at the next start', async () => {
    const id = await makeBook('tone.ogg')
    const begun = Promise.withResolvers<void>()
    const released = Promise.withResolvers<void>()
    const look = vi.spyOn(server.deps.storage, 'localFile')
    const local = { path: join(fixtures, 'tone.ogg'), [Symbol.asyncDispose]: () => Promise.resolve() }
    look.mockImplementationOnce(async () => {
      begun.resolve()
      await released.promise
      return local
    })
    await queueRereading(server.deps)
    const jobs = createJobs(server.deps, [createRereading(server.deps)])
    jobs.start()
    await begun.promise
    const stopped = jobs.stop()
    released.resolve()
    await stopped
    expect((await book(id)).durationSeconds).toBe(0.3)
    await queueRereading(server.deps)
    await createJobs(server.deps, [createRereading(server.deps)]).runDue('reread-media')
    expect((await book(id)).durationSeconds).toBeCloseTo(1.5, 1)
    const left = server.deps.db.connection.selectFrom('jobs').where('kind', '=', 'reread-media')
    expect(await left.select('id').execute()).toEqual([])
  })
})
