import { S3 } from '@aws-sdk/client-s3'
import type { FastifyBaseLogger } from 'fastify'
import type { S3Config } from '../../../config/config-media.ts'
import { AppError } from '../../../errors.ts'

export interface CallOptions {
  readonly abortSignal: AbortSignal
}

export interface CallLimits {
  readonly within?: keyof StoreTimes
  readonly signal?: AbortSignal
}

/** Milliseconds, retries included. */
export interface StoreTimes {
  readonly answerMs: number
  /** Without progress while an object is read or sent. */
  readonly silentMs: number
  readonly partMs: number
  readonly workMs: number
  readonly readyMs: number
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

const attempts = 3

export class Bucket {
  readonly name: string
  readonly times: StoreTimes
  readonly #s3: S3
  /** With a socket time-out; while reading, a silent socket may be the listener's doing. */
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

  /** @throws AppError `NotFound`, `InsufficientStorage`, `ServiceUnavailable`; `UnsupportedByStore` */
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
    // Older stores do not know the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: connectMs,
      socketTimeout,
      httpAgent: { keepAlive: true, maxSockets: Infinity },
      httpsAgent: { keepAlive: true, maxSockets: Infinity },
    },
  })
}

interface StoreFailure {
  readonly name?: string
  readonly code?: string
  readonly $metadata?: { readonly httpStatusCode?: number }
}

const missing = new Set(['NoSuchKey', 'NoSuchUpload', 'NotFound'])
const full = new Set(['InsufficientStorage', 'QuotaExceeded', 'XMinioStorageFull', 'EntityTooLarge'])
const insufficientStorage = 507
const unsupported = [405, 501]

export class UnsupportedByStore extends Error {}

export function storeError(error: unknown): unknown {
  const { name = '', code, $metadata } = error as StoreFailure
  if (missing.has(name)) return new AppError('NotFound')
  if (unsupported.includes($metadata?.httpStatusCode ?? 0)) return new UnsupportedByStore(name)
  if (full.has(name) || $metadata?.httpStatusCode === insufficientStorage)
    return new AppError('InsufficientStorage')
  if (error instanceof AppError) return error
  const isOfNetwork = code !== undefined && !code.startsWith('ERR_INVALID')
  const isOfStore = $metadata !== undefined || isOfNetwork || /^(Abort|Timeout)Error$/.test(name)
  return isOfStore ? new AppError('ServiceUnavailable') : error
}
