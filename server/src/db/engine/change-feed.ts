import { type ChangedScope, everything } from './scopes.ts'

/** What other nodes commit, as this node hears of it. */
export interface ChangeFeed {
  /** Whether every change that was committed a second ago has been told. */
  isUpToDate(): boolean
  /** Resolves, whatever happens, once all is told that was committed before the call, or `isUpToDate` says no. */
  catchUp(): Promise<void>
  close(): Promise<void>
}

/** @param changed is told what every change of the catalogue has voided, or several at once; also of one that was none */
export type SubscribeToChanges = (changed: (scopes: readonly ChangedScope[]) => void) => ChangeFeed

/** Where one process alone works on the database, there is nobody to listen to. */
export const noOtherNodes: SubscribeToChanges = () => ({
  isUpToDate: () => true,
  catchUp: async () => undefined,
  close: async () => undefined,
})

/** A connection on which the database tells of changes. */
export interface FeedConnection {
  /** Resolves after every change has been told that was committed before the call; rejects when no answer comes. */
  confirm(): Promise<void>
  close(): void
}

export interface FeedOptions {
  /** Resolves when changes are told from now on; rejects when that is not possible in time. */
  readonly open: (changed: (scopes: readonly ChangedScope[]) => void) => Promise<FeedConnection>
  /** Milliseconds that only go forward. */
  readonly now: () => number
  readonly pause: (milliseconds: number, end: AbortSignal) => Promise<void>
  /** Told when changes are heard no more, and when they are again. */
  readonly report: (state: 'interrupted' | 'restored', error?: unknown) => void
}

/** What is shown may be a second old; the rest of it is for an answer's way through this process. */
const validMs = 900
const confirmEveryMs = 400
const retryEveryMs = 200

/**
 * Listens for as long as the process runs. A line that is silent may be dead, or there may be nothing to tell: so it
 * has to confirm itself, and what it confirmed counts from the moment of the question. Whatever happened between two
 * lines is made up for by a change of everything.
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

/** One run at a time: calls during a run share the one that begins after it. */
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
