import { useQuery } from '@tanstack/react-query'
import { Bookmark, BookmarkCheck } from 'lucide-react'
import { ActionButton } from '../../ui/button/action-button.tsx'
import { IconButton } from '../../ui/button/icon-button.tsx'
import { useSession } from '../auth/index.ts'
import { useLibrarySlot } from '../player/index.ts'
import styles from './library-button.module.css'
import { libraryQuery } from './library-query.ts'
import { isIn, shelfOf, type Subject } from './membership.ts'
import { messages } from './messages.ts'
import { myLibrary } from './my-library-link.tsx'
import { requestChange, usePendingChanges } from './pending-changes.ts'

export { libraryQuery } from './library-query.ts'

const emptyShelf = shelfOf([])

/** Whether the subject is in the library once all pending changes are made, and how to toggle that. */
function useMembership(subject: Subject) {
  const library = useQuery({ ...libraryQuery, select: shelfOf })
  const pending = usePendingChanges((state) => state.changes)
  const isThere = isIn(library.data ?? emptyShelf, pending, subject)
  return { isThere, isPending: library.isPending, toggle: () => requestChange(subject, !isThere) }
}

/** Adds the subject, or removes it when it is there; the label says which. */
export function LibraryToggle({ subject }: { subject: Subject }) {
  const { isThere, isPending, toggle } = useMembership(subject)
  return (
    <ActionButton
      icon={isThere ? BookmarkCheck : Bookmark}
      label={isThere ? messages.remove : messages.add}
      short={myLibrary}
      done={isThere}
      className={styles.button}
      disabled={isPending}
      onClick={toggle}
    />
  )
}

/** The same button where there is room for an icon only. */
function LibraryIconButton({ subject }: { subject: Subject }) {
  const { signedIn } = useSession()
  const { isThere, isPending, toggle } = useMembership(subject)
  if (!signedIn) return null
  const Icon = isThere ? BookmarkCheck : Bookmark
  return (
    <IconButton
      label={isThere ? messages.remove : messages.add}
      className={styles.icon}
      data-done={isThere ? '' : undefined}
      disabled={isPending}
      onClick={toggle}
    >
      <Icon size={22} aria-hidden="true" />
    </IconButton>
  )
}

useLibrarySlot.setState({ Button: LibraryIconButton })
