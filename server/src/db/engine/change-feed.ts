import { type ChangedScope, everything } from './scopes.ts'

export interface ChangeFeed {
  isUpToDate(): boolean
  /** Resolves when all changes before the call have been received, or `isUpToDate` turned false. */
  catchUp(): Promise<void>
  close(): Promise<void>
}

export type SubscribeToChanges = (changed: (scopes: readonly ChangedScope[]) => void) => ChangeFeed

export const noOtherNodes: SubscribeToChanges = () => ({
  isUpToDate: () => true,
  catchUp: async () => undefined,
  close: async () => undefined,
})

export interface FeedConnection {
  /** Resolves when all notices of changes before the call have been received; rejects on a time-out. */
  confirm(): Promise<void>
  close(): void
}

export interface FeedOptions {
  readonly open: (changed: (scopes: readonly ChangedScope[]) => void) => Promise<FeedConnection>
  /** Monotonic milliseconds. */
  readonly now: () => number
  readonly pause: (milliseconds: number, end: AbortSignal) => Promise<void>
  readonly report: (state: 'interrupted' | 'restored', error?: unknown) => void
}

/** A second, less the time of a response's way through this process. */
const validMs = 900
const confirmEveryMs = 400
const retryEveryMs = 200

/**
 * Subscribes for the life of the process. A silent connection has to confirm that it has received everything; the
 * confirmation counts from its request. A reconnection voids everything.
 */
export function createChangeFeed({ open, now, pause, report }: FeedOptions): SubscribeToChanges {
  return (changed) => {
    let heardUntil = Number.NEGATIVE_INFINITY
    let line: FeedConnection | null = null
    let isInterrupted = false
    const ending = new AbortController()

    const confirm = async (asked: FeedConnection): Promise<void> => {
      const askedAt = now()
      await asked.confirm()
      heardUntil = Math.max(heardUntil, askedAt)
    }
    const catchUp = joined(async () => {
      try {
        if (!line) throw new Error('Nothing is heard between two lines')
        await confirm(line)
      } catch {
        heardUntil = Number.NEGATIVE_INFINITY
      }
    })
    const listenOnce = async (): Promise<void> => {
      line = await open(changed)
      changed(everything)
      for (;;) {
        await confirm(line)
        if (isInterrupted) report('restored')
        isInterrupted = false
        await pause(confirmEveryMs, ending.signal)
      }
    }
    const giveUp = (error: unknown): void => {
      line?.close()
      line = null
      if (!isInterrupted && !ending.signal.aborted) report('interrupted', error)
      isInterrupted = true
    }
    const listen = async (): Promise<void> => {
      while (!ending.signal.aborted) {
        await listenOnce().catch(giveUp)
        await pause(retryEveryMs, ending.signal).catch(() => undefined)
      }
    }
    const ended = listen()
    return {
      isUpToDate: () => now() - heardUntil <= validMs,
      catchUp,
      close() {
        ending.abort()
        line?.close()
        return ended
      },
    }
  }
}

/** Serializes runs; calls during a run share the next one. */
function joined(run: () => Promise<void>): () => Promise<void> {
  let last: Promise<void> = Promise.resolve()
  let next: Promise<void> | null = null
  return () => {
    next ??= last = last.then(() => {
      next = null
      return run()
    })
    return next
  }
}
