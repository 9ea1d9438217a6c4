import type { Chapter } from '@earmark/contract/chapters.ts'
import { memo } from 'react'
import { drawnMarks } from '../chapters/chapter-times.ts'

interface GapsProps {
  chapters: readonly Chapter[]
  /** Seconds. */
  whole: number
  className: string | undefined
}

/** Gaps between the chapters, as one path. */
export const Gaps = memo(function Gaps({ chapters, whole, className }: GapsProps) {
  const gaps = drawnMarks(chapters).map((seconds) => `M${seconds} 0V1`)
  return (
    <svg
      className={className}
      viewBox={`0 0 ${whole} 1`}
      preserveAspectRatio="none"
      data-thin={gaps.length > 60 ? '' : undefined}
      aria-hidden="true"
    >
      <path d={gaps.join('')} vectorEffect="non-scaling-stroke" />
    </svg>
  )
})
