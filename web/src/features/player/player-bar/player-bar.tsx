import { lazy, Suspense, useEffect, useState } from 'react'
import { usePlayer } from '../use-player.ts'

const LazyBar = lazy(async () => ({ default: (await import('./bar.tsx')).Bar }))

/**
 * The player's place in the page. The bar and all that surrounds the engine arrive once the page has come to
 * rest, or at once when something is played: the engine itself is there from the first moment.
 */
export function PlayerBar() {
  const [atRest, setAtRest] = useState(false)
  const isNeeded = usePlayer(({ currentId }) => currentId !== null)

  useEffect(() => whenAtRest(() => setAtRest(true)), [])

  return atRest || isNeeded ? (
    <Suspense fallback={null}>
      <LazyBar />
    </Suspense>
  ) : null
}

function whenAtRest(run: () => void): () => void {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(run, 500)
    return () => clearTimeout(timer)
  }
  const request = requestIdleCallback(run, { timeout: 2000 })
  return () => cancelIdleCallback(request)
}
