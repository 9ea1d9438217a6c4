import type { CatalogueDeps } from '../../deps.ts'
import { insertCreatorLinks, listCreators } from '../creators/creators.queries.ts'
import { creatorTexts } from '../creators/creators.service.ts'
import type { NewMedia } from '../media/media.queries.ts'
import { insertOptionalMedia, insertRecordCover, type RecordMedia } from '../media/record-media.queries.ts'
import { indexRecord } from '../search/search.queries.ts'
import { insertEpisode } from './episodes.queries.ts'
import { insertPodcast } from './podcasts.queries.ts'

export interface PodcastInput extends RecordMedia {
  readonly name: string
  readonly description: string | null
  readonly voicerIds: readonly number[]
}

export interface EpisodeInput extends PodcastInput {
  readonly number: number
  readonly audio: NewMedia | null
}

/** @returns the new podcast's id */
export async function createPodcast(deps: CatalogueDeps, input: PodcastInput): Promise<number> {
  const { connection, dialect } = deps.db
  const { name, description } = input
  const id = await connection.transaction().execute(async (transaction) => {
    const now = deps.clock()
    const cover = await insertRecordCover(transaction, input, now)
    const newId = await insertPodcast(transaction, { name, description, ...cover }, now)
    await insertCreatorLinks(transaction, 'podcast', newId, input.voicerIds)
    const creators = creatorTexts(await listCreators(transaction, input.voicerIds))
    await indexRecord(transaction, dialect, 'podcast', newId, { name, description, creators })
    return newId
  })
  deps.changes.catalogueChanged()
  return id
}

/** @returns the new episode's id */
export async function createEpisode(
  deps: CatalogueDeps,
  podcastId: number,
  input: EpisodeInput,
): Promise<number> {
  const { number, name, description } = input
  const id = await deps.db.connection.transaction().execute(async (transaction) => {
    const now = deps.clock()
    const cover = await insertRecordCover(transaction, input, now)
    const audio_media_id = await insertOptionalMedia(transaction, input.audio)
    const episode = { podcast_id: podcastId, number, name, description, ...cover, audio_media_id }
    const newId = await insertEpisode(transaction, episode, now)
    await insertCreatorLinks(transaction, 'episode', newId, input.voicerIds)
    return newId
  })
  deps.changes.catalogueChanged()
  return id
}
