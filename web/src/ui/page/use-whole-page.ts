import { startTransition, useEffect, useState } from 'react'

// Where a page come back to was left may be far down: it is whole at once, as is every page after the first.
const [opening] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
let isFirstPaintAhead = opening?.type === 'navigate'

/** Whether all of the page is to be drawn: not before what is seen first of a page just opened has been painted. */
export function useWholePage(): boolean {
  const [isWhole, setIsWhole] = useState(!isFirstPaintAhead)
  useEffect(() => {
    isFirstPaintAhead = false
    startTransition(() => setIsWhole(true))
  }, [])
  return isWhole
}
