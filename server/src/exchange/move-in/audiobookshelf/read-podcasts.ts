import type { MovedEpisode, MovedPodcast } from '../library/moved-library.ts'
import { plainText } from '../library/plain-text.ts'
import { lastPart } from './read-books.ts'
import type { SourceItems } from './read-items.ts'
import { readChapters, readFile } from './read-sounds.ts'
import { count, note, readJson, type Reading } from './reading.ts'
import type { SourceValue } from './source-rows.queries.ts'
import { flagOf, instantOf, objectOf, textOf, textsOf } from './values.ts'

const columns = [
  'id',
  'title',
  'author',
  'feedURL',
  'itunesPageURL',
  'description',
  'language',
  'podcastType',
  'explicit',
  'autoDownloadEpisodes',
  'coverPath',
  'tags',
  'genres',
] as const

export function readPodcasts(reading: Reading, items: SourceItems): MovedPodcast[] {
  const episodes = readEpisodes(reading)
  const podcasts: MovedPodcast[] = []
  for (const row of reading.source.rows('podcasts', columns, ['createdAt'])) {
    const id = textOf(row.id)
    const item = id === null ? undefined : items.byMedia.get(id)
    if (id === null || item === undefined) continue
    const title = textOf(row.title) ?? lastPart(item.path)
    const what = `the podcast “${title}”`
    if (textsOf(readJson(reading, row, 'tags', what)).length > 0) count(reading, 'tags')
    if (flagOf(row.autoDownloadEpisodes)) count(reading, 'autoDownloads')
    const coverPath = textOf(row.coverPath)
    podcasts.push({
      id,
      path: item.path,
      title,
      author: textOf(row.author),
      description: plainText(textOf(row.description)),
      language: textOf(row.language),
      isExplicit: flagOf(row.explicit),
      isSerial: textOf(row.podcastType) === 'serial',
      feedUrl: textOf(row.feedURL),
      link: textOf(row.itunesPageURL),
      genres: textsOf(readJson(reading, row, 'genres', what)),
      cover: coverPath === null ? null : { path: coverPath },
      episodes: episodes.get(id) ?? [],
    })
  }
  return podcasts
}

const episodeColumns = [
  'id',
  'podcastId',
  'season',
  'episode',
  'episodeType',
  'title',
  'description',
  'publishedAt',
  'audioFile',
  'chapters',
] as const

type EpisodeRow = Record<(typeof episodeColumns)[number], SourceValue>

/** By the id of the podcast; the older first. */
function readEpisodes(reading: Reading): Map<string, MovedEpisode[]> {
  const episodes = new Map<string, MovedEpisode[]>()
  const order = ['publishedAt', 'createdAt']
  for (const row of reading.source.rows('podcastEpisodes', episodeColumns, order)) {
    const id = textOf(row.id)
    const podcastId = textOf(row.podcastId)
    if (id === null || podcastId === null) {
      note(reading, 'An episode of no podcast was left out.')
      continue
    }
    const list = episodes.get(podcastId) ?? []
    list.push(readEpisode(reading, row, id))
    episodes.set(podcastId, list)
  }
  return episodes
}

const types: Readonly<Record<string, MovedEpisode['type']>> = { trailer: 'Trailer', bonus: 'Bonus' }

function readEpisode(reading: Reading, row: EpisodeRow, id: string): MovedEpisode {
  const title = textOf(row.title) ?? 'Untitled'
  const what = `the episode “${title}”`
  const file = objectOf(readJson(reading, row, 'audioFile', what))
  const season = Number(textOf(row.season) ?? 'none')
  return {
    id,
    title,
    description: plainText(textOf(row.description)),
    season: Number.isInteger(season) && season > 0 ? season : null,
    type: types[textOf(row.episodeType) ?? ''] ?? 'Full',
    publishedAt: instantOf(row.publishedAt),
    file: (file.metadata === undefined ? [] : readFile(reading, file, what))[0] ?? null,
    chapters: readChapters(readJson(reading, row, 'chapters', what)),
  }
}
