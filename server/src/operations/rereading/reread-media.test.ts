import { getAudioBook } from '@earmark/contract/audio-books.ts'
import { saveAudioBookPosition } from '@earmark/contract/position-edits.ts'
import { getAudioBookPosition, listAudioBookPositions } from '@earmark/contract/positions.ts'
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { everything } from '../../db/engine/scopes.ts'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { AppError } from '../../errors.ts'
import { makePerson } from '../../testing/people.ts'
import { makeAudioBook, soundOf, storeCover } from '../../testing/records.ts'
import { startTestServer } from '../../testing/server.ts'
import { readerVersions } from '../../media/content-type.ts'
import { ingestAudio } from '../../media/probe/ingest.ts'
import { createJobs } from '../../jobs/jobs.ts'
import { createRereading, queueRereading, rereadMedia } from './reread-media.ts'
import { forAllTests } from '../../testing/for-all-tests.ts'

/** Of no job. */
const freeRun = { signal: new AbortController().signal, report: () => Promise.resolve() }

const fixtures = join(import.meta.dirname, '../../media/fixtures')

const server = await forAllTests(startTestServer())
const ada = await makePerson(server)
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
    .leftJoin('recording_files as file', 'file.recording_id', 'recordings.id')
    .where('audio_books.id', '=', bookId)
    .select(['file.media_id', 'cover_media_id'])
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
      expect(await versions()).toContain(readerVersions['audio/ogg'])
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
