import { S3 } from '@aws-sdk/client-s3'
import type { FastifyBaseLogger } from 'fastify'
import type { S3Config } from '../../../config/config-media.ts'
import { AppError } from '../../../errors.ts'
import { storeError } from './store-error.ts'

/** What a call of the store is made with: it is given up when the signal says so. */
export interface CallOptions {
  readonly abortSignal: AbortSignal
}

export interface CallLimits {
  /** `answerMs` unless it is given. */
  readonly within?: keyof StoreTimes
  readonly signal?: AbortSignal
}

/** How long the store may take, in milliseconds; attempts that are repeated included. */
export interface StoreTimes {
  /** For an answer to a small request. */
  readonly answerMs: number
  /** Without a byte of an object, once one is asked for, or while one is sent. */
  readonly silentMs: number
  /** To take a part: 64 KiB a second at least, and never without a sign for `silentMs`. */
  readonly partMs: number
  /** To put parts together, or copy an object: stores do that before they answer. */
  readonly workMs: number
  /** To tell whether it is there. */
  readonly readyMs: number
  /** For whoever stores bytes that are being removed, until that is over: a few small requests. */
  readonly removalMs: number
}

export const storeTimes: StoreTimes = {
  answerMs: 10_000,
  silentMs: 15_000,
  partMs: 128_000,
  workMs: 120_000,
  readyMs: 2_500,
  removalMs: 15_000,
}

const connectMs = 3_000

/** The first attempt and two more, of calls that may be made twice: the library knows which failures pass by themselves. */
const attempts = 3

/**
 * The bucket that keeps media. Each call of it is bounded in time and fails as an AppError, and that the store is
 * away, or back, is logged once.
 */
export class Bucket {
  readonly name: string
  readonly times: StoreTimes
  readonly #s3: S3
  /** For sending: it notices when nothing moves. For reading, that may be the listener's doing. */
  readonly #sender: S3
  readonly #log: FastifyBaseLogger
  #isAway = false

  constructor(config: S3Config, log: FastifyBaseLogger, times: StoreTimes) {
    this.name = config.bucket
    this.times = times
    this.#s3 = createS3(config, attempts)
    this.#sender = createS3(config, attempts, times.silentMs)
    this.#log = log
  }

  /**
   * @throws AppError `NotFound` for what is not there, `InsufficientStorage`, `ServiceUnavailable`;
   * `UnsupportedByStore`; whatever else is not the store's failure
   */
  async call<T>(work: (s3: S3, options: CallOptions) => Promise<T>, limits: CallLimits = {}): Promise<T> {
    const { within = 'answerMs', signal } = limits
    // By hand: a time-out signal would go on to end the body of an answer that has come in time.
    const controller = new AbortController()
    // The library waits between two attempts whatever the signal says.
    const givenUp = Promise.withResolvers<never>()
    const giveUp = () => {
      controller.abort()
      givenUp.reject(new AppError('ServiceUnavailable'))
    }
    const timer = setTimeout(giveUp, this.times[within])
    signal?.addEventListener('abort', giveUp)
    try {
      const answering = work(within === 'partMs' ? this.#sender : this.#s3, {
        abortSignal: controller.signal,
      })
      const answer = await Promise.race([answering, givenUp.promise])
      this.#noteAnswer()
      return answer
    } catch (error) {
      const meant = storeError(error)
      if (!signal?.aborted && meant instanceof AppError && meant.code !== 'NotFound') this.noteFailure(error)
      throw meant
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', giveUp)
    }
  }

  noteFailure(error: unknown): void {
    if (!this.#isAway) this.#log.warn({ err: error }, 'the media store cannot be used')
    this.#isAway = true
  }

  #noteAnswer(): void {
    if (this.#isAway) this.#log.info('the media store can be used again')
    this.#isAway = false
  }

  close(): void {
    this.#s3.destroy()
    this.#sender.destroy()
  }
}

/** Most other stores are not asked by a host name for each bucket; Amazon's is. */
export function createS3(
  { endpoint, region, accessKeyId, secretAccessKey }: S3Config,
  maxAttempts: number,
  socketTimeout = 0,
): S3 {
  return new S3({
    region,
    ...(endpoint !== '' && { endpoint, forcePathStyle: true }),
    credentials: { accessKeyId, secretAccessKey },
    maxAttempts,
    // Ours are stronger, and older stores do not know the newer kinds.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // Each listener holds a connection: those are limited where listeners are.
    requestHandler: {
      connectionTimeout: connectMs,
      socketTimeout,
      httpAgent: { keepAlive: true, maxSockets: Infinity },
      httpsAgent: { keepAlive: true, maxSockets: Infinity },
    },
  })
}
