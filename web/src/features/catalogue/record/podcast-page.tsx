import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Breadcrumb } from '../../../ui/breadcrumb/breadcrumb.tsx'
import { Page } from '../../../ui/page/page.tsx'
import { LibraryButton } from '../../library/index.ts'
import { PlayAllButton, QueueButton } from '../../player/index.ts'
import { messages } from '../messages.ts'
import { podcast as podcastQuery } from '../queries.ts'
import { podcastTracks } from '../tracks.ts'
import { EpisodeList } from './episode-list.tsx'
import { RecordHead } from './record-head.tsx'
import { RecordMenu } from './record-menu.tsx'

export function PodcastPage({ id }: { id: number }) {
  const { data: podcast } = useSuspenseQuery(podcastQuery(id))
  const tracks = podcastTracks(podcast)
  const list = [...tracks.values()]
  return (
    <Page title={podcast.name}>
      <RecordHead
        record={podcast}
        kind="podcast"
        breadcrumb={
          <Breadcrumb current={podcast.name}>
            <Link to="/podcasts">{messages.podcasts}</Link>
          </Breadcrumb>
        }
        people={[{ label: messages.withVoices, creators: podcast.voicers }]}
        facts={podcast.episodes.length === 0 ? [messages.episodes(0)] : []}
        play={<PlayAllButton tracks={list} />}
        actions={
          <>
            {list.length > 0 && <QueueButton track={list} kind="podcast" />}
            <LibraryButton
              subject={{ kind: 'podcast', id, episodeIds: podcast.episodes.map((episode) => episode.id) }}
            />
            <RecordMenu
              name={podcast.name}
              isPlayable={list.length > 0}
              edit={{ to: '/edit/podcasts/$id', params: { id: String(id) } }}
            />
          </>
        }
      />
      {podcast.episodes.length > 0 && <EpisodeList podcast={podcast} tracks={tracks} list={list} />}
    </Page>
  )
}
