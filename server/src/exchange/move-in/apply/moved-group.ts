import { folderOf } from '@earmark/contract/planner/file-names.ts'
import { planImport } from '@earmark/contract/planner/plan-import.ts'
import type { HandGroup } from '@earmark/contract/planner/plan-input.ts'
import type { MovedBook } from '../library/moved-library.ts'
import type { LookedFile } from './library-rows.queries.ts'

/** Whether other books have files in the folders of a book, too. */
export function findsNeighbours(books: readonly MovedBook[]): (book: MovedBook) => boolean {
  const foldersOf = ({ files }: MovedBook) => new Set(files.map(({ path }) => folderOf(path)))
  const counts = new Map<string, number>()
  for (const folder of books.flatMap((book) => [...foldersOf(book)]))
    counts.set(folder, (counts.get(folder) ?? 0) + 1)
  return (book) => [...foldersOf(book)].some((folder) => (counts.get(folder) ?? 0) > 1)
}

/**
 * What holds at later looks as groups of an editor do; null where they make the same of the files by themselves, so that files
 * which are added come in their places.
 */
export function movedGroup(
  looked: readonly LookedFile[],
  leftOut: readonly LookedFile[],
  hasNeighbours: boolean,
): HandGroup | null {
  const files = looked.map(({ path, print, tags }) => ({ path, sound: { print, tags } }))
  const { books } = planImport({ files })
  const isSame = books.length === 1 && looked.every(({ path }, place) => books[0]?.files[place] === path)
  if (isSame && leftOut.length === 0 && !hasNeighbours) return null
  return { prints: looked.map(({ print }) => print), leftOut: leftOut.map(({ print }) => print) }
}
