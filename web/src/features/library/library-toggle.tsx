import { useQuery } from '@tanstack/react-query'
import { Bookmark, BookmarkCheck, Check, Plus } from 'lucide-react'
import { useMemo } from 'react'
import { ActionButton } from '../../ui/button/action-button.tsx'
import { IconButton } from '../../ui/button/icon-button.tsx'
import { useSession } from '../auth/index.ts'
import { useLibrarySlot } from '../player/index.ts'
import styles from './library-button.module.css'
import { followsQuery, libraryQuery } from './library-query.ts'
import { isFollowed, isIn, shelfOf, type Subject } from './membership.ts'
import { messages } from './messages.ts'
import { myLibrary } from './my-library-link.tsx'
import { requestChange, usePendingChanges } from './pending-changes.ts'

export { followsQuery, libraryQuery } from './library-query.ts'

/** The library as it will be once all pending changes are made. */
function useShelf(follows: boolean) {
  const library = useQuery(libraryQuery)
  const followed = useQuery({ ...followsQuery, enabled: follows })
  const pending = usePendingChanges((state) => state.changes)
  const shelf = useMemo(() => shelfOf(library.data ?? [], followed.data), [library.data, followed.data])
  return { shelf, pending, isPending: library.isPending || (follows && followed.isPending) }
}

/** Whether the subject is in the library, and how to toggle that. */
function useMembership(subject: Subject) {
  const { shelf, pending, isPending } = useShelf(subject.kind === 'podcast')
  const isThere = isIn(shelf, pending, subject)
  return { isThere, isPending, toggle: () => requestChange(subject, !isThere) }
}

/** Adds the subject, or removes it when it is there; the label says which. A podcast is followed with it. */
export function LibraryToggle({ subject }: { subject: Subject }) {
  return subject.kind === 'podcast' ? (
    <FollowToggle podcast={subject} />
  ) : (
    <MembershipToggle subject={subject} />
  )
}

function MembershipToggle({ subject }: { subject: Subject }) {
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

/** Single episodes of a podcast that is not followed can be removed beside. */
function FollowToggle({ podcast }: { podcast: Subject & { kind: 'podcast' } }) {
  const { shelf, pending, isPending } = useShelf(true)
  const followed = isFollowed(shelf, pending, podcast.id)
  const label = followed ? messages.following : messages.follow
  return (
    <>
      <ActionButton
        icon={followed ? Check : Plus}
        label={label}
        short={label}
        aria-label={`${label}: ${followed ? messages.remove : messages.add}`}
        done={followed}
        className={styles.follow}
        disabled={isPending}
        onClick={() => requestChange(podcast, !followed)}
      />
      {!followed && isIn(shelf, pending, podcast) && <MembershipToggle subject={podcast} />}
    </>
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
