import { deleteEpisode } from '@earmark/contract/episode-edits.ts'
import type { PodcastEpisode } from '@earmark/contract/episodes.ts'
import type { PodcastDetail } from '@earmark/contract/podcasts.ts'
import { Link } from '@tanstack/react-router'
import { Plus, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { call } from '../../../lib/api.ts'
import { buttonClass } from '../../../ui/button/button.tsx'
import { IconButton } from '../../../ui/button/icon-button.tsx'
import { confirm } from '../../../ui/dialog/dialogs.ts'
import { Flag } from '../../../ui/table/flag.tsx'
import { Picture } from '../../../ui/table/picture.tsx'
import type { Column } from '../../../ui/table/table.tsx'
import { attempt } from '../attempt.ts'
import { EditLink } from '../index-page/index-table.tsx'
import { areYouSure, indexMessages } from '../messages.ts'
import { podcastCalls, reloadRecord } from './record-calls.ts'
import { TableSection } from './table-section.tsx'
import { episodeMessages, episodesMessages as messages } from './messages.ts'

const { columns: headings } = indexMessages

const factsOf = (podcast: PodcastDetail): Column<PodcastEpisode>[] => [
  { heading: headings.id, kind: 'number', cell: ({ id }) => id },
  { heading: messages.number, kind: 'number', cell: ({ number }) => number },
  { heading: headings.name, kind: 'name', cell: ({ name }) => name },
  { heading: headings.coverImage, kind: 'flag', cell: (episode) => <Flag on={hasOwnCover(episode)} /> },
  {
    heading: headings.coverImagePreview,
    kind: 'picture',
    cell: (episode) => <Picture src={ownPreview(episode, podcast)} alt={episode.name} />,
  },
  { heading: headings.description, kind: 'text', cell: ({ description }) => description },
  { heading: headings.audio, kind: 'flag', cell: ({ audioUrl }) => <Flag on={audioUrl !== null} /> },
  { heading: headings.voicersCount, kind: 'number', cell: ({ voicers }) => voicers.length },
]

/** A cover that is inherited from the podcast is not the episode's own. */
function hasOwnCover({ coverImageUrl, coverInherited }: PodcastEpisode): boolean {
  return coverImageUrl !== null && !coverInherited
}

function ownPreview({ coverImagePreviewUrl }: PodcastEpisode, podcast: PodcastDetail): string | null {
  return coverImagePreviewUrl === podcast.coverImagePreviewUrl ? null : coverImagePreviewUrl
}

/** A podcast's episodes in order of number. */
export function EpisodesTable({ podcast }: { podcast: PodcastDetail }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const focusHeading = () => heading.current?.focus({ preventScroll: true })

  function actions(episode: PodcastEpisode) {
    return <EpisodeActions episode={episode} onDeleted={focusHeading} />
  }

  const actionColumn = { heading: indexMessages.actions, kind: 'actions', cell: actions } as const

  return (
    <TableSection
      heading={messages.heading}
      headingRef={heading}
      add={
        <Link
          to="/edit/podcasts/$id/episodes/create"
          params={{ id: String(podcast.id) }}
          className={buttonClass}
        >
          <Plus size={18} aria-hidden="true" />
          {messages.create}
        </Link>
      }
      columns={[...factsOf(podcast), actionColumn]}
      rows={podcast.episodes}
      none={messages.none}
    />
  )
}

interface EpisodeActionsProps {
  episode: PodcastEpisode
  onDeleted: () => void
}

function EpisodeActions({ episode: { id, podcastId, name }, onDeleted }: EpisodeActionsProps) {
  const [isDeleting, setDeleting] = useState(false)

  async function deleteThis() {
    if (!(await confirm({ title: episodeMessages.deleteTitle, text: areYouSure(name) }))) return
    setDeleting(true)
    const deleted = await attempt(() => call(deleteEpisode, { params: { id: podcastId, episodeId: id } }), {
      done: episodeMessages.deleted,
      failed: messages.deleteFailed,
    })
    if (!deleted) return setDeleting(false)
    await reloadRecord(podcastCalls, podcastId)
    onDeleted()
  }

  return (
    <>
      <EditLink
        to="/edit/podcasts/$id/episodes/$episodeId"
        params={{ id: String(podcastId), episodeId: String(id) }}
        name={name}
      />
      <IconButton label={indexMessages.delete(name)} disabled={isDeleting} onClick={deleteThis}>
        <Trash2 size={18} aria-hidden="true" />
      </IconButton>
    </>
  )
}
