import {
  countEditedEpisodes,
  type EditedPodcastEpisode,
  pageEditedEpisodes,
} from '@earmark/contract/edited-records.ts'
import { deleteEpisode } from '@earmark/contract/episode-edits.ts'
import { useSearch } from '@tanstack/react-router'
import { call } from '../../../lib/api.ts'
import { apiQuery } from '../../../lib/query-client.ts'
import { Flag } from '../../../ui/table/flag.tsx'
import { Picture } from '../../../ui/table/picture.tsx'
import { NameWithStatus } from '../index-page/index-kinds.tsx'
import { IndexTable } from '../index-page/index-table.tsx'
import type { IndexKind } from '../index-page/use-index-table.ts'
import { indexMessages } from '../messages.ts'
import styles from './episodes-table.module.css'

const { columns: headings } = indexMessages

interface EpisodesPodcast {
  id: number
  coverImagePreviewUrl: string | null
}

/** A podcast's episodes, a page at a time; what is shown of them stands in the address of its form. */
export function EpisodesTable({ podcast }: { podcast: EpisodesPodcast }) {
  const search = useSearch({ strict: false })
  return (
    <div className={styles.below}>
      <IndexTable kind={episodesOf(podcast)} search={search} />
    </div>
  )
}

function episodesOf(podcast: EpisodesPodcast): IndexKind<'episodes', EditedPodcastEpisode> {
  const params = { id: podcast.id }
  return {
    table: 'episodes',
    kind: 'podcasts',
    page: (querystring) => apiQuery(pageEditedEpisodes, { params, querystring }),
    counts: apiQuery(countEditedEpisodes, { params }),
    nameOf: ({ name }) => name,
    remove: ({ id }) => call(deleteEpisode, { params: { ...params, episodeId: id } }),
    createLink: { to: '/edit/podcasts/$id/episodes/create', params: { id: String(podcast.id) } },
    editLink: ({ id }) => ({
      to: '/edit/podcasts/$id/episodes/$episodeId',
      params: { id: String(podcast.id), episodeId: String(id) },
    }),
    columns: [
      { heading: headings.id, kind: 'number', sortBy: 'id', cell: ({ id }) => id },
      { heading: headings.number, kind: 'number', sortBy: 'number', cell: ({ number }) => number },
      { heading: headings.name, kind: 'name', cell: (episode) => <NameWithStatus {...episode} /> },
      { heading: headings.coverImage, kind: 'flag', cell: (episode) => <Flag on={hasOwnCover(episode)} /> },
      {
        heading: headings.coverImagePreview,
        kind: 'picture',
        cell: (episode) => <Picture src={ownPreview(episode, podcast)} alt={episode.name} />,
      },
      { heading: headings.description, kind: 'text', cell: ({ description }) => description },
      { heading: headings.audio, kind: 'flag', cell: ({ audioUrl }) => <Flag on={audioUrl !== null} /> },
      { heading: headings.voicersCount, kind: 'number', cell: ({ voicers }) => voicers.length },
    ],
  }
}

/** A cover that is inherited from the podcast is not the episode's own. */
function hasOwnCover({ coverImageUrl, coverInherited }: EditedPodcastEpisode): boolean {
  return coverImageUrl !== null && !coverInherited
}

function ownPreview({ coverImagePreviewUrl }: EditedPodcastEpisode, podcast: EpisodesPodcast): string | null {
  return coverImagePreviewUrl === podcast.coverImagePreviewUrl ? null : coverImagePreviewUrl
}
