import { lazy, Suspense } from 'react'
import { actionClass } from '../../ui/button/action-button.tsx'
import { Button } from '../../ui/button/button.tsx'
import { useSession } from '../auth/index.ts'
import { loadLibrary } from './follow-library.ts'
import styles from './library-button.module.css'
import type { Subject } from './membership.ts'

/** Absent when its code cannot be loaded. */
const LibraryToggle = lazy(async () => ({
  default: (await loadLibrary().catch(() => null))?.LibraryToggle ?? NoToggle,
}))

/** For people with a session. */
export function LibraryButton({ subject }: { subject: Subject }) {
  const { signedIn } = useSession()
  if (!signedIn) return null
  return (
    <Suspense
      fallback={
        <Button
          className={`${actionClass} ${subject.kind === 'podcast' ? styles.follow : styles.button}`}
          disabled
          aria-hidden="true"
        />
      }
    >
      <LibraryToggle subject={subject} />
    </Suspense>
  )
}

function NoToggle(_: { subject: Subject }) {
  return null
}
