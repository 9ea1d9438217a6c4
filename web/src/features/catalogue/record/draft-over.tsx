import { lazy, Suspense } from 'react'
import type { Draft } from './draft-strip.tsx'

const DraftStrip = lazy(async () => ({ default: (await import('./draft-strip.tsx')).DraftStrip }))

interface DraftOverProps {
  /** What the public sees has no status. */
  record: object | Draft
  publish: () => Promise<unknown>
}

/** Over a page that only editors see; loaded for them alone. */
export function DraftOver({ record, publish }: DraftOverProps) {
  if (!('status' in record)) return null
  return (
    <Suspense>
      <DraftStrip record={record} publish={publish} />
    </Suspense>
  )
}
