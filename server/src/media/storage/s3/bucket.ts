import { S3 } from '@aws-sdk/client-s3'
import type { FastifyBaseLogger } from 'fastify'
import type { S3Config } from '../../../config/config-media.ts'
import { AppError } from '../../../errors.ts'
import { storeError } from './store-error.ts'

export interface CallOptions {
  readonly abortSignal: AbortSignal
}

export interface CallLimits {
  /** `answerMs` by default. */
  readonly within?: keyof StoreTimes
  readonly signal?: AbortSignal
}

/** Time-outs in milliseconds, retries included. */
export interface StoreTimes {
  readonly answerMs: number
  /** Without progress while an object is read or sent. */
  readonly silentMs: number
  /** For a part: 64 KiB per second. */
  readonly partMs: number
  /** For completing an upload or copying an object. */
  readonly workMs: number
  /** For the readiness check. */
  readonly readyMs: number
  /** For waiting until a removal of the same bytes is over. */
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

/** The SDK retries idempotent calls on transient failures. */
const attempts = 3

/** A bucket whose calls have time-outs and fail with AppErrors. An outage and its end are logged once. */
export class Bucket {
  readonly name: string
  readonly times: StoreTimes
  readonly #s3: S3
  /** With a socket time-out for sending; while reading, a silent socket may be the listener's doing. */
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
    // `AbortSignal.timeout` would also abort the body of a response that came in time.
    const controller = new AbortController()
    // The SDK's pauses between retries ignore the signal.
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

/** Other stores than Amazon's are addressed by path. */
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
    // Content-MD5 is sent instead; older stores do not know the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // Connections are limited by the number of listeners.
    requestHandler: {
      connectionTimeout: connectMs,
      socketTimeout,
      httpAgent: { keepAlive: true, maxSockets: Infinity },
      httpsAgent: { keepAlive: true, maxSockets: Infinity },
    },
  })
}
