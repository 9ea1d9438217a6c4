import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Eye, ListTree } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button, buttonClass } from '../../../ui/button/button.tsx'
import { useHere } from '../../auth/index.ts'
import { chapterMessages } from '../chapters/messages.ts'
import { FeedSection } from '../feed/feed-section.tsx'
import { RecordMenu } from '../form/record-menu.tsx'
import { RecordPage } from '../form/record-page.tsx'
import { useDeletion } from '../form/use-deletion.ts'
import { EpisodeNeighbours } from './episode-neighbours.tsx'
import { EpisodesTable } from './episodes-table.tsx'
import { publishingMessages } from '../records/field-messages.ts'
import { PeopleTable } from '../records/people-table.tsx'
import { PublishingStrip, unpublish } from '../records/publishing.tsx'
import {
  audioBookCalls,
  episodeCalls,
  podcastCalls,
  podcastQuery,
  type RecordCalls,
} from '../records/record-calls.ts'
import { Origin, Origins } from '../records/origin.tsx'
import { RecordForm } from '../records/record-form.tsx'
import type { EditedRecord } from '../records/record-values.ts'
import { Stated, StatedByFeed } from '../records/stated.tsx'
import { savePeople } from '../records/save-people.ts'
import styles from './record-pages.module.css'

interface CreatePageProps<Saved extends EditedRecord> {
  calls: RecordCalls<Saved>
  above?: ReactNode
  proposed?: { number: string }
}

function CreatePage<Saved extends EditedRecord>({ calls, above, proposed }: CreatePageProps<Saved>) {
  const here = useHere()
  return (
    <RecordPage name={calls.messages.newTitle} above={above}>
      <RecordForm
        calls={calls}
        {...(proposed && { proposed })}
        onCreated={({ id }) => here.goOn({ ...calls.editLink(id), replace: true, ignoreBlocker: true })}
      />
    </RecordPage>
  )
}

interface EditPageProps<Saved extends EditedRecord> {
  id: number
  calls: RecordCalls<Saved>
  /** Parts that only some kinds have. */
  renderAbove?: (record: Saved) => ReactNode
  renderAside?: (record: Saved) => ReactNode
  renderBelow?: (record: Saved) => ReactNode
}

function EditPage<Saved extends EditedRecord>(props: EditPageProps<Saved>) {
  const { id, calls, renderAbove, renderAside, renderBelow } = props
  const { kind, messages, people } = calls
  const { data: record } = useSuspenseQuery(calls.query(id))
  const deletion = useDeletion({ kind, name: record.name, messages, remove: () => calls.remove(id) })
  return (
    <RecordPage
      name={record.name}
      above={renderAbove?.(record)}
      aside={
        <>
          {renderAside?.(record)}
          {record.status === 'Published' && (
            <Button kind="quiet" onClick={() => void unpublish(calls, record)}>
              {publishingMessages.unpublish}
            </Button>
          )}
          <Link
            {...calls.viewLink(id)}
            // Of a draft the public has nothing to load.
            preload={record.status === 'Published' ? undefined : false}
            className={buttonClass}
          >
            <Eye size={18} aria-hidden="true" />
            {publishingMessages.view}
          </Link>
        </>
      }
      menu={<RecordMenu deletion={deletion} />}
    >
      <PublishingStrip calls={calls} record={record} />
      <Origins record={record}>
        <RecordForm calls={calls} record={record} isDeleting={deletion.isRunning} />
        <Stated of="voicers">
          {(disabled) => (
            <fieldset disabled={disabled} className={styles.people}>
              <PeopleTable
                {...people}
                credits={record.credits}
                onChange={(credits, failed) => savePeople(calls, record, credits, failed)}
              />
            </fieldset>
          )}
        </Stated>
        <Origin of="authors" />
        <Origin of="narrators" />
      </Origins>
      {renderBelow?.(record)}
    </RecordPage>
  )
}

export function AudioBookCreatePage() {
  return <CreatePage calls={audioBookCalls} />
}

export function AudioBookEditPage({ id }: { id: number }) {
  return (
    <EditPage
      id={id}
      calls={audioBookCalls}
      renderAside={({ tracksCount }) => tracksCount > 0 && <ChaptersLink path={`audio-books/${id}`} />}
      renderBelow={() => <FeedSection kind="audio-book" id={id} />}
    />
  )
}

export function PodcastCreatePage() {
  return <CreatePage calls={podcastCalls} />
}

export function PodcastEditPage({ id }: { id: number }) {
  return (
    <StatedByFeed podcastId={id}>
      <EditPage
        id={id}
        calls={podcastCalls}
        renderBelow={(podcast) => (
          <>
            <FeedSection kind="podcast" id={id} />
            <EpisodesTable podcast={podcast} />
          </>
        )}
      />
    </StatedByFeed>
  )
}

export function EpisodeCreatePage({ podcastId }: { podcastId: number }) {
  const { data: podcast } = useSuspenseQuery(podcastQuery(podcastId))
  return (
    <CreatePage
      calls={episodeCalls(podcastId)}
      above={<PodcastLink podcast={podcast} />}
      proposed={{ number: String(podcast.nextEpisodeNumber) }}
    />
  )
}

export function EpisodeEditPage({ podcastId, id }: { podcastId: number; id: number }) {
  return (
    <EditPage
      id={id}
      calls={episodeCalls(podcastId)}
      renderAbove={({ podcast }) => <PodcastLink podcast={podcast} />}
      renderAside={(episode) => (
        <>
          <EpisodeNeighbours episode={episode} />
          {episode.audioUrl !== null && <ChaptersLink path={`podcasts/${podcastId}/episodes/${id}`} />}
        </>
      )}
    />
  )
}

function ChaptersLink({ path }: { path: string }) {
  return (
    <Link to="/edit/chapters/$" params={{ _splat: path }} className={buttonClass}>
      <ListTree size={18} aria-hidden="true" />
      {chapterMessages.title}
    </Link>
  )
}

function PodcastLink({ podcast }: { podcast: { id: number; name: string } }) {
  return (
    <Link to="/edit/podcasts/$id" params={{ id: String(podcast.id) }} dir="auto">
      {podcast.name}
    </Link>
  )
}
