import { lazy, Suspense } from 'react'
import type { Draft } from '../drafts.ts'
import type { DraftFields } from './draft-strip.tsx'

const DraftStrip = lazy(async () => ({ default: (await import('./draft-strip.tsx')).DraftStrip }))

interface DraftOverProps {
  /** Null for what the public sees. */
  draft: Draft<unknown> | null
  /** What the public sees has no status. */
  record: object | DraftFields
}

/** Over a page that only editors see; loaded for them alone. */
export function DraftOver({ draft, record }: DraftOverProps) {
  if (draft === null || !('status' in record)) return null
  return (
    <Suspense>
      <DraftStrip record={record} publish={draft.publish} />
    </Suspense>
  )
}
