import type { AudioBook } from '@earmark/contract/audio-books.ts'
import { audioBookList } from '../list/list-kinds.ts'
import { RecordGrid } from '../list/record-grid.tsx'

/** Audio books as their list shows them, however many. */
export function AudioBookShelf({ books }: { books: readonly AudioBook[] }) {
  return <RecordGrid kind={audioBookList} items={books} topmost />
}
