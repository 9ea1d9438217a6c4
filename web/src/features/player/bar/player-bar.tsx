import { lazy, Suspense, useEffect, useState } from 'react'
import { useSession } from '../../auth/index.ts'
import { readFields, storedNames } from '../../../lib/browser-storage.ts'
import { player, usePlayer } from '../player.ts'
import { keepQueue } from '../queue/keep-queue.ts'

const LazyBar = lazy(async () => ({ default: (await import('./bar.tsx')).Bar }))

const notForKeys = 'input, textarea, select, [contenteditable], dialog'

/** Loads the bar's code with the first track, a saved queue or position, a session, or the key for the list of keys. */
export function PlayerBar() {
  const [isAskedFor, setAskedFor] = useState(
    () => storedNames('position:').length + storedNames('playerQueue').length > 0,
  )
  // What is added before the bar has come takes its place in the storage.
  const [storedQueue] = useState(() => readFields('playerQueue'))
  // Another device may have saved a queue or positions.
  const { signedIn } = useSession()
  const isNeeded = usePlayer(({ currentId }) => currentId !== null) || isAskedFor || signedIn
  if (isNeeded && !isAskedFor) setAskedFor(true)

  useEffect(() => keepQueue(player), [])

  useEffect(() => {
    if (isNeeded) return
    const asking = new AbortController()
    const onKeyDown = (event: KeyboardEvent) => {
      const isElsewhere = event.target instanceof Element && event.target.closest(notForKeys) === null
      if (event.key !== '?' || !isElsewhere) return
      setAskedFor(true)
      void import('../panels.ts').then(({ togglePanel }) => togglePanel('keys'))
    }
    window.addEventListener('keydown', onKeyDown, { signal: asking.signal })
    return () => asking.abort()
  }, [isNeeded])

  return isNeeded ? (
    <Suspense fallback={null}>
      <LazyBar storedQueue={storedQueue} />
    </Suspense>
  ) : null
}
