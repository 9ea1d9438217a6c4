/**
 * Whether the server can be reached, told to React Query's `onlineManager`: its queries pause meanwhile and go on
 * afterwards. `navigator.onLine` knows nothing of a server that is down, nor of one on this machine; its events are
 * occasions to check.
 */
import { onlineManager } from '@tanstack/react-query'

const checkPath = '/health/live'
const answerPatienceMs = 5000
const firstPauseMs = 500
const longestPauseMs = 3000

let check: Promise<boolean> | undefined
let nextCheck: ReturnType<typeof setTimeout> | undefined
let pauseMs = firstPauseMs

/** Asks the server for a sign of life, and again and again until there is one. */
export function checkConnection(): Promise<boolean> {
  check ??= isAlive().then((alive) => {
    check = undefined
    clearTimeout(nextCheck)
    pauseMs = alive ? firstPauseMs : Math.min(pauseMs * 1.5, longestPauseMs)
    if (!alive) nextCheck = setTimeout(checkConnection, pauseMs)
    onlineManager.setOnline(alive)
    return alive
  })
  return check
}

function isAlive(): Promise<boolean> {
  const signal = AbortSignal.timeout(answerPatienceMs)
  return fetch(checkPath, { cache: 'no-store', signal }).then(
    ({ ok }) => ok,
    () => false,
  )
}

export async function untilConnected(): Promise<void> {
  if (onlineManager.isOnline()) return
  await new Promise<void>((resolve) => {
    const stop = onlineManager.subscribe((isOnline) => {
      if (!isOnline) return
      stop()
      resolve()
    })
  })
}

onlineManager.setEventListener(() => {
  const listening = new AbortController()
  for (const event of ['online', 'offline'])
    window.addEventListener(event, () => void checkConnection(), listening)
  return () => listening.abort()
})
