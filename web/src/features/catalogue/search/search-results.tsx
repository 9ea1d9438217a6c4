import { Link } from '@tanstack/react-router'
import { useId, useRef, useState } from 'react'
import { buttonClass } from '../../../ui/button/button.tsx'
import { audioBookList, type Listed, type ListKind, podcastList } from '../list/list-kinds.ts'
import { ListMessage } from '../list/list-message.tsx'
import { RecordList } from '../list/record-list.tsx'
import { type RecordPage, useRecordPage } from '../list/use-record-page.ts'
import { messages } from '../messages.ts'
import { searchQuery } from '../queries.ts'
import styles from './search-page.module.css'

/** Two lists with pages of their own, which are not in the address. A new term resets them by its key. */
export function SearchResults({ term }: { term: string }) {
  const [bookPage, setBookPage] = useState(1)
  const [podcastPage, setPodcastPage] = useState(1)
  const books = useRecordPage(audioBookList, searchQuery(term, bookPage))
  const podcasts = useRecordPage(podcastList, searchQuery(term, podcastPage))

  if (books.shown?.totalCount === 0 && podcasts.shown?.totalCount === 0) {
    return (
      <ListMessage text={messages.nothingFound(term)}>
        <Link to="/audio-books" className={buttonClass}>
          {messages.browse}
        </Link>
      </ListMessage>
    )
  }
  return (
    <>
      <Found kind={audioBookList} term={term} number={bookPage} page={books} onPage={setBookPage} topmost />
      <Found
        kind={podcastList}
        term={term}
        number={podcastPage}
        page={podcasts}
        onPage={setPodcastPage}
        topmost={books.shown?.totalCount === 0}
      />
    </>
  )
}

interface FoundProps<Item extends Listed> {
  kind: ListKind<Item>
  term: string
  number: number
  page: RecordPage<Item>
  onPage: (pageNumber: number) => void
  topmost?: boolean
}

/** A list without a match is left out while the other has some. */
function Found<Item extends Listed>({ kind, term, number, page, onPage, topmost }: FoundProps<Item>) {
  const heading = useRef<HTMLHeadingElement>(null)
  const id = useId()
  if (page.shown?.totalCount === 0) return null
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id} ref={heading} className={`title ${styles.heading}`} tabIndex={-1}>
          {kind.messages.title}
        </h2>
        {page.shown && <p className={`number ${styles.count}`}>{messages.found(page.shown.totalCount)}</p>}
      </div>
      <RecordList
        kind={kind}
        query={searchQuery(term, number)}
        page={page}
        topmost={topmost}
        onPage={(pageNumber) => {
          onPage(pageNumber)
          heading.current?.focus()
        }}
      />
    </section>
  )
}
