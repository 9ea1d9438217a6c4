import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Breadcrumb } from '../../../ui/breadcrumb/breadcrumb.tsx'
import { Page } from '../../../ui/page/page.tsx'
import { LibraryButton } from '../../library/index.ts'
import { PlayButton, Progress, QueueButton } from '../../player/index.ts'
import { messages } from '../messages.ts'
import { audioBook } from '../queries.ts'
import { audioBookTrack } from '../tracks.ts'
import { RecordHead } from './record-head.tsx'
import { RecordMenu } from './record-menu.tsx'

export function AudioBookPage({ id }: { id: number }) {
  const { data: book } = useSuspenseQuery(audioBook(id))
  const track = audioBookTrack(book)
  return (
    <Page title={book.name}>
      <RecordHead
        record={book}
        kind="recording"
        breadcrumb={
          <Breadcrumb current={book.name}>
            <Link to="/audio-books">{messages.audioBooks}</Link>
          </Breadcrumb>
        }
        people={[
          { label: messages.writtenBy, creators: book.authors },
          { label: messages.readBy, creators: book.readers },
        ]}
        facts={[]}
        progress={track && <Progress {...track} as="words" />}
        play={track && <PlayButton track={track} label={messages.play} size="large" />}
        actions={
          <>
            {track && <QueueButton track={track} kind="audio-book" next />}
            {track && <QueueButton track={track} kind="audio-book" />}
            <LibraryButton subject={{ kind: 'audio-book', id }} />
            <RecordMenu
              name={book.name}
              isPlayable={track !== null}
              edit={{ to: '/edit/audio-books/$id', params: { id: String(id) } }}
            />
          </>
        }
      />
    </Page>
  )
}
