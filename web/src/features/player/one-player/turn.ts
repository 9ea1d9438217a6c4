export type Turn = ReturnType<typeof createTurn>

/** Whose turn it is to play, as the browser's lock of that name; without locks everybody has it at once. */
export function createTurn(name: string, locks: LockManager | undefined) {
  let giveBack: (() => void) | null = null
  let waiting: AbortController | null = null

  function stopWaiting(): void {
    waiting?.abort()
    waiting = null
  }

  return {
    /** Takes it from whoever has it. `onLost` when somebody else does so later. */
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
    /** Once nobody has it, the dead included. */
    whenFree(onFree: () => void): void {
      stopWaiting()
      if (locks === undefined) return
      waiting = new AbortController()
      const { signal } = waiting
      locks.request(name, { mode: 'shared', signal }, () => onFree()).catch(() => {})
    },
  }
}
