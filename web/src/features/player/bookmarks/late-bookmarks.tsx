import { lazy, Suspense } from 'react'
import { useSession } from '../../auth/index.ts'
import type { RecordBookmarksProps } from './record-bookmarks.tsx'

const Listed = lazy(async () => ({ default: (await import('./record-bookmarks.tsx')).RecordBookmarks }))

/** For people with a session. */
export function RecordBookmarks(props: RecordBookmarksProps) {
  const { signedIn } = useSession()
  return (
    signedIn && (
      <Suspense>
        <Listed {...props} />
      </Suspense>
    )
  )
}
