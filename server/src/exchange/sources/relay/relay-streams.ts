import type { FailureOf } from '../../../errors.ts'

export const mostStreams = 32
export const mostOfListener = 4

/** Counts the streams that are passed on at one time. */
export class RelayStreams {
  readonly #byListener = new Map<string, number>()
  #count = 0

  /**
   * @param listener a network address
   * @returns what ends it
   * @throws AppError `TooManyRequests` for the listener's own, `ServiceUnavailable` for all of the node
   */
  enter(listener: string, failure: FailureOf<'TooManyRequests' | 'ServiceUnavailable'>): () => void {
    const own = this.#byListener.get(listener) ?? 0
    if (own >= mostOfListener) throw failure('TooManyRequests', { retryAfterMs: 1_000 })
    if (this.#count >= mostStreams) throw failure('ServiceUnavailable', { retryAfterMs: 1_000 })
    this.#count += 1
    this.#byListener.set(listener, own + 1)
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      this.#leave(listener)
    }
  }

  #leave(listener: string): void {
    this.#count -= 1
    const left = (this.#byListener.get(listener) ?? 1) - 1
    if (left > 0) this.#byListener.set(listener, left)
    else this.#byListener.delete(listener)
  }
}
