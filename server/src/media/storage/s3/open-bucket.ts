import type { FastifyBaseLogger } from 'fastify'
import type { S3Config } from '../../../config/config-media.ts'
import { StartError } from '../../../errors.ts'
import { Bucket, createS3, type StoreTimes } from './bucket.ts'

const startMs = 8_000

/** @throws StartError naming the setting that is to blame */
export async function openBucket(
  config: S3Config,
  log: FastifyBaseLogger,
  times: StoreTimes,
  withinMs = startMs,
): Promise<Bucket> {
  const once = createS3(config, 1)
  try {
    const request = { Bucket: config.bucket, MaxKeys: 1 }
    // Errors of a listing are more specific than those of HeadBucket.
    await once.listObjects(request, { abortSignal: AbortSignal.timeout(withinMs) })
    return new Bucket(config, log, times)
  } catch (error) {
    throw new StartError(problemOf(error, config), { cause: error })
  } finally {
    once.destroy()
  }
}

function problemOf(error: unknown, { bucket, endpoint, region }: S3Config): string {
  const {
    name,
    message,
    code = name,
    $metadata,
  } = error as Error & {
    readonly code?: string
    readonly $metadata?: { readonly httpStatusCode?: number }
  }
  const store = endpoint === '' ? 'Amazon S3' : endpoint
  const status = $metadata?.httpStatusCode
  if (status === undefined) {
    return `The media store does not answer at ${store} (${code || message}): start it, or correct S3_ENDPOINT.`
  }
  return (
    problems[name]?.({ bucket, region, store }) ??
    `The media store at ${store} answers ${status} ${name}: look there, or correct S3_ENDPOINT and S3_BUCKET.`
  )
}

type Problem = (given: { readonly bucket: string; readonly region: string; readonly store: string }) => string

const wrongRegion: Problem = ({ bucket, region }) =>
  `The bucket ${bucket} is not in the region ${region}: correct S3_REGION.`

const problems: Record<string, Problem> = {
  NoSuchBucket: ({ bucket, store }) =>
    `There is no bucket ${bucket} at ${store}: create it, or correct S3_BUCKET.`,
  InvalidAccessKeyId: ({ store }) => `${store} does not know S3_ACCESS_KEY_ID: correct it.`,
  SignatureDoesNotMatch: () => 'S3_SECRET_ACCESS_KEY does not belong to S3_ACCESS_KEY_ID: correct them.',
  AccessDenied: ({ bucket }) =>
    `S3_ACCESS_KEY_ID may not use the bucket ${bucket}: let it list, read, write and delete there, or correct S3_BUCKET.`,
  RequestTimeTooSkewed: () =>
    'The clock of this machine is wrong, and the media store of S3_ENDPOINT refuses it: set the clock.',
  PermanentRedirect: wrongRegion,
  AuthorizationHeaderMalformed: wrongRegion,
}
