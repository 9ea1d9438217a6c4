import { type AudioBook, pageAudioBooks } from '@earmark/contract/audio-books.ts'
import { pagedQuery } from '@earmark/contract/paging.ts'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { apiQuery } from '../../../lib/query-client.ts'
import { series } from '../group-queries.ts'
import { audioBookList, type Place } from '../list/list-kinds.ts'
import { RecordCard } from '../list/record-card.tsx'
import { seriesPlace } from '../../../lib/series-place.ts'
import styles from './more-books.module.css'

const booksOfAuthor = 12

/** Other audio books of a book's series, and of its first author. */
export function MoreBooks({ book }: { book: AudioBook }) {
  const [author] = book.authors
  return (
    <>
      {book.series.map((part) => (
        <MoreOfSeries key={part.id} id={part.id} name={part.name} book={book} />
      ))}
      {author && <MoreByAuthor id={author.id} name={author.nickname} book={book} />}
    </>
  )
}

interface MoreProps {
  id: number
  name: string
  book: AudioBook
}

function MoreOfSeries({ id, name, book }: MoreProps) {
  const { data } = useQuery(series(id))
  return (
    <Row
      title={`More of ${name}`}
      books={data?.audioBooks}
      without={[book]}
      placeOf={(other) => placeIn(id, other)}
    />
  )
}

/** `Book 2`, under the name of the series. */
function placeIn(seriesId: number, { series: parts }: AudioBook): Place | undefined {
  const sequence = parts.find(({ id }) => id === seriesId)?.sequence
  if (!sequence) return undefined
  const place = seriesPlace(sequence)
  return { name: place.charAt(0).toUpperCase() + place.slice(1), sequence: null }
}

function MoreByAuthor({ id, name, book }: MoreProps) {
  const querystring = {
    ...pagedQuery<'publishedAt'>({ pageSize: booksOfAuthor, sortBy: 'publishedAt', sortOrder: 'desc' }),
    creatorId: [id],
    role: ['Author' as const],
  }
  const { data } = useQuery(apiQuery(pageAudioBooks, { querystring }))
  const inSeries = data?.items.filter((other) => sharesSeries(other, book)) ?? []
  return <Row title={`More by ${name}`} books={data?.items} without={[book, ...inSeries]} />
}

function sharesSeries(one: AudioBook, other: AudioBook): boolean {
  return one.series.some(({ id }) => other.series.some((part) => part.id === id))
}

interface RowProps {
  title: string
  /** Undefined while loading. */
  books: readonly AudioBook[] | undefined
  without: readonly AudioBook[]
  /** In place of the series of a card. */
  placeOf?: (book: AudioBook) => Place | undefined
}

/** One row, which scrolls; nothing where there is nothing else. */
function Row({ title, books = [], without, placeOf }: RowProps) {
  const heading = useId()
  const others = books.filter(({ id }) => without.every((book) => book.id !== id))
  if (others.length === 0) return null
  return (
    <section className={styles.section} aria-labelledby={heading}>
      <h2 id={heading} className={`title ${styles.title}`} dir="auto">
        {title}
      </h2>
      <ul role="list" className={styles.row}>
        {others.map((other) => (
          <li key={other.id}>
            <RecordCard
              kind={audioBookList}
              item={other}
              first={false}
              heading="h3"
              part={placeOf?.(other)}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
