import type { AudioBook, AudioBookDetail } from '@earmark/contract/audio-books.ts'
import type { EditedAudioBookDetail } from '@earmark/contract/edited-records.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { formatLength } from '../../../lib/format-length.ts'
import type { ApiQuery } from '../../../lib/query-client.ts'
import { Breadcrumb } from '../../../ui/breadcrumb/breadcrumb.tsx'
import { Page } from '../../../ui/page/page.tsx'
import { LibraryButton } from '../../library/index.ts'
import { MomentOffer, Progress, QueueButton, ResumeButton } from '../../player/index.ts'
import type { Draft } from '../drafts.ts'
import { FeedButton } from '../feeds/feed-button.tsx'
import { messages } from '../page-messages.ts'
import { audioBook } from '../queries.ts'
import { audioBookTrack } from '../tracks.ts'
import { Credits, peopleWith } from './credits.tsx'
import { DraftOver } from './draft-over.tsx'
import { NotAvailable } from './not-available.tsx'
import { RecordHead } from './record-head.tsx'
import { RecordLists } from './record-lists.tsx'
import { RecordMenu } from './record-menu.tsx'
import { SeriesLinks } from './series-links.tsx'
import { factMessages, Tags } from './tags.tsx'

const MoreBooks = lazy(async () => ({ default: (await import('../more/more-books.tsx')).MoreBooks }))

interface AudioBookPageProps {
  id: number
  /** Null for what the public sees. */
  draft: Draft<EditedAudioBookDetail> | null
}

export function AudioBookPage({ id, draft }: AudioBookPageProps) {
  const query: ApiQuery<AudioBookDetail | EditedAudioBookDetail> = draft?.query ?? audioBook(id)
  const { data: book } = useSuspenseQuery(query)
  const track = draft ? null : audioBookTrack(book)
  return (
    <Page title={book.name} grows>
      <DraftOver draft={draft} record={book} />
      <RecordHead
        record={book}
        kind="recording"
        breadcrumb={
          <Breadcrumb current={book.name}>
            <Link to="/audio-books" activeOptions={{ exact: true }}>
              {messages.audioBooks}
            </Link>
          </Breadcrumb>
        }
        people={[
          { label: messages.writtenBy, creators: peopleWith(book.credits, ['Author']) },
          { label: messages.readBy, creators: peopleWith(book.credits, ['Reader']) },
        ]}
        above={<SeriesLinks series={book.series} />}
        subtitle={book.subtitle}
        facts={[
          formatLength(book.durationSeconds),
          book.publishedYear === null ? null : String(book.publishedYear),
          book.publisher,
        ]}
        credits={<Credits credits={book.credits} named={['Author', 'Reader']} isbn={book.isbn} />}
        tags={
          <Tags
            list="/audio-books"
            genres={book.genres}
            language={book.language}
            others={[abridgementOf(book), book.isExplicit ? factMessages.explicit : null]}
          />
        }
        moment={track && <MomentOffer key={id} track={track} />}
        play={track ? <ResumeButton track={track} /> : !draft && !book.isAvailable && <NotAvailable />}
        progress={track && <Progress {...track} as="bar-at-speed" />}
        actions={
          <>
            {track && <QueueButton track={track} kind="audio-book" next />}
            {track && <QueueButton track={track} kind="audio-book" />}
            {!draft && (
              <>
                <LibraryButton subject={{ kind: 'audio-book', id }} />
                <FeedButton kind="audio-books" id={id} />
              </>
            )}
            <RecordMenu
              name={book.name}
              isPlayable={track !== null}
              track={track}
              edit={{ to: '/edit/audio-books/$id', params: { id: String(id) } }}
            />
          </>
        }
      />
      {track !== null && <RecordLists key={id} track={track} chaptersCount={book.chaptersCount} />}
      {!draft && (
        <Suspense>
          <MoreBooks key={id} book={book} />
        </Suspense>
      )}
    </Page>
  )
}

function abridgementOf({ isAbridged }: AudioBook): string | null {
  if (isAbridged === null) return null
  return isAbridged ? factMessages.abridged : factMessages.unabridged
}
