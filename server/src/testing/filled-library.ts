import { maxCollectionItems } from '@earmark/contract/collections.ts'
import { hash, randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readConfig } from '../config/config.ts'
import { openDatabase } from '../db/database.ts'
import { insertAudioBook } from '../catalogue/audio-books/audio-books.queries.ts'
import { replaceSeriesParts } from '../catalogue/audio-books/series-parts.queries.ts'
import { insertCollection, replaceItems } from '../catalogue/collections/collections.queries.ts'
import { insertSeries } from '../catalogue/series/series.queries.ts'
import { reindexSeries } from '../catalogue/series/series.service.ts'
import { insertCredits } from '../catalogue/creators/credits.queries.ts'
import { insertCreator, setCreatorMedia } from '../catalogue/creators/creators.queries.ts'
import { reindexCreators } from '../catalogue/creators/creators.service.ts'
import { reindexRecords } from '../catalogue/creators/linked-records.ts'
import { insertMedia, type NewMedia } from '../media/media.queries.ts'
import { insertEpisode } from '../catalogue/podcasts/episode-edits.queries.ts'
import { insertPodcast } from '../catalogue/podcasts/podcasts.queries.ts'
import { settleFirstAdmin } from '../people/users/first-admin.service.ts'

export interface Filling {
  readonly records: number
  /** How many of the records have a sound that no other has; the others share them. */
  readonly sounds: number
  readonly audioBytes: number
}

const filler = {
  nickname: 'Filler',
  name: 'Føna',
  surname: null,
  biography: null,
  links: [],
  sortName: null,
}
const shown = { is_public: 1, published_at: 1 } as const
const noCover = { ...shown, cover_media_id: null, preview_media_id: null, preview_chosen_at: null }

/**
 * Makes a library with an administrator and many records with sounds, where no server is at work yet;
 * in one transaction and without waiting for the disk, so that it does not take longer than what it is for. Every
 * third record is an episode.
 */
export async function fillLibrary(
  settings: Readonly<Record<string, string>>,
  { records, sounds, audioBytes }: Filling,
): Promise<void> {
  const config = readConfig(settings)
  const db = await openDatabase(config.databaseUrl, config.dataDir)
  await settleFirstAdmin({ config, db, clock: Date.now })
  await db.connection.transaction().execute(async (transaction) => {
    const reader = await insertCreator(transaction, filler, 1)
    const image = await storeFile(join(config.dataDir, 'media'), audioBytes, portrait)
    const image_media_id = (await insertMedia(transaction, image)).id
    await setCreatorMedia(transaction, reader, { image_media_id, preview_media_id: null })
    const podcast = await insertPodcast(transaction, { name: 'Series', description: null, ...noCover }, 1)
    const books: number[] = []
    const stored: NewMedia[] = []
    for (let number = 0; number < sounds; number += 1)
      stored.push(await storeFile(join(config.dataDir, 'media'), audioBytes, sound))
    for (let number = 1; number <= records; number += 1) {
      const { id: mediaId } = await insertMedia(transaction, stored[number % sounds] as NewMedia)
      const own = {
        name: `Recording ${number}`,
        description: null,
        ...noCover,
        sound: { mediaId, tracks: [] },
      }
      if (number % 3 === 0) await insertEpisode(transaction, { ...own, podcast_id: podcast, number }, number)
      else books.push(await insertAudioBook(transaction, own, number))
      if (number % 3 > 0)
        await insertCredits(transaction, { kind: 'audio-book', id: books.at(-1) ?? 0 }, [reader])
    }
    const series = await insertSeries(transaction, { name: 'Recordings', description: null }, 1)
    for (const [place, id] of books.entries())
      await replaceSeriesParts(transaction, id, [{ id: series, sequence: String(1 + place / 2) }])
    const collection = { name: 'Firsts', description: null, isOnHome: true, place: undefined }
    const firsts = books.slice(0, maxCollectionItems).map((audioBookId) => ({ audioBookId, podcastId: null }))
    await replaceItems(transaction, await insertCollection(transaction, collection, 1), firsts)
    await reindexSeries(transaction, db.dialect, [series])
    await reindexCreators(transaction, db.dialect, [reader])
    await reindexRecords(transaction, db.dialect, { kind: 'podcast', ids: [podcast] })
    await reindexRecords(transaction, db.dialect, { kind: 'audio-book', ids: books })
  })
  await db.close()
}

type Kind = Omit<NewMedia, 'sha256' | 'sizeBytes' | 'createdAt'>

const none = { durationMs: null, width: null, height: null, color: null, placeholder: null }
const chapters = [
  { startMs: 0, title: 'Beginning' },
  { startMs: 30_000, title: 'End' },
]
const sound: Kind = { ...none, contentType: 'audio/mpeg', durationMs: 60_000, chapters }
const portrait: Kind = { ...none, contentType: 'image/webp', width: 60, height: 80 }

async function storeFile(folder: string, sizeBytes: number, kind: Kind): Promise<NewMedia> {
  const bytes = randomBytes(sizeBytes)
  const sha256 = hash('sha256', bytes)
  await mkdir(join(folder, sha256.slice(0, 2)), { recursive: true })
  await writeFile(join(folder, sha256.slice(0, 2), sha256.slice(2)), bytes)
  return { ...kind, sha256, sizeBytes, createdAt: 1 }
}
