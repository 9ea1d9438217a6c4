import type { EditedEpisodeOverview } from '@earmark/contract/edited-records.ts'
import type { EpisodeOverview } from '@earmark/contract/episodes.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatLength } from '../../../lib/format-length.ts'
import type { ApiQuery } from '../../../lib/query-client.ts'
import { Breadcrumb } from '../../../ui/breadcrumb/breadcrumb.tsx'
import { Page } from '../../../ui/page/page.tsx'
import { LibraryButton } from '../../library/index.ts'
import { MomentOffer, Progress, QueueButton, ResumeButton } from '../../player/index.ts'
import { messages } from '../page-messages.ts'
import type { Draft } from '../drafts.ts'
import { episode as episodeQuery } from '../episode-queries.ts'
import { loadTracks } from '../load-tracks.ts'
import { episodeTrack } from '../tracks.ts'
import { ShowNotes } from '../notes/show-notes.tsx'
import { DraftOver } from './draft-over.tsx'
import { EpisodeNeighbours } from './episode-neighbours.tsx'
import { Credits, peopleWith, voices } from './credits.tsx'
import { RecordHead } from './record-head.tsx'
import { RecordLists } from './record-lists.tsx'
import { RecordMenu } from './record-menu.tsx'
import { factMessages } from './tags.tsx'

interface EpisodePageProps {
  id: number
  episodeId: number
  /** Null for what the public sees. */
  draft: Draft<EditedEpisodeOverview> | null
}

const byNumber = { sortBy: 'number', sortOrder: 'asc' } as const

export function EpisodePage({ id, episodeId, draft }: EpisodePageProps) {
  const query: ApiQuery<EpisodeOverview | EditedEpisodeOverview> = draft?.query ?? episodeQuery(id, episodeId)
  const { data: episode } = useSuspenseQuery(query)
  const track = draft ? null : episodeTrack(episode, episode.podcast)
  const list = () => loadTracks(episode.podcast, byNumber, episode.id)
  return (
    <Page title={episode.name}>
      <DraftOver draft={draft} record={episode} />
      <RecordHead
        record={episode}
        kind="recording"
        breadcrumb={
          <Breadcrumb current={episode.name}>
            <Link to="/podcasts" activeOptions={{ exact: true }}>
              {messages.podcasts}
            </Link>
            <Link to="/podcasts/$id" params={{ id: String(id) }} activeOptions={{ exact: true }} dir="auto">
              {episode.podcast.name}
            </Link>
          </Breadcrumb>
        }
        people={[{ label: messages.withVoices, creators: peopleWith(episode.credits, voices) }]}
        facts={[
          episode.season === null ? null : factMessages.season(episode.season),
          messages.episode(episode),
          factMessages.types[episode.episodeType],
          episode.isExplicit ? factMessages.explicit : null,
          isLately(episode.recordingChangedAt) ? factMessages.recordingUpdated : null,
          formatLength(episode.durationSeconds),
        ]}
        notes={episode.notes && <ShowNotes notes={episode.notes} track={track} list={list} />}
        credits={<Credits credits={episode.credits} named={voices} />}
        moment={track && <MomentOffer key={episodeId} track={track} list={list} />}
        play={track && <ResumeButton track={track} list={list} />}
        progress={track && <Progress {...track} as="bar-at-speed" />}
        actions={
          <>
            {track && <QueueButton track={track} kind="episode" next />}
            {track && <QueueButton track={track} kind="episode" />}
            {!draft && <LibraryButton subject={{ kind: 'episode', id: episode.id, podcastId: id }} />}
            <RecordMenu
              name={episode.name}
              isPlayable={track !== null}
              track={track ?? undefined}
              edit={{
                to: '/edit/podcasts/$id/episodes/$episodeId',
                params: { id: String(id), episodeId: String(episodeId) },
              }}
            />
          </>
        }
      />
      {track !== null && (
        <RecordLists key={episodeId} track={track} chaptersCount={episode.chaptersCount} list={list} />
      )}
      <EpisodeNeighbours episode={episode} />
    </Page>
  )
}

const latelyMs = 30 * 24 * 3600 * 1000

function isLately(instant: string | null): boolean {
  return instant !== null && Date.now() - Date.parse(instant) < latelyMs
}
