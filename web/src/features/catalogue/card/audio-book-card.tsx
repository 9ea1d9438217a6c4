import type { AudioBook } from '@earmark/contract/audio-books.ts'
import { nicknames } from '../people.ts'
import { audioBookTrack } from '../tracks.ts'
import type { CardProps } from './card-props.ts'
import { RecordCard } from './record-card.tsx'

export function AudioBookCard({ item: book, ...props }: CardProps<AudioBook>) {
  return (
    <RecordCard
      record={book}
      people={nicknames(book.readers)}
      link={{ to: '/audio-books/$id', params: { id: String(book.id) } }}
      track={audioBookTrack(book)}
      {...props}
    />
  )
}
