import { addBookmark } from '@earmark/contract/bookmarks.ts'
import { addFeedToken } from '@earmark/contract/feed-tokens.ts'
import { followPodcast } from '@earmark/contract/follows.ts'
import { addToLibrary } from '@earmark/contract/library.ts'
import { finishPositions, unfinishPositions } from '@earmark/contract/position-edits.ts'
import { randomBytes, randomUUID } from 'node:crypto'
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import {
  backUpServer,
  openDatabaseOf,
  restoreInto,
  readingLike,
  temporaryFolder,
} from '../../testing/archives.ts'
import { anyFailure } from '../../errors.ts'
import { makePerson, makeUser } from '../../testing/people.ts'
import {
  makeAudioBook,
  makeCreator,
  makeEpisode,
  makePodcast,
  makeCollection,
  makeSeries,
  mediaRow,
  storeCover,
  storeSound,
} from '../../testing/records.ts'
import { startTestServer } from '../../testing/server.ts'
import { issueInvitation } from '../../people/mail/invitations.ts'
import { mergeCreator } from '../../catalogue/creators/creators.service.ts'
import { removeRecord } from '../../catalogue/editing/remove-record.ts'
import { insertMedia } from '../../media/media.queries.ts'
import type { MediaStorage } from '../../media/storage/files/storage.ts'
import { insertMilestone, sampleSettled } from '../sample/milestones.queries.ts'
import { archivePathOf } from './archive-media.ts'
import { openArchiveFolder } from './archive-folder.ts'
import { backUp } from './backup.service.ts'
import { type Manifest, readManifest, ArchiveError } from './manifest.ts'
import { archivedTables, leftOut } from './tables.ts'
import { forAllTests } from '../../testing/for-all-tests.ts'

const server = await forAllTests(startTestServer())
server.time.now = Date.now()
const reader = await makeCreator(server, {
  nickname: 'Æther 🦉',
  name: 'Žofie',
  surname: 'O’Brien',
  biography: 'Née à Ørsta.\n\t😀',
  links: ['https://example.org/ü'],
  image: await storeCover(server, '#663344'),
})
const texts = { description: `"quoted"\\ \u2028 line\n\ttab\u0001 ${'長い'.repeat(20_000)} 😀` }
const cover = await storeCover(server, '#224466')
await makeAudioBook(server, {
  name: 'Ёлка',
  ...texts,
  ...cover,
  audio: { ...(await storeSound(server)), chapters: [{ startMs: 0, title: 'Один' }] },
  readerIds: [reader],
  genres: ['Море'],
  series: [{ id: await makeSeries(server, 'Волны'), sequence: '2-3' }],
})
const podcast = await makePodcast(server, { name: 'Waves', voicerIds: [reader] })
await makeCollection(server, 'Зима', [{ podcastId: podcast }])
const namesake = await makeCreator(server, { nickname: 'Æther' })
await mergeCreator(server.deps, namesake, reader, anyFailure)
const joined = { sizeBytes: 4_000, parts: [await storeSound(server)] }
await makeEpisode(server, podcast, {
  number: 1,
  name: 'One',
  audio: { ...(await storeSound(server)), joined },
})
const twoFiles = [await storeSound(server), await storeSound(server)]
await makeAudioBook(server, { name: 'Two files', audio: twoFiles })
const { account, headers } = await makePerson(server)
await server.call(followPodcast, { params: { id: podcast }, body: {} }, headers)
await server.call(addFeedToken, { body: { name: 'Phone' } }, headers)
const podcastEpisodeId = await makeEpisode(server, podcast, { number: 2, name: 'Two' })
const heard = { podcastId: podcast, podcastEpisodeId }
await server.call(addToLibrary, { body: heard }, headers)
await server.call(addBookmark, { body: { ...heard, startSeconds: 0 } }, headers)
for (const mark of [finishPositions, unfinishPositions])
  await server.call(mark, { body: { items: [heard] } }, headers)
const invitation = { role: 'Editor', invitedBy: account.id, email: null } as const
await issueInvitation(server.deps.db.connection, invitation, server.time.now)
await makeUser(server, { isConfirmed: false })
await insertMilestone(server.deps.db.connection, sampleSettled, 1)

const rowsOf = ({ tables }: Manifest) => Object.fromEntries(tables.map(({ name, ...rest }) => [name, rest]))

/** A book that no other test knows of. */
async function addBook(name: string): Promise<{ id: number; sha256: string }> {
  const audio = await storeSound(server)
  return { id: await makeAudioBook(server, { name, audio }), sha256: audio.sha256 }
}

const removeBook = (id: number) => removeRecord(server.deps, { kind: 'audio-book', id }, anyFailure)

const reading = (read: MediaStorage['read']) => readingLike(server.deps.storage, read)

