import { addEpisodeVoicer, removeEpisodeVoicer } from '@earmark/contract/episode-edits.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { call } from '../../../lib/api.ts'
import { useHere } from '../../auth/index.ts'
import { RecordMenu } from '../form/record-menu.tsx'
import { useDeletion } from '../form/use-deletion.ts'
import { podcast as podcastQuery } from '../../catalogue/index.ts'
import { nextFreeNumber } from './checks.ts'
import { episodeCalls } from './episode-calls.ts'
import { EpisodeNeighbours } from './episode-neighbours.tsx'
import { episodeVoicerMessages } from './messages.ts'
import { PeopleTable } from './people-table.tsx'
import { deletionOf, reloadRecord } from './record-calls.ts'
import { RecordForm } from './record-form.tsx'
import { RecordPage } from './record-page.tsx'

export function EpisodeCreatePage({ podcastId }: { podcastId: number }) {
  const { data: podcast } = useSuspenseQuery(podcastQuery(podcastId))
  const here = useHere()
  const calls = episodeCalls(podcastId)
  return (
    <RecordPage name={calls.messages.untitled} above={<PodcastLink podcast={podcast} />}>
      <RecordForm
        calls={calls}
        proposed={{ number: String(nextFreeNumber(podcast.episodes)) }}
        onCreated={({ id }) =>
          here.goOn({
            to: '/edit/podcasts/$id/episodes/$episodeId',
            params: { id: String(podcastId), episodeId: String(id) },
            replace: true,
            ignoreBlocker: true,
          })
        }
      />
    </RecordPage>
  )
}

export function EpisodeEditPage({ podcastId, id }: { podcastId: number; id: number }) {
  const calls = episodeCalls(podcastId)
  const { data: episode } = useSuspenseQuery(calls.query(id))
  const deletion = useDeletion(deletionOf(calls, episode))
  const params = { id: podcastId, episodeId: id }
  return (
    <RecordPage
      name={episode.name}
      above={<PodcastLink podcast={episode.podcast} />}
      aside={<EpisodeNeighbours episode={episode} />}
      menu={<RecordMenu deletion={deletion} />}
    >
      <RecordForm calls={calls} record={episode} isDeleting={deletion.isRunning} />
      <PeopleTable
        people={episode.voicers}
        messages={episodeVoicerMessages}
        add={(creatorId) => call(addEpisodeVoicer, { params: { ...params, creatorId } })}
        remove={(creatorId) => call(removeEpisodeVoicer, { params: { ...params, creatorId } })}
        reload={() => reloadRecord(calls, id)}
      />
    </RecordPage>
  )
}

function PodcastLink({ podcast }: { podcast: { id: number; name: string } }) {
  return (
    <Link to="/edit/podcasts/$id" params={{ id: String(podcast.id) }} dir="auto">
      {podcast.name}
    </Link>
  )
}
