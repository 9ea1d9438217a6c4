import { lazy, Suspense } from 'react'
import { actionClass } from '../../ui/button/action-button.tsx'
import { Button } from '../../ui/button/button.tsx'
import { useSession } from '../auth/index.ts'
import styles from './library-button.module.css'
import { loadLibrary } from './load-library.ts'
import type { Subject } from './membership.ts'

/** Should it not arrive, the page does without. */
const LibraryToggle = lazy(async () => ({
  default: (await loadLibrary().catch(() => null))?.LibraryToggle ?? NoToggle,
}))

/** For whoever is signed in; a podcast without episodes has nothing to add. */
export function LibraryButton({ subject }: { subject: Subject }) {
  const { signedIn } = useSession()
  if (!signedIn || (subject.kind === 'podcast' && subject.episodeIds.length === 0)) return null
  return (
    <Suspense fallback={<Button className={`${actionClass} ${styles.button}`} disabled aria-hidden="true" />}>
      <LibraryToggle subject={subject} />
    </Suspense>
  )
}

function NoToggle(_: { subject: Subject }) {
  return null
}
