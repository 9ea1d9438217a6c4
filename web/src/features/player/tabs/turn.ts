/** The turn to play: the browser's lock of that name. Without locks every tab has it. */
export function createTurn(name: string, locks: LockManager | undefined) {
  let giveBack: (() => void) | null = null
  let waiting: AbortController | null = null

  function stopWaiting(): void {
    waiting?.abort()
    waiting = null
  }

  return {
    /** Steals the lock from the tab that has it. `onLost` when another tab does so later. */
    take(onTaken: () => void, onLost: () => void): void {
      stopWaiting()
      giveBack?.()
      if (locks === undefined) return onTaken()
      let isMine = true
      const until = new Promise<void>((resolve) => {
        giveBack = () => {
          isMine = false
          giveBack = null
          resolve()
        }
      })
      locks
        .request(name, { steal: true }, () => {
          if (isMine) onTaken()
          return until
        })
        .catch(() => {
          if (isMine) onLost()
        })
    },
    giveBack(): void {
      stopWaiting()
      giveBack?.()
    },
    /** Also after the tab that had it has died. */
    whenFree(onFree: () => void): void {
      stopWaiting()
      if (locks === undefined) return
      waiting = new AbortController()
      const { signal } = waiting
      locks.request(name, { mode: 'shared', signal }, () => onFree()).catch(() => {})
    },
  }
}
