import { useQuery } from '@tanstack/react-query'
import { Bookmark, BookmarkCheck } from 'lucide-react'
import { ActionButton } from '../../ui/button/action-button.tsx'
import { messages } from './library-messages.ts'
import { libraryQuery } from './library-query.ts'
import { isIn, shelfOf, type Subject } from './membership.ts'
import styles from './library-button.module.css'
import { myLibrary } from './messages.ts'
import { useWishes, wish } from './wishes.ts'

const emptyShelf = shelfOf([])

/** Adds, or removes what is there; says which of the two it would do. */
export function LibraryToggle({ subject }: { subject: Subject }) {
  const library = useQuery({ ...libraryQuery, select: shelfOf })
  const wishes = useWishes((state) => state.wishes)
  const isThere = isIn(library.data ?? emptyShelf, wishes, subject)
  return (
    <ActionButton
      icon={isThere ? BookmarkCheck : Bookmark}
      label={isThere ? messages.remove : messages.add}
      short={myLibrary}
      done={isThere}
      className={styles.button}
      disabled={library.isPending}
      onClick={() => wish(subject, !isThere)}
    />
  )
}
