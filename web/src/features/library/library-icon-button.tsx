import { Bookmark, BookmarkCheck } from 'lucide-react'
import { IconButton } from '../../ui/button/icon-button.tsx'
import { useSession } from '../auth/index.ts'
import styles from './library-button.module.css'
import { messages } from './library-messages.ts'
import type { Subject } from './membership.ts'
import { useMembership } from './use-membership.ts'

/** The same button where there is room for an icon only. */
export function LibraryIconButton({ subject }: { subject: Subject }) {
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
