import type { CSSProperties } from 'react'
import { NearView } from '../../../ui/near-view/near-view.tsx'
import { useWholePage } from '../../../ui/page/page.tsx'
import { Skeleton } from '../../../ui/skeleton/skeleton.tsx'
import styles from './grid.module.css'
import type { ListKind, Listed } from './list-kinds.ts'
import { RecordCard } from './record-card.tsx'

/** Cards that are drawn before a page's first paint: at least as many as a phone shows. */
const firstCards = 6
/** Cards of a long list that are drawn at once; the others follow once the window is near them. */
const cardsAtOnce = 60

interface RecordGridProps<Item extends Listed> {
  kind: ListKind<Item>
  items: readonly Item[]
  /** Whole rows only. */
  short?: boolean | undefined
  /** The page's topmost list: its first cards are drawn first, and its first cover is fetched before all else. */
  topmost?: boolean | undefined
  /** The level of the cards' names: `h3` under a heading of the list's own. */
  heading?: 'h2' | 'h3' | undefined
  /** The items are still those of the previous query. */
  waiting?: boolean | undefined
}

export function RecordGrid<Item extends Listed>(props: RecordGridProps<Item>) {
  const { kind, items, short, topmost, waiting, heading = 'h3' } = props
  const isWhole = useWholePage()
  return (
    <div className={styles.container}>
      <ul
        role="list"
        className={styles.grid}
        data-short={short ? '' : undefined}
        data-waiting={waiting ? '' : undefined}
        data-opening={isWhole ? undefined : ''}
        data-many-covers={items.length > cardsAtOnce ? '' : undefined}
        aria-busy={waiting || !isWhole}
      >
        {partsOf(items, cardsAtOnce).map((part, place) => (
          <NearView key={part[0]?.id} initially={place === 0} placeholder={<GhostPart count={part.length} />}>
            {() =>
              part.map((item, index) => (
                <li key={item.id}>
                  {isWhole || (topmost && index < firstCards) ? (
                    <RecordCard
                      kind={kind}
                      item={item}
                      first={topmost === true && place === 0 && index === 0}
                      heading={heading}
                    />
                  ) : (
                    <GhostCard />
                  )}
                </li>
              ))
            }
          </NearView>
        ))}
      </ul>
    </div>
  )
}

/** The grid's shape while its first page loads. */
export function RecordGridSkeleton({ count, short }: { count: number; short?: boolean | undefined }) {
  return (
    <div className={styles.container} aria-hidden="true">
      <div className={`${styles.grid} ${styles.ghosts}`} data-short={short ? '' : undefined}>
        {Array.from({ length: count }, (_, place) => place).map((place) => (
          <GhostCard key={place} />
        ))}
      </div>
    </div>
  )
}

/** Slices of a long list, each but the last of this size. */
export function partsOf<Item>(items: readonly Item[], size: number): Item[][] {
  const count = Math.ceil(items.length / size)
  return Array.from({ length: count }, (_, place) => items.slice(place * size, (place + 1) * size))
}

/** About as high as the cards that it stands for. */
function GhostPart({ count }: { count: number }) {
  return <div className={styles.ghostPart} style={{ '--count': count } as CSSProperties} />
}

function GhostCard() {
  return (
    <div className={styles.ghost}>
      <Skeleton className={styles.ghostCover} />
      <Skeleton className={styles.ghostLine} />
    </div>
  )
}
