import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Breadcrumb } from '../../../ui/breadcrumb/breadcrumb.tsx'
import { Page } from '../../../ui/page/page.tsx'
import { LibraryButton } from '../../library/index.ts'
import { PlayButton, Progress, QueueButton } from '../../player/index.ts'
import { messages } from '../messages.ts'
import { episode as episodeQuery } from '../queries.ts'
import { podcastTracks } from '../tracks.ts'
import { EpisodeNeighbours } from './episode-neighbours.tsx'
import { RecordHead } from './record-head.tsx'
import { RecordMenu } from './record-menu.tsx'

interface EpisodePageProps {
  id: number
  episodeId: number
}

export function EpisodePage({ id, episodeId }: EpisodePageProps) {
  const { data: episode } = useSuspenseQuery(episodeQuery(id, episodeId))
  const tracks = podcastTracks(episode.podcast)
  const track = tracks.get(episode.id)
  return (
    <Page title={episode.name}>
      <RecordHead
        record={episode}
        kind="recording"
        breadcrumb={
          <Breadcrumb current={episode.name}>
            <Link to="/podcasts">{messages.podcasts}</Link>
            <Link to="/podcasts/$id" params={{ id: String(id) }} dir="auto">
              {episode.podcast.name}
            </Link>
          </Breadcrumb>
        }
        people={[{ label: messages.withVoices, creators: episode.voicers }]}
        facts={[messages.episode(episode.number)]}
        progress={track && <Progress {...track} as="words" />}
        play={
          track && <PlayButton track={track} list={[...tracks.values()]} label={messages.play} size="large" />
        }
        actions={
          <>
            {track && <QueueButton track={track} kind="episode" next />}
            {track && <QueueButton track={track} kind="episode" />}
            <LibraryButton subject={{ kind: 'episode', id: episode.id, podcastId: id }} />
            <RecordMenu
              name={episode.name}
              isPlayable={track !== undefined}
              edit={{
                to: '/edit/podcasts/$id/episodes/$episodeId',
                params: { id: String(id), episodeId: String(episodeId) },
              }}
            />
          </>
        }
      />
      <EpisodeNeighbours episode={episode} />
    </Page>
  )
}
