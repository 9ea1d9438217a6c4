import { useQuery } from '@tanstack/react-query'
import { libraryQuery } from './library-query.ts'
import { isIn, shelfOf, type Subject } from './membership.ts'
import { useWishes, wish } from './wishes.ts'

const emptyShelf = shelfOf([])

/** Whether the subject is in the library once all wishes are fulfilled, and the way to change that. */
export function useMembership(subject: Subject) {
  const library = useQuery({ ...libraryQuery, select: shelfOf })
  const wishes = useWishes((state) => state.wishes)
  const isThere = isIn(library.data ?? emptyShelf, wishes, subject)
  return { isThere, isPending: library.isPending, toggle: () => wish(subject, !isThere) }
}
