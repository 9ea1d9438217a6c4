import type { AudioBook } from '@earmark/contract/audio-books.ts'
import type { CSSProperties } from 'react'
import { NearView } from '../../../ui/near-view/near-view.tsx'
import { audioBookList } from '../list/list-kinds.ts'
import { RecordGrid } from '../list/record-grid.tsx'
import { partsOf } from './parts-of.ts'
import styles from './shelf.module.css'

/** Whole rows in every number of columns that the grid has: a part goes on where the one before ends. */
const booksAtOnce = 60

/** Audio books as their list shows them, however many. */
export function AudioBookShelf({ books }: { books: readonly AudioBook[] }) {
  return (
    <div className={styles.books}>
      {partsOf(books, booksAtOnce).map((part, place) => (
        <NearView key={part[0]?.id} initially={place === 0} placeholder={<Ghost count={part.length} />}>
          {() => <RecordGrid kind={audioBookList} items={part} topmost={place === 0} />}
        </NearView>
      ))}
    </div>
  )
}

/** About as high as the cards that it stands for. */
function Ghost({ count }: { count: number }) {
  return (
    <div className={styles.frame}>
      <div className={styles.ghost} data-of="books" style={{ '--count': count } as CSSProperties} />
    </div>
  )
}
