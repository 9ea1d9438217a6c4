import type { Readable } from 'node:stream'
import { AppError } from '../../errors.ts'

/** The least pace of an upload, in place of a fixed time-out. Only time spent waiting for the client counts. */
export interface UploadPace {
  readonly bytesPerSecond: number
  /** Milliseconds of waiting over which the pace is averaged. */
  readonly windowMs: number
}

export const uploadPace: UploadPace = { bytesPerSecond: 8 * 1024, windowMs: 30_000 }

/**
 * @param signal ends it with its reason
 * @throws AppError `RequestTimeout` below the pace, `InvalidBody` when the client goes away
 */
export async function* atPace(
  source: Readable,
  pace: UploadPace,
  signal?: AbortSignal,
): AsyncGenerator<Buffer, void> {
  const waiting = new Waiting(source, pace.windowMs)
  signal?.addEventListener('abort', waiting.settle)
  try {
    for (;;) {
      signal?.throwIfAborted()
      const chunk = source.read() as Buffer | null
      if (chunk !== null) {
        waiting.earn((chunk.length / pace.bytesPerSecond) * 1000)
        yield chunk
      } else if (source.readableEnded) return
      else if (source.destroyed)
        throw new AppError('InvalidBody', { description: 'The request was cut off.' })
      else await waiting.untilChanged()
    }
  } finally {
    signal?.removeEventListener('abort', waiting.settle)
    waiting.end()
  }
}

const changes = ['readable', 'end', 'error', 'close'] as const
const looks = 40

class Waiting {
  readonly #source: Readable
  readonly #windowMs: number
  readonly #timer: NodeJS.Timeout
  #leftMs: number
  #begun = 0
  #change: PromiseWithResolvers<void> | null = null

  constructor(source: Readable, windowMs: number) {
    this.#source = source
    this.#windowMs = windowMs
    this.#leftMs = windowMs
    this.#timer = setInterval(() => this.#look(), windowMs / looks)
    for (const event of changes) source.on(event, this.settle)
  }

  earn(milliseconds: number): void {
    this.#leftMs = Math.min(this.#windowMs, this.#leftMs + milliseconds)
  }

  async untilChanged(): Promise<void> {
    this.#begun = performance.now()
    this.#change = Promise.withResolvers()
    await this.#change.promise
    this.#leftMs -= performance.now() - this.#begun
  }

  end(): void {
    clearInterval(this.#timer)
    for (const event of changes) this.#source.off(event, this.settle)
  }

  readonly settle = (): void => {
    this.#change?.resolve()
    this.#change = null
  }

  #look(): void {
    if (performance.now() - this.#begun < this.#leftMs) return
    this.#change?.reject(new AppError('RequestTimeout'))
    this.#change = null
  }
}
