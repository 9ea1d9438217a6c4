import { hash, randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readConfig } from '../config/config.ts'
import { openDatabase } from '../db/database.ts'
import { insertAudioBook } from '../catalogue/audio-books/audio-books.queries.ts'
import { insertCredits } from '../catalogue/creators/credits.queries.ts'
import { insertCreator } from '../catalogue/creators/creators.queries.ts'
import { reindexCreators } from '../catalogue/creators/creators.service.ts'
import { reindexRecords } from '../catalogue/creators/linked-records.ts'
import { insertMedia, type NewMedia } from '../media/media.queries.ts'
import { insertEpisode } from '../catalogue/podcasts/episodes.queries.ts'
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
    const series = await insertPodcast(transaction, { name: 'Series', description: null, ...noCover }, 1)
    const books: number[] = []
    const stored: NewMedia[] = []
    for (let number = 0; number < sounds; number += 1)
      stored.push(await storeSound(join(config.dataDir, 'media'), audioBytes))
    for (let number = 1; number <= records; number += 1) {
      const audio_media_id = (await insertMedia(transaction, stored[number % sounds] as NewMedia)).id
      const own = { name: `Recording ${number}`, description: null, ...noCover, audio_media_id }
      if (number % 3 === 0) await insertEpisode(transaction, { ...own, podcast_id: series, number }, number)
      else books.push(await insertAudioBook(transaction, own, number))
      if (number % 3 > 0)
        await insertCredits(transaction, { kind: 'audio-book', id: books.at(-1) ?? 0 }, [reader])
    }
    await reindexCreators(transaction, db.dialect, [reader])
    await reindexRecords(transaction, db.dialect, { kind: 'podcast', ids: [series] })
    await reindexRecords(transaction, db.dialect, { kind: 'audio-book', ids: books })
  })
  await db.close()
}

async function storeSound(folder: string, sizeBytes: number): Promise<NewMedia> {
  const bytes = randomBytes(sizeBytes)
  const sha256 = hash('sha256', bytes)
  await mkdir(join(folder, sha256.slice(0, 2)), { recursive: true })
  await writeFile(join(folder, sha256.slice(0, 2), sha256.slice(2)), bytes)
  const none = { width: null, height: null, color: null, placeholder: null }
  return { sha256, sizeBytes, contentType: 'audio/mpeg', durationMs: 60_000, createdAt: 1, ...none }
}
