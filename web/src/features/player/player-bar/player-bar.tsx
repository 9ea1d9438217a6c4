import { lazy, Suspense, useEffect, useState } from 'react'
import { useSession } from '../../auth/index.ts'
import { hasMemories } from '../stored-names.ts'
import { usePlayer } from '../use-player.ts'
import { loadBar } from './load-bar.ts'

const LazyBar = lazy(async () => ({ default: (await loadBar()).Bar }))

const notForKeys = 'input, textarea, select, [contenteditable], dialog'

/**
 * The player's place in the page. A first visit that plays nothing never pays for the bar and what surrounds the
 * engine; they come with the first track, with a saved queue or position, with an account, or when somebody asks for
 * the keys.
 */
export function PlayerBar() {
  const [isAskedFor, setAskedFor] = useState(hasMemories)
  // Another device may have left a queue and positions to go on with.
  const { signedIn } = useSession()
  const isNeeded = usePlayer(({ currentId }) => currentId !== null) || isAskedFor || signedIn
  // What has come stays: the keys are listened to from then on.
  if (isNeeded && !isAskedFor) setAskedFor(true)

  useEffect(() => {
    if (isNeeded) return
    const asking = new AbortController()
    const heed = (event: KeyboardEvent) => {
      const isElsewhere = event.target instanceof Element && event.target.closest(notForKeys) === null
      if (event.key !== '?' || !isElsewhere) return
      setAskedFor(true)
      void import('../panels.ts').then(({ togglePanel }) => togglePanel('keys'))
    }
    window.addEventListener('keydown', heed, { signal: asking.signal })
    return () => asking.abort()
  }, [isNeeded])

  return isNeeded ? (
    <Suspense fallback={null}>
      <LazyBar />
    </Suspense>
  ) : null
}
