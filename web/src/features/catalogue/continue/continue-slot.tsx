import { lazy, Suspense } from 'react'
import { useSession } from '../../auth/index.ts'
import { hasBegun } from '../../player/index.ts'

const Continue = lazy(async () => ({ default: (await import('./continue-listening.tsx')).ContinueListening }))

/** Its place on the home page. Who has begun nothing here never loads it, and sees nothing move. */
export function ContinueSlot() {
  const { signedIn } = useSession()
  const reserved = hasBegun()
  return reserved || signedIn ? (
    <Suspense fallback={reserved && <div style={{ blockSize: '15.5rem' }} />}>
      <Continue />
    </Suspense>
  ) : null
}
