/** The browser's lock of that name (Web Locks). Without locks every tab has it. */
export function createPlaybackLock(name: string, locks: LockManager | undefined) {
  let release: (() => void) | null = null
  let request: AbortController | null = null

  function cancelRequest(): void {
    request?.abort()
    request = null
  }

  return {
    /** Takes the lock from the tab that has it. `onLost`: another tab has stolen it. */
    steal(onAcquired: () => void, onLost: () => void): void {
      cancelRequest()
      release?.()
      if (locks === undefined) return onAcquired()
      let isHeld = true
      const until = new Promise<void>((resolve) => {
        release = () => {
          isHeld = false
          release = null
          resolve()
        }
      })
      locks
        .request(name, { steal: true }, () => {
          if (isHeld) onAcquired()
          return until
        })
        .catch(() => {
          if (isHeld) onLost()
        })
    },
    release(): void {
      release?.()
    },
    /** Also after the tab that had it has died. */
    whenFree(onFree: () => void): void {
      cancelRequest()
      if (locks === undefined) return
      request = new AbortController()
      const { signal } = request
      locks.request(name, { mode: 'shared', signal }, () => onFree()).catch(() => {})
    },
    cancelRequest,
  }
}