describe('a backup', () => {
  it('has every row, which another engine has again after a restore', async () => {
    await using folder = await temporaryFolder()
    await using place = await temporaryFolder()
    const archive = join(folder.path, 'archive')
    const { manifest } = await backUpServer(server, archive)
    expect(manifest.tables.map(({ name, count }) => [name, count > 0])).toEqual(
      archivedTables.map(({ name }) => [name, !isEmptyHere.has(name)]),
    )
    await restoreInto(archive, place.path)
    await using db = await openDatabaseOf({ databaseUrl: '', dataDir: place.path })
    for (const { name } of archivedTables.filter((table) => table.name !== 'media')) {
      const query = (connection: typeof db.connection) => connection.selectFrom(name).selectAll().execute()
      const here = sorted(await query(server.deps.db.connection))
      expect([name, ...sorted(await query(db.connection))]).toEqual([name, ...here])
    }
  })

  it('takes along every table but those that are left out for a reason', async () => {
    const all = await server.deps.db.connection.introspection.getTables()
    const ours = all.map(({ name }) => name).filter((name) => !/^search_(?!word|name)/.test(name))
    const known = [...archivedTables.map(({ name }) => name), ...Object.keys(leftOut)]
    expect(known.toSorted()).toEqual(ours.toSorted())
  })

  it('is readable by its owner alone', async () => {
    await using folder = await temporaryFolder()
    const archive = join(folder.path, 'archive')
    await backUpServer(server, archive)
    for (const name of ['.', ...(await readdir(archive, { recursive: true }))]) {
      const { mode } = await stat(join(archive, name))
      expect([name, mode & 0o077]).toEqual([name, 0])
    }
  })

  it('copies what is new only, and lets go of what no record has any more', async () => {
    await using folder = await temporaryFolder()
    const { id, sha256 } = await addBook('Gone soon')
    const first = await backUpServer(server, folder.path)
    expect(first.media).toMatchObject({ kept: 0 })
    await removeBook(id)
    const added = await addBook('New')
    const second = await backUpServer(server, folder.path)
    expect(second.media).toMatchObject({ files: first.media.files, kept: first.media.files - 1 })
    expect(second.removed).toBe(1)
    await expect(stat(archivePathOf(folder.path, sha256))).rejects.toMatchObject({ code: 'ENOENT' })
    await stat(archivePathOf(folder.path, added.sha256))
    expect(await readdir(join(folder.path, 'rows'))).toEqual([second.manifest.rows.slice(5)])
  })

  it('leaves out media of uploads under way, whose bytes may be still to come', async () => {
    await using folder = await temporaryFolder()
    const { connection } = server.deps.db
    const { id } = await insertMedia(connection, mediaRow())
    const { manifest } = await backUpServer(server, folder.path)
    const all = await connection.selectFrom('media').select('id').execute()
    expect(rowsOf(manifest).media).toMatchObject({ count: all.length - 1, lastId: id })
    await connection.deleteFrom('media').where('id', '=', id).execute()
  })
})

const isEmptyHere = new Set([
  ...['email_tokens', 'jobs', 'queues', 'library_folders', 'library_files', 'library_books'],
  ...[
    'library_book_files',
    'library_groups',
    'field_sources',
    'imports',
    'import_books',
    'moved_records',
    'sources',
    'source_items',
    'transcripts',
  ],
  ...['devices', 'device_places', 'device_subscriptions'],
  ...['foreign_subscriptions', 'foreign_actions', 'place_offers'],
])

/** Columns and rows in an order of their own. */
function sorted(rows: readonly object[]): string[] {
  return rows.map((row) => JSON.stringify(row, Object.keys(row).toSorted())).toSorted()
}

