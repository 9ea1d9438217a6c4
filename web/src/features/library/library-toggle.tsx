import { Bookmark, BookmarkCheck } from 'lucide-react'
import { ActionButton } from '../../ui/button/action-button.tsx'
import { messages } from './library-messages.ts'
import type { Subject } from './membership.ts'
import styles from './library-button.module.css'
import { myLibrary } from './messages.ts'
import { useMembership } from './use-membership.ts'

/** Adds, or removes what is there; says which of the two it would do. */
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
