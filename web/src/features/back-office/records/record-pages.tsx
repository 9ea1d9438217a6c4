import { addAudioBookReader, removeAudioBookReader } from '@earmark/contract/audio-book-edits.ts'
import type { AudioBook } from '@earmark/contract/audio-books.ts'
import type { Creator } from '@earmark/contract/creators.ts'
import { addEpisodeVoicer, removeEpisodeVoicer } from '@earmark/contract/episode-edits.ts'
import type { PodcastEpisodeDetail } from '@earmark/contract/episodes.ts'
import { addPodcastVoicer, removePodcastVoicer } from '@earmark/contract/podcast-edits.ts'
import type { PodcastDetail } from '@earmark/contract/podcasts.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, type NavigateOptions } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { call } from '../../../lib/api.ts'
import { useHere } from '../../auth/index.ts'
import { podcast as podcastQuery } from '../../catalogue/index.ts'
import { RecordMenu } from '../form/record-menu.tsx'
import { useDeletion } from '../form/use-deletion.ts'
import { EpisodeNeighbours } from './episode-neighbours.tsx'
import { EpisodesTable } from './episodes-table.tsx'
import {
  episodeVoicerMessages,
  type PeopleMessages,
  podcastVoicerMessages,
  readerMessages,
} from './messages.ts'
import { PeopleTable } from './people-table.tsx'
import {
  audioBookCalls,
  deletionOf,
  episodeCalls,
  podcastCalls,
  type RecordCalls,
  reloadRecord,
} from './record-calls.ts'
import { RecordForm } from './record-form.tsx'
import { RecordPage } from '../form/record-page.tsx'
import { type EditedRecord, nextFreeNumber } from './record-values.ts'

interface CreatePageProps<Saved extends EditedRecord> {
  calls: RecordCalls<Saved>
  above?: ReactNode
  proposed?: { number: string }
  /** The form of a record of the kind. */
  addressOf: (id: string) => NavigateOptions
}

function CreatePage<Saved extends EditedRecord>({
  calls,
  above,
  proposed,
  addressOf,
}: CreatePageProps<Saved>) {
  const here = useHere()
  return (
    <RecordPage name={calls.messages.newTitle} above={above}>
      <RecordForm
        calls={calls}
        {...(proposed && { proposed })}
        onCreated={({ id }) => here.goOn({ ...addressOf(String(id)), replace: true, ignoreBlocker: true })}
      />
    </RecordPage>
  )
}

/** The creators of a record, which are changed beside its form. */
interface People<Saved> {
  messages: PeopleMessages
  of: (record: Saved) => readonly Creator[]
  add: (record: Saved, creatorId: number) => Promise<unknown>
  remove: (record: Saved, creatorId: number) => Promise<unknown>
}

interface EditPageProps<Saved extends EditedRecord> {
  id: number
  calls: RecordCalls<Saved>
  people: People<Saved>
  /** Parts that only some kinds have. */
  renderAbove?: (record: Saved) => ReactNode
  renderAside?: (record: Saved) => ReactNode
  renderBelow?: (record: Saved) => ReactNode
}

function EditPage<Saved extends EditedRecord>({
  id,
  calls,
  people,
  renderAbove,
  renderAside,
  renderBelow,
}: EditPageProps<Saved>) {
  const { data: record } = useSuspenseQuery(calls.query(id))
  const deletion = useDeletion(deletionOf(calls, record))
  return (
    <RecordPage
      name={record.name}
      above={renderAbove?.(record)}
      aside={renderAside?.(record)}
      menu={<RecordMenu deletion={deletion} />}
    >
      <RecordForm calls={calls} record={record} isDeleting={deletion.isRunning} />
      <PeopleTable
        people={people.of(record)}
        messages={people.messages}
        add={(creatorId) => people.add(record, creatorId)}
        remove={(creatorId) => people.remove(record, creatorId)}
        reload={() => reloadRecord(calls, id)}
      />
      {renderBelow?.(record)}
    </RecordPage>
  )
}

const readers: People<AudioBook> = {
  messages: readerMessages,
  of: (audioBook) => audioBook.readers,
  add: ({ id }, readerId) => call(addAudioBookReader, { params: { id, readerId } }),
  remove: ({ id }, readerId) => call(removeAudioBookReader, { params: { id, readerId } }),
}

const podcastVoicers: People<PodcastDetail> = {
  messages: podcastVoicerMessages,
  of: (podcast) => podcast.voicers,
  add: ({ id }, creatorId) => call(addPodcastVoicer, { params: { id, creatorId } }),
  remove: ({ id }, creatorId) => call(removePodcastVoicer, { params: { id, creatorId } }),
}

const paramsOf = ({ id, podcastId }: PodcastEpisodeDetail) => ({ id: podcastId, episodeId: id })

const episodeVoicers: People<PodcastEpisodeDetail> = {
  messages: episodeVoicerMessages,
  of: (episode) => episode.voicers,
  add: (episode, creatorId) => call(addEpisodeVoicer, { params: { ...paramsOf(episode), creatorId } }),
  remove: (episode, creatorId) => call(removeEpisodeVoicer, { params: { ...paramsOf(episode), creatorId } }),
}

export function AudioBookCreatePage() {
  return (
    <CreatePage
      calls={audioBookCalls}
      addressOf={(id) => ({ to: '/edit/audio-books/$id', params: { id } })}
    />
  )
}

export function AudioBookEditPage({ id }: { id: number }) {
  return <EditPage id={id} calls={audioBookCalls} people={readers} />
}

export function PodcastCreatePage() {
  return (
    <CreatePage calls={podcastCalls} addressOf={(id) => ({ to: '/edit/podcasts/$id', params: { id } })} />
  )
}

export function PodcastEditPage({ id }: { id: number }) {
  return (
    <EditPage
      id={id}
      calls={podcastCalls}
      people={podcastVoicers}
      renderBelow={(podcast) => <EpisodesTable podcast={podcast} />}
    />
  )
}

export function EpisodeCreatePage({ podcastId }: { podcastId: number }) {
  const { data: podcast } = useSuspenseQuery(podcastQuery(podcastId))
  return (
    <CreatePage
      calls={episodeCalls(podcastId)}
      above={<PodcastLink podcast={podcast} />}
      proposed={{ number: String(nextFreeNumber(podcast.episodes)) }}
      addressOf={(episodeId) => ({
        to: '/edit/podcasts/$id/episodes/$episodeId',
        params: { id: String(podcastId), episodeId },
      })}
    />
  )
}

export function EpisodeEditPage({ podcastId, id }: { podcastId: number; id: number }) {
  return (
    <EditPage
      id={id}
      calls={episodeCalls(podcastId)}
      people={episodeVoicers}
      renderAbove={({ podcast }) => <PodcastLink podcast={podcast} />}
      renderAside={(episode) => <EpisodeNeighbours episode={episode} />}
    />
  )
}

function PodcastLink({ podcast }: { podcast: { id: number; name: string } }) {
  return (
    <Link to="/edit/podcasts/$id" params={{ id: String(podcast.id) }} dir="auto">
      {podcast.name}
    </Link>
  )
}