describe('while the server goes on', () => {
  it('begins with newer rows when media have been deleted that it wanted', async () => {
    await using folder = await temporaryFolder()
    const victims = [await addBook('First')]
    let rounds = 0
    // Each that goes has come just before, so that the rounds before have not copied it.
    const read: MediaStorage['read'] = async function* (sha256, start, end) {
      const victim = victims.find((one) => one.sha256 === sha256)
      if (victim && rounds < 3) {
        rounds += 1
        victims.push(await addBook('Another'))
        await removeBook(victim.id)
      }
      yield* server.deps.storage.read(sha256, start, end)
    }
    const { manifest, media } = await backUpServer(server, folder.path, reading(read))
    expect(media.lacking).toEqual([])
    expect(rounds).toBe(3)
    await using place = await temporaryFolder()
    await restoreInto(folder.path, place.path)
    expect((await readManifest(folder.path)).rows).toBe(manifest.rows)
  })

  it('ends with a sentence when files go faster than they can be copied', async () => {
    await using folder = await temporaryFolder()
    let [rounds, book] = [0, await addBook('Hunted')]
    const read: MediaStorage['read'] = async function* (sha256, start, end) {
      if (sha256 === book.sha256) {
        rounds += 1
        const { id } = book
        book = await addBook('Hunted')
        await removeBook(id)
      }
      yield* server.deps.storage.read(sha256, start, end)
    }
    await expect(backUpServer(server, folder.path, reading(read))).rejects.toThrow(
      /^Files are deleted faster/,
    )
    expect(rounds).toBe(10)
    await removeBook(book.id)
  })

  it('names the records whose bytes are gone or damaged, and keeps the older backup', async () => {
    await using folder = await temporaryFolder()
    const before = await backUpServer(server, folder.path)
    const lost = await addBook('Lost')
    const damaged = await addBook('Damaged')
    const media = join(server.deps.config.dataDir, 'media')
    await rm(join(media, lost.sha256.slice(0, 2), lost.sha256.slice(2)))
    await writeFile(join(media, damaged.sha256.slice(0, 2), damaged.sha256.slice(2)), randomBytes(2_000))
    const failing = backUpServer(server, folder.path)
    await expect(failing).rejects.toThrow(ArchiveError)
    await expect(failing).rejects.toThrow(`the audio of audio book ${lost.id} “Lost” (${lost.sha256})`)
    await expect(failing).rejects.toThrow(`the audio of audio book ${damaged.id} “Damaged”`)
    expect(await readManifest(folder.path)).toEqual(before.manifest)
    await using place = await temporaryFolder()
    await restoreInto(folder.path, place.path)
    for (const { id } of [lost, damaged]) await removeBook(id)
  })

  it('says where the database lacks a migration before others, which no restore would take', async () => {
    await using folder = await temporaryFolder()
    const { connection } = server.deps.db
    const [name, timestamp] = ['0003-accounts', '2026-01-01']
    await sql`delete from kysely_migration where name = ${name}`.execute(connection)
    await expect(backUpServer(server, folder.path)).rejects.toThrow(
      `has later migrations than ${name}, which it lacks`,
    )
    await sql`insert into kysely_migration (name, timestamp) values (${name}, ${timestamp})`.execute(
      connection,
    )
    await backUpServer(server, folder.path)
  })

  it('names a hundred of many whose bytes are gone', async () => {
    await using folder = await temporaryFolder()
    const { connection } = server.deps.db
    const { sha256, id: bookId } = await addBook('Heard')
    const query = connection.selectFrom('media').where('sha256', '=', sha256).selectAll()
    const { id: _, ...columns } = await query.executeTakeFirstOrThrow()
    const gone = Array.from({ length: 103 }, () => ({
      ...columns,
      key: randomUUID(),
      sha256: randomBytes(32).toString('hex'),
    }))
    const images = await connection.insertInto('media').values(gone).returning('id').execute()
    const creator = { nickname: 'Ann', links: '[]', nickname_sort: 'ann', name_sort: '', surname_sort: '' }
    const texts = { ...creator, author_sort: 'ann', created_at: 0, updated_at: 0 }
    const values = images.map(({ id }) => ({ ...texts, image_media_id: id }))
    const creators = await connection.insertInto('creators').values(values).returning('id').execute()
    const failing = backUpServer(server, folder.path)
    await expect(failing).rejects.toThrow(/the image of creator .*; and 3 others\. Upload them again/)
    for (const { id } of creators) await connection.deleteFrom('creators').where('id', '=', id).execute()
    for (const { id } of images) await connection.deleteFrom('media').where('id', '=', id).execute()
    await removeBook(bookId)
  })

  it('leaves no archive when it is interrupted, and goes on where it was', async () => {
    await using folder = await temporaryFolder()
    let reads = 0
    const read: MediaStorage['read'] = async function* (...range) {
      if (++reads > 2) throw new Error('The power is out.')
      yield* server.deps.storage.read(...range)
    }
    await expect(backUpServer(server, folder.path, reading(read))).rejects.toThrow('The power is out.')
    await using place = await temporaryFolder()
    await expect(restoreInto(folder.path, place.path)).rejects.toThrow(/^There is no backup in/)
    expect((await backUpServer(server, folder.path)).media.kept).toBe(2)
    await restoreInto(folder.path, place.path)
  })
})

describe('a folder', () => {
  it('with something else in it is refused', async () => {
    await using folder = await temporaryFolder()
    await writeFile(join(folder.path, 'thesis.txt'), 'of somebody')
    await expect(backUpServer(server, folder.path)).rejects.toThrow(/is no folder of backups, and not empty/)
    expect(await readdir(folder.path)).toEqual(['thesis.txt'])
  })

  it('takes one backup at a time, and none under a restore', async () => {
    await using folder = await temporaryFolder()
    using held = new DisposableStack()
    held.use(await openArchiveFolder(folder.path))
    await expect(backUpServer(server, folder.path)).rejects.toThrow(/^Another backup into .* is under way/)
    await expect(restoreInto(folder.path, '/nowhere')).rejects.toThrow(/^A backup into .* is under way/)
  })

  it('has its damaged media repaired when they are looked into', async () => {
    await using folder = await temporaryFolder()
    await backUpServer(server, folder.path)
    const { sha256 } = await addBook('Whole')
    await backUpServer(server, folder.path)
    const bytes = await readFile(archivePathOf(folder.path, sha256))
    await writeFile(archivePathOf(folder.path, sha256), randomBytes(bytes.length))
    await using db = await openDatabaseOf(server.deps.config)
    const deps = { db, storage: server.deps.storage, clock: Date.now, program: '', progress: () => undefined }
    await backUp(deps, folder.path, { verify: true })
    expect((await readFile(archivePathOf(folder.path, sha256))).equals(bytes)).toBe(true)
  })
})
