/** At most so many have a turn at a time; the others wait in the order in which they came. */
export class Turns {
  #free: number
  readonly #waiting = new Set<() => void>()

  constructor(most: number) {
    this.#free = most
  }

  /** @throws the signal's reason when it is aborted before the turn comes */
  async run<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    signal.throwIfAborted()
    if (this.#free > 0) this.#free -= 1
    else await this.#wait(signal)
    try {
      return await work()
    } finally {
      this.#pass()
    }
  }

  async #wait(signal: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const leave = (): void => {
      this.#waiting.delete(resolve)
      reject(signal.reason as Error)
    }
    this.#waiting.add(resolve)
    signal.addEventListener('abort', leave)
    await promise.finally(() => signal.removeEventListener('abort', leave))
  }

  #pass(): void {
    const [next] = this.#waiting
    if (!next) {
      this.#free += 1
      return
    }
    this.#waiting.delete(next)
    next()
  }
}
