import { addPodcastVoicer, removePodcastVoicer } from '@earmark/contract/podcast-edits.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { useHere } from '../../auth/index.ts'
import { RecordMenu } from '../form/record-menu.tsx'
import { useDeletion } from '../form/use-deletion.ts'
import { EpisodesTable } from './episodes-table.tsx'
import { podcastVoicerMessages } from './messages.ts'
import { PeopleTable } from './people-table.tsx'
import { podcastCalls as calls } from './podcast-calls.ts'
import { deletionOf, reloadRecord } from './record-calls.ts'
import { RecordForm } from './record-form.tsx'
import { RecordPage } from './record-page.tsx'

export function PodcastCreatePage() {
  const here = useHere()
  return (
    <RecordPage name={calls.messages.untitled}>
      <RecordForm
        calls={calls}
        onCreated={({ id }) =>
          here.goOn({
            to: '/edit/podcasts/$id',
            params: { id: String(id) },
            replace: true,
            ignoreBlocker: true,
          })
        }
      />
    </RecordPage>
  )
}

export function PodcastEditPage({ id }: { id: number }) {
  const { data: podcast } = useSuspenseQuery(calls.query(id))
  const deletion = useDeletion(deletionOf(calls, podcast))
  return (
    <RecordPage name={podcast.name} menu={<RecordMenu deletion={deletion} />}>
      <RecordForm calls={calls} record={podcast} isDeleting={deletion.isRunning} />
      <PeopleTable
        people={podcast.voicers}
        messages={podcastVoicerMessages}
        add={(creatorId) => call(addPodcastVoicer, { params: { id, creatorId } })}
        remove={(creatorId) => call(removePodcastVoicer, { params: { id, creatorId } })}
        reload={() => reloadRecord(calls, id)}
      />
      <EpisodesTable podcast={podcast} />
    </RecordPage>
  )
}
