interface Running<T> {
  readonly result: Promise<T>
  readonly controller: AbortController
  waiting: number
}

/** Work that is done once for all who ask for it at a time, and aborted when the last of them has left. */
export class SharedWork<T> {
  readonly #running = new Map<string, Running<T>>()

  /** @throws the signal's reason when it is aborted before the work is done */
  async join(key: string, left: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    left.throwIfAborted()
    const running = this.#running.get(key) ?? this.#start(key, work)
    running.waiting += 1
    const gone = Promise.withResolvers<never>()
    const leave = (): void => {
      gone.reject(left.reason as Error)
      running.waiting -= 1
      if (running.waiting > 0) return
      this.#forget(key, running)
      running.controller.abort(left.reason)
    }
    left.addEventListener('abort', leave)
    try {
      return await Promise.race([running.result, gone.promise])
    } finally {
      left.removeEventListener('abort', leave)
    }
  }

  #start(key: string, work: (signal: AbortSignal) => Promise<T>): Running<T> {
    const controller = new AbortController()
    const running = { controller, waiting: 0, result: work(controller.signal) }
    this.#running.set(key, running)
    const forget = (): void => this.#forget(key, running)
    running.result.then(forget, forget)
    return running
  }

  #forget(key: string, running: Running<T>): void {
    if (this.#running.get(key) === running) this.#running.delete(key)
  }
}
