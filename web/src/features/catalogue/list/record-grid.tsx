import type { CSSProperties } from 'react'
import { NearView } from '../../../ui/near-view/near-view.tsx'
import { useWholePage } from '../../../ui/page/page.tsx'
import { Skeleton } from '../../../ui/skeleton/skeleton.tsx'
import { partsOf } from '../parts-of.ts'
import styles from './grid.module.css'
import type { ListKind } from './list-kinds.ts'

/** Of a page just opened as many cards are drawn before its first paint: at the least what a phone shows. */
const firstCards = 6
/** Of a long list the others come once the window is near them; a page of more covers has them plain. */
const cardsAtOnce = 60

interface RecordGridProps<Item extends { id: number }> {
  kind: ListKind<Item>
  items: readonly Item[]
  /** Whole rows only. */
  short?: boolean | undefined
  /** It is the topmost on its page: its first cards are drawn first, and its first cover is fetched before all else. */
  topmost?: boolean | undefined
  /** The level of the cards' names: `h3` under a heading of the list's own. */
  heading?: 'h2' | 'h3' | undefined
  /** What is shown is not yet what was asked for. */
  waiting?: boolean | undefined
}

export function RecordGrid<Item extends { id: number }>(props: RecordGridProps<Item>) {
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
                    <kind.Card
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

/** The grid's shape while nothing is known yet. */
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
