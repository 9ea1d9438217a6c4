/** Asks hosts politely: one request at a time of each, with a pause after it, and so many in all. */
export class HostQueue {
  readonly #pauseMs: number
  readonly #atOnce: number
  readonly #wait: (milliseconds: number) => Promise<void>
  readonly #hosts = new Map<string, Promise<void>>()
  readonly #waiting: (() => void)[] = []
  #running = 0

  constructor(atOnce: number, pauseMs: number, wait: (milliseconds: number) => Promise<void>) {
    this.#atOnce = atOnce
    this.#pauseMs = pauseMs
    this.#wait = wait
  }

  /** Runs once those before it of the host have ended. Never before another of the host has. */
  async run<T>(host: string, work: () => Promise<T>): Promise<T> {
    const before = this.#hosts.get(host)
    const { promise: own, resolve: end } = Promise.withResolvers<void>()
    this.#hosts.set(host, own)
    await before
    await this.#enter()
    try {
      return await work()
    } finally {
      this.#leave()
      void this.#endLater(host, own, end)
    }
  }

  async #endLater(host: string, own: Promise<void>, end: () => void): Promise<void> {
    await this.#wait(this.#pauseMs)
    end()
    if (this.#hosts.get(host) === own) this.#hosts.delete(host)
  }

  async #enter(): Promise<void> {
    if (this.#running < this.#atOnce) {
      this.#running += 1
      return
    }
    await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }

  #leave(): void {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#running -= 1
  }
}
