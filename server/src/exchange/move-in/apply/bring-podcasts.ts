import { findRecordMedia } from '../../../catalogue/editing/records.queries.ts'
import { createCreator } from '../../../catalogue/creators/creators.service.ts'
import { createRecord } from '../../../catalogue/editing/create-record.ts'
import { listCreatorIdsByName } from '../../../catalogue/field-sources/write-book-values.queries.ts'
import { replaceGenres } from '../../../catalogue/genres/genres.queries.ts'
import {
  insertEpisode,
  listEpisodeNumbers,
  newEpisodeColumns,
} from '../../../catalogue/podcasts/episode-edits.queries.ts'
import { insertPodcast, podcastColumns } from '../../../catalogue/podcasts/podcasts.queries.ts'
import { openCover } from '../../import/apply/library-cover.ts'
import { openSounds } from '../../import/apply/library-sounds.ts'
import type { MovedEpisode, MovedPodcast, MovedSystem } from '../library/moved-library.ts'
import type { FoundFile } from '../places/find-files.ts'
import type { PlannedPodcast } from '../plan/planned-move.ts'
import type { Losses } from './bring-books.ts'
import { keepLibraryFiles, lookAtFiles, type RefusedFile } from './look-at-files.ts'
import type { MoveDeps } from './move-deps.ts'
import { writeMovedChapters } from './moved-chapters.ts'
import { insertMovedRecord, setFeedUrl } from './moved-records.queries.ts'
import { descriptionOf, genresOf, languageOf, linkOf, titleOf } from './moved-values.ts'

/** Makes podcasts, then their episodes one by one, the older first. */
export async function bringPodcasts(
  deps: MoveDeps,
  system: MovedSystem,
  podcasts: readonly PlannedPodcast[],
  losses: Losses,
): Promise<void> {
  for (const { podcast, state, podcastId, episodes } of podcasts) {
    if (state === 'Removed') continue
    const id = podcastId ?? (await bringPodcast(deps, system, podcast, losses))
    for (const { episode, state: stateOfEpisode, file } of episodes) {
      if (stateOfEpisode !== 'New' || file === null) continue
      const refused = await bringEpisode(deps, system, { podcastId: id, episode, file })
      if (refused) losses.refused.push({ title: `${podcast.title}: ${episode.title}`, file: refused })
      deps.progress(`${podcast.title}: ${episode.title}`)
    }
  }
}

/** @returns its id */
async function bringPodcast(
  deps: MoveDeps,
  system: MovedSystem,
  podcast: MovedPodcast,
  { coverless }: Losses,
): Promise<number> {
  await using cover = await openCover(deps, podcast.cover && (await deps.covers(podcast.cover)))
  if (podcast.cover && cover.cover === null) coverless.push(podcast.title)
  const { isExplicit, isSerial, feedUrl } = podcast
  const fields = {
    isExplicit,
    language: languageOf(podcast.language),
    link: linkOf(podcast.link),
    episodeOrder: isSerial ? ('Oldest' as const) : null,
  }
  const input = {
    name: titleOf(podcast.title),
    description: descriptionOf(podcast.description),
    cover: cover.cover,
    preview: cover.preview,
    previewChosen: false,
    creatorIds: await requireCreator(deps, podcast.author),
  }
  return await createRecord(deps, input, {
    kind: 'podcast',
    scope: 'podcasts/+',
    insert: (transaction, { sound: _, ...record }, now) =>
      insertPodcast(transaction, { ...record, ...podcastColumns(fields) }, now),
    complete: async (transaction, id) => {
      const now = deps.clock()
      await insertMovedRecord(transaction, { system, kind: 'podcast', foreignId: podcast.id, ownId: id }, now)
      if (feedUrl !== null) await setFeedUrl(transaction, id, feedUrl)
      await replaceGenres(transaction, 'podcast', id, genresOf(podcast.genres))
      return []
    },
    find: (_transaction, id) => Promise.resolve(id),
  })
}

/** The creator of that name, or a new one; none for nobody. */
async function requireCreator(deps: MoveDeps, author: string | null): Promise<number[]> {
  if (author === null) return []
  const nickname = titleOf(author)
  const [known] = [...(await listCreatorIdsByName(deps.db.connection, [nickname])).values()].flat()
  return [known ?? (await createCreator(deps, { nickname, name: null, surname: null })).id]
}

interface NewEpisode {
  readonly podcastId: number
  readonly episode: MovedEpisode
  readonly file: FoundFile
}

/** @returns the file, if it cannot be taken */
async function bringEpisode(
  deps: MoveDeps,
  system: MovedSystem,
  { podcastId, episode, file }: NewEpisode,
): Promise<RefusedFile | null> {
  const found = await lookAtFiles(deps, [file])
  if ('refused' in found) return found.refused
  const { looked } = found
  await keepLibraryFiles(deps, file.folder, looked)
  await using sounds = await openSounds(deps, looked, file.folder)
  const input = {
    name: titleOf(episode.title),
    description: descriptionOf(episode.description),
    cover: null,
    preview: null,
    previewChosen: false,
    audio: sounds.audio,
  }
  const publishedAt = episode.publishedAt === null ? null : new Date(episode.publishedAt).toISOString()
  const { published_at: shown, ...columns } = newEpisodeColumns({
    season: episode.season,
    episodeType: episode.type,
    publishedAt,
  })
  await createRecord(deps, input, {
    kind: 'episode',
    scope: `podcasts/${podcastId}`,
    insert: async (transaction, record, now) => {
      const last = (await listEpisodeNumbers(transaction, podcastId)).at(-1) ?? 0
      const published_at = shown ?? record.published_at
      const row = { ...record, ...columns, published_at, podcast_id: podcastId, number: last + 1 }
      return await insertEpisode(transaction, row, now)
    },
    complete: async (transaction, id) => {
      const now = deps.clock()
      await insertMovedRecord(transaction, { system, kind: 'episode', foreignId: episode.id, ownId: id }, now)
      const media = await findRecordMedia(transaction, { kind: 'episode', id, podcastId })
      const { chapters, file: theirs } = episode
      const files = theirs === null ? [] : [theirs]
      if (media?.recording_id) await writeMovedChapters(transaction, media.recording_id, { chapters, files })
      return []
    },
    find: () => Promise.resolve(undefined),
  })
  return null
}
