import { lazy, Suspense } from 'react'
import { useSession } from '../../auth/index.ts'
import { hasBegun } from '../../player/index.ts'

const Continue = lazy(async () => ({ default: (await import('./continue-listening.tsx')).ContinueListening }))

/** Heading, row and the space below, as continue-listening.module.css has them. */
const height = 'calc(var(--size-5) * var(--line-title) + 7.75rem + var(--shelf-gap))'

/** Its place on the home page. Who has begun nothing here never loads it, and sees nothing move. */
export function ContinueSlot() {
  const { signedIn } = useSession()
  const reserved = hasBegun()
  return reserved || signedIn ? (
    <Suspense fallback={reserved && <div style={{ blockSize: height }} />}>
      <Continue />
    </Suspense>
  ) : null
}
