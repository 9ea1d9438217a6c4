import type { SearchAllQuery, SearchResult } from '@earmark/contract/search.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { buttonClass } from '../../../ui/button/button.tsx'
import { audioBookList, type Listed, type ListKind, podcastList } from '../list/list-kinds.ts'
import { ListMessage } from '../list/list-message.tsx'
import { ListFailure, ListLoading } from '../list/list-states.tsx'
import { RecordList } from '../list/record-list.tsx'
import { type RecordPage, useRecordPage } from '../list/use-record-page.ts'
import { messages } from '../page-messages.ts'
import { searchQuery } from '../queries.ts'
import { BestMatch } from './best-match.tsx'
import { FoundItems } from './found-items.tsx'
import { KindLinks } from './kind-links.tsx'
import { KindResults } from './kind-results.tsx'
import { KindSection } from './kind-section.tsx'
import { bookKind, type FoundKind, kinds, otherKinds, podcastKind } from './kinds.ts'
import { useMarkedMatches } from './mark-matches.ts'
import { searchMessages } from './messages.ts'
import { found as foundQuery } from './queries.ts'
import styles from './search-page.module.css'

const cardsWhileLoading = 8
const namesFound = 'article .title'
const otherTitles = new Intl.ListFormat('en-GB').format(otherKinds.map(({ title }) => title))

/** Words of the search that were left out or taken for others. */
export function ChangedWords({ query }: { query: SearchAllQuery }) {
  const { data } = useQuery({ ...foundQuery(query), placeholderData: keepPreviousData })
  const { corrected = [], ignored = [] } = data ?? {}
  const texts = [
    ...corrected.map(searchMessages.corrected),
    ...(ignored.length > 0 ? [searchMessages.ignored(ignored)] : []),
  ]
  return (
    <p role="status" className={styles.changed} dir="auto">
      {texts.join(' ')}
    </p>
  )
}

/** What is found, without the words that nothing has: the best of all kinds, or all of the kind that is asked for. */
export function SearchResults({ query }: { query: SearchAllQuery }) {
  const { search: term } = query
  const answer = useQuery({ ...foundQuery(query), placeholderData: keepPreviousData })
  const { data, isFetched, isLoadingError, isPlaceholderData: waiting } = answer
  const asked = kinds.find(({ kind }) => kind === query.kind)
  const reload = () => void answer.refetch()
  const results = useRef<HTMLDivElement>(null)
  useMarkedMatches(results, namesFound, term)
  return (
    <div ref={results}>
      {data && <KindLinks query={query} found={data} />}
      {asked && data && (!waiting || data[asked.part].items.length > 0) ? (
        <KindResults kind={asked} query={query} found={data} waiting={waiting} />
      ) : asked && isLoadingError ? (
        <ListFailure kind={{ messages: { failed: searchMessages.failed(asked.title) } }} onReload={reload} />
      ) : !asked && isFetched && !waiting ? (
        <FoundRecords
          term={term}
          known={withoutWords(term, data?.ignored ?? [])}
          found={data}
          isLoading={!isLoadingError}
          onReload={reload}
        />
      ) : (
        <ListLoading count={cardsWhileLoading} short />
      )}
    </div>
  )
}

function withoutWords(term: string, ignored: readonly string[]): string {
  if (ignored.length === 0) return term
  return term
    .split(/\s+/u)
    .filter((word) => !ignored.includes(word))
    .join(' ')
}

interface FoundRecordsProps {
  term: string
  /** The term without the words that nothing has. */
  known: string
  /** Undefined where it could not be loaded. */
  found: SearchResult | undefined
  /** Once more. */
  isLoading: boolean
  onReload: () => void
}

/** The best match, two lists with pages of their own, which are not in the address, then the best of the other kinds. */
function FoundRecords({ term, known, found, isLoading, onReload }: FoundRecordsProps) {
  const [bookPage, setBookPage] = useState(1)
  const [podcastPage, setPodcastPage] = useState(1)
  const books = useRecordPage(audioBookList, searchQuery(known, bookPage))
  const podcasts = useRecordPage(podcastList, searchQuery(known, podcastPage))
  const others = found && found.episodes.totalCount + found.series.totalCount + found.creators.totalCount

  if (others === 0 && books.shown?.totalCount === 0 && podcasts.shown?.totalCount === 0) {
    return (
      <ListMessage text={messages.nothingFound(term)}>
        <Link to="/audio-books" className={buttonClass}>
          {messages.browse}
        </Link>
      </ListMessage>
    )
  }
  const lists = { term, known }
  /** A kind has no list of its own for the best match alone. */
  const hasList = ({ kind, part }: FoundKind) => found?.best !== kind || found[part].totalCount > 1
  return (
    <>
      {found?.best && <BestMatch found={found} best={found.best} />}
      {hasList(bookKind) && (
        <FoundList
          {...lists}
          kind={bookKind}
          of={audioBookList}
          number={bookPage}
          page={books}
          onPage={setBookPage}
          topmost
        />
      )}
      {hasList(podcastKind) && (
        <FoundList
          {...lists}
          kind={podcastKind}
          of={podcastList}
          number={podcastPage}
          page={podcasts}
          onPage={setPodcastPage}
          topmost={books.shown?.totalCount === 0}
        />
      )}
      {found ? (
        otherKinds
          .filter((kind) => found[kind.part].totalCount > 0 && hasList(kind))
          .map((kind) => <BestOfKind key={kind.kind} kind={kind} term={term} found={found} />)
      ) : isLoading ? (
        <ListLoading count={cardsWhileLoading} short />
      ) : (
        <ListFailure
          kind={{ messages: { failed: searchMessages.failed(otherTitles) } }}
          onReload={onReload}
        />
      )}
    </>
  )
}

interface BestOfKindProps {
  kind: FoundKind
  term: string
  found: SearchResult
}

function BestOfKind({ kind, term, found }: BestOfKindProps) {
  const { items, totalCount } = found[kind.part]
  return (
    <KindSection kind={kind} term={term} totalCount={totalCount} shown={items.length}>
      <FoundItems kind={kind} found={found} />
    </KindSection>
  )
}

interface FoundListProps<Item extends Listed> {
  kind: FoundKind
  of: ListKind<Item>
  term: string
  known: string
  number: number
  page: RecordPage<Item>
  onPage: (pageNumber: number) => void
  topmost?: boolean
}

/** A list without a match is left out while the other has some. */
function FoundList<Item extends Listed>(props: FoundListProps<Item>) {
  const { kind, of, term, known, number, page, onPage, topmost } = props
  const heading = useRef<HTMLHeadingElement>(null)
  if (page.shown?.totalCount === 0) return null
  return (
    <KindSection
      kind={kind}
      term={term}
      totalCount={page.shown?.totalCount}
      shown={page.shown?.items.length ?? 0}
      heading={heading}
    >
      <RecordList
        kind={of}
        query={searchQuery(known, number)}
        page={page}
        topmost={topmost}
        onPage={(pageNumber) => {
          onPage(pageNumber)
          heading.current?.focus()
        }}
      />
    </KindSection>
  )
}
