import { startTransition, useEffect, useState } from 'react'

const [opening] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
// Where a page come back to was left may be far down, and the cards that a wide window shows are nearly all.
const isPhoneOpening = opening?.type === 'navigate' && matchMedia('(max-width: 499px)').matches

/** Whether all of the page is to be drawn: on a phone that has just opened it not before its first paint. */
export function useWholePage(): boolean {
  const [isWhole, setIsWhole] = useState(() => !isPhoneOpening || hasPainted())
  useEffect(() => startTransition(() => setIsWhole(true)), [])
  return isWhole
}

/** Whether something has been shown in this document: on whichever page, if only that it loads. */
function hasPainted(): boolean {
  return performance.getEntriesByName('first-contentful-paint').length > 0
}
