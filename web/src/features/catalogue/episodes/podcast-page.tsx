import type { EditedPodcastOverview } from '@earmark/contract/edited-records.ts'
import type { Podcast } from '@earmark/contract/podcasts.ts'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Breadcrumb } from '../../../ui/breadcrumb/breadcrumb.tsx'
import { Page } from '../../../ui/page/page.tsx'
import { LibraryButton } from '../../library/index.ts'
import { PlayAllAction, PodcastButton, QueueButton } from '../../player/index.ts'
import type { Draft } from '../drafts.ts'
import { FeedButton } from '../feeds/feed-button.tsx'
import { messages } from '../page-messages.ts'
import { Episodes } from './episodes.tsx'
import { episodePage, type PodcastAddress, podcastOverview, readPodcastAddress } from './queries.ts'
import { useResumedTrack } from './use-resumed-track.ts'
import { loadTracks } from '../load-tracks.ts'
import { episodeTrack } from '../tracks.ts'
import { Credits, peopleWith, voices } from '../record/credits.tsx'
import { DraftOver } from '../record/draft-over.tsx'
import { RecordHead } from '../record/record-head.tsx'
import { RecordMenu } from '../record/record-menu.tsx'
import { factMessages, Tags, Website } from '../record/tags.tsx'

interface PodcastPageProps {
  id: number
  /** Null for what the public sees. */
  draft: Draft<EditedPodcastOverview> | null
  address: PodcastAddress
  onAddress: (address: PodcastAddress) => void
}

export function PodcastPage({ draft, ...props }: PodcastPageProps) {
  return draft ? <DraftPodcast draft={draft} /> : <PublicPodcast {...props} />
}

/** Its episodes are those of the form. */
function DraftPodcast({ draft }: { draft: Draft<EditedPodcastOverview> }) {
  const { data: podcast } = useSuspenseQuery(draft.query)
  return (
    <Page title={podcast.name}>
      <DraftOver draft={draft} record={podcast} />
      <Head podcast={podcast} isPlayable={false} />
    </Page>
  )
}

function PublicPodcast({ id, address, onAddress }: Omit<PodcastPageProps, 'draft'>) {
  const { data: podcast } = useSuspenseQuery(podcastOverview(id))
  const { data: page } = useQuery(episodePage(id, {}, 1))
  const shown = page?.items.flatMap((episode) => episodeTrack(episode, podcast) ?? [])
  const [first, ...others] = shown ?? []
  const resumed = useResumedTrack(podcast, shown)
  const whole = (episodeId?: number) => loadTracks(podcast, {}, episodeId)
  const all = first ? { tracks: [first, ...others] as const, whole: () => whole() } : null
  return (
    <Page title={podcast.name}>
      <Head
        podcast={podcast}
        isPlayable={all !== null}
        play={
          <PodcastButton
            all={all}
            resumed={resumed && { track: resumed, whole: () => whole(resumed.recording.id) }}
          />
        }
        actions={
          <>
            {all && resumed && <PlayAllAction all={all} />}
            {all && <QueueButton track={whole} kind="podcast" />}
            <LibraryButton subject={{ kind: 'podcast', id }} />
            <FeedButton kind="podcasts" id={id} isListed={podcast.source?.isListed ?? true} />
          </>
        }
      />
      {podcast.episodesCount > 0 && (
        <Episodes podcast={podcast} address={readPodcastAddress(address)} onAddress={onAddress} />
      )}
    </Page>
  )
}

interface HeadProps {
  podcast: Podcast
  isPlayable: boolean
  play?: ReactNode
  actions?: ReactNode
}

function Head({ podcast, isPlayable, play, actions }: HeadProps) {
  return (
    <RecordHead
      record={podcast}
      kind="podcast"
      breadcrumb={
        <Breadcrumb current={podcast.name}>
          <Link to="/podcasts" activeOptions={{ exact: true }}>
            {messages.podcasts}
          </Link>
        </Breadcrumb>
      }
      people={[{ label: messages.withVoices, creators: peopleWith(podcast.credits, voices) }]}
      facts={[
        podcast.episodesCount === 0 ? messages.episodes(0) : null,
        podcast.source && factMessages.sourceStates[podcast.source.state],
      ]}
      credits={<Credits credits={podcast.credits} named={voices} />}
      tags={
        <>
          <Tags
            list="/podcasts"
            genres={podcast.categories}
            language={podcast.language}
            others={[podcast.isExplicit ? factMessages.explicit : null]}
          />
          {podcast.link !== null && <Website address={podcast.link} />}
        </>
      }
      play={play}
      actions={
        <>
          {actions}
          <RecordMenu
            name={podcast.name}
            isPlayable={isPlayable}
            edit={{ to: '/edit/podcasts/$id', params: { id: String(podcast.id) } }}
          />
        </>
      }
    />
  )
}
