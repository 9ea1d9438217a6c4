import { listShelves, type ShelfItem, type ShelfKind } from '@earmark/contract/shelves.ts'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { writeStored } from '../../../lib/browser-storage.ts'
import { apiQuery } from '../../../lib/query-client.ts'
import { useSession } from '../../auth/index.ts'
import shelf from './continue-listening.module.css'
import { ContinueListening } from './continue-listening.tsx'
import styles from './listener-shelves.module.css'
import { NewEpisode } from './new-episode.tsx'
import { NextPart } from './next-part.tsx'
import { ScrollingShelf } from './scrolling-shelf.tsx'

const shelfTitles = { NextInSeries: 'Next in your series', NewEpisodes: 'New episodes' } as const

/** Whole rows of one and of two columns. */
const mostEpisodes = 6

interface ListenerShelvesProps {
  /** A length of CSS: kept until the shelves are known. */
  height: string
}

/** What a listener may go on with, at the beginning of the home page; absent where there is nothing. */
export function ListenerShelves({ height }: ListenerShelvesProps) {
  const { signedIn } = useSession()
  // Listening changes it.
  const { data, isPending } = useQuery({
    ...apiQuery(listShelves, {}),
    enabled: signedIn,
    refetchOnMount: 'always',
  })
  const block = useRef<HTMLDivElement>(null)
  const isKnown = signedIn && data !== undefined
  useEffect(() => {
    const shelves = block.current
    if (!isKnown || shelves === null) return
    const keep = () => writeStored('homeShelves', `${shelves.offsetHeight}px`)
    const observer = new ResizeObserver(keep)
    observer.observe(shelves)
    return () => observer.disconnect()
  }, [isKnown])

  const itemsOf = (kind: ShelfKind): readonly ShelfItem[] =>
    (signedIn && data?.find((one) => one.kind === kind)?.items) || []
  const parts = itemsOf('NextInSeries').flatMap(({ audioBook }) => audioBook ?? [])
  const episodes = itemsOf('NewEpisodes').slice(0, mostEpisodes)
  return (
    <div
      ref={block}
      className={styles.shelves}
      style={{ minBlockSize: signedIn && isPending ? height : undefined }}
    >
      <ContinueListening />
      {parts.length > 0 && (
        <ScrollingShelf
          title={shelfTitles.NextInSeries}
          className={styles.parts}
          first={parts[0]?.id.toString()}
        >
          {parts.map((book) => (
            <li key={book.id} className={shelf.place}>
              <NextPart book={book} />
            </li>
          ))}
        </ScrollingShelf>
      )}
      {episodes.length > 0 && (
        <Shelf title={shelfTitles.NewEpisodes}>
          <ul role="list" className={styles.episodes}>
            {episodes.map(
              ({ podcast, podcastEpisode }) =>
                podcast &&
                podcastEpisode && (
                  <li key={podcastEpisode.id}>
                    <NewEpisode podcast={podcast} episode={podcastEpisode} />
                  </li>
                ),
            )}
          </ul>
        </Shelf>
      )}
    </div>
  )
}

function Shelf({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className={shelf.section} aria-labelledby={id}>
      <h2 id={id} className={`title ${shelf.title}`}>
        {title}
      </h2>
      {children}
    </section>
  )
}
