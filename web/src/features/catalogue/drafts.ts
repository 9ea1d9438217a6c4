/** The pages of records that only editors see; without components, because the routes' loaders import them. */
import {
  getEditedAudioBook,
  getEditedEpisodeOverview,
  getEditedPodcastOverview,
} from '@earmark/contract/edited-records.ts'
import { includesRole } from '@earmark/contract/roles.ts'
import { ApiError } from '../../lib/api.ts'
import { type ApiQuery, apiQuery, load } from '../../lib/query-client.ts'
import { useSession } from '../auth/index.ts'

/** What a page shows: what the public sees, or what editors see of a record that is not public. */
export interface Shown {
  isDraft: boolean
}

export const editedAudioBook = (id: number) => apiQuery(getEditedAudioBook, { params: { id } })
export const editedPodcast = (id: number) => apiQuery(getEditedPodcastOverview, { params: { id } })
export const editedEpisode = (id: number, episodeId: number) =>
  apiQuery(getEditedEpisodeOverview, { params: { id, episodeId } })

/** For a page's loader. @throws {ApiError} where neither is there for who looks */
export async function loadRecord(published: ApiQuery<unknown>, edited: ApiQuery<unknown>): Promise<Shown> {
  try {
    await load(published)
    return { isDraft: false }
  } catch (error) {
    const isMissing = error instanceof ApiError && error.status === 404
    if (!isMissing || !includesRole(useSession.getState().role, 'Editor')) throw error
  }
  await load(edited, 0)
  return { isDraft: true }
}
