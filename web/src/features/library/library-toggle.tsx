import { useQuery } from '@tanstack/react-query'
import { Bookmark } from 'lucide-react'
import { Button } from '../../ui/button/button.tsx'
import { messages } from './library-messages.ts'
import { libraryQuery } from './library-query.ts'
import { isIn, shelfOf, type Subject } from './membership.ts'
import styles from './library-button.module.css'
import { useWishes, wish } from './wishes.ts'

const emptyShelf = shelfOf([])

/** Adds, or removes what is there; says which of the two it would do. */
export function LibraryToggle({ subject }: { subject: Subject }) {
  const library = useQuery({ ...libraryQuery, select: shelfOf })
  const wishes = useWishes((state) => state.wishes)
  const isThere = isIn(library.data ?? emptyShelf, wishes, subject)
  return (
    <Button className={styles.button} disabled={library.isPending} onClick={() => wish(subject, !isThere)}>
      <Bookmark size={18} fill={isThere ? 'currentColor' : 'none'} aria-hidden="true" />
      {isThere ? messages.remove : messages.add}
    </Button>
  )
}
