/** Tells React Query whether the server can be reached; queries pause meanwhile. `navigator.onLine` knows the network only. */
import { onlineManager } from '@tanstack/react-query'

const checkPath = '/health/live'
const answerPatienceMs = 5000
const firstPauseMs = 500
const longestPauseMs = 3000

let check: Promise<boolean> | undefined
let nextCheck: ReturnType<typeof setTimeout> | undefined
let pauseMs = firstPauseMs

/** One check at a time, repeated until the server answers. */
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
