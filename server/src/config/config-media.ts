import { ConfigError, type Environment, httpUrl, oneOf, text } from './config-values.ts'

export interface S3Config {
  readonly bucket: string
  /** `S3_ENDPOINT` (empty: Amazon's own in S3_REGION). */
  readonly endpoint: string
  /** `S3_REGION` (us-east-1). */
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  /** `S3_DELIVERY` (through; public with S3_PUBLIC_URL): through the server, or by redirects to signed or public addresses. */
  readonly delivery: 'through' | 'signed' | 'public'
  /** `S3_PUBLIC_URL` (empty): where everybody may read the bucket's objects, such as a CDN. No slash at its end. */
  readonly publicUrl: string
}

const companions = [
  'S3_ENDPOINT',
  'S3_REGION',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'S3_PUBLIC_URL',
  'S3_DELIVERY',
]

/** @throws ConfigError */
export function readS3(
  environment: Environment,
  siteUrl: string,
  access: 'public' | 'members',
): S3Config | null {
  const bucket = text(environment, 'S3_BUCKET', '')
  if (bucket === '') {
    const given = companions.find((name) => text(environment, name, '') !== '')
    if (given)
      throw new ConfigError(`${given} must not be set without S3_BUCKET, the bucket that it is about.`)
    return null
  }
  if (!/^[\w.-]{3,255}$/.test(bucket)) {
    throw new ConfigError(`S3_BUCKET must be the name of a bucket, without an address; it is "${bucket}".`)
  }
  const publicUrl = addressOr(environment, 'S3_PUBLIC_URL', '')
  const s3: S3Config = {
    bucket,
    endpoint: addressOr(environment, 'S3_ENDPOINT', ''),
    region: text(environment, 'S3_REGION', 'us-east-1'),
    accessKeyId: required(environment, 'S3_ACCESS_KEY_ID'),
    secretAccessKey: required(environment, 'S3_SECRET_ACCESS_KEY'),
    delivery: delivery(environment, publicUrl),
    publicUrl,
  }
  requireReachable(s3, siteUrl)
  if (s3.delivery === 'public' && access === 'members') {
    throw new ConfigError(
      'S3_DELIVERY must be through or signed with ACCESS=members, and S3_PUBLIC_URL empty: everybody could read the bucket.',
    )
  }
  return s3
}

function requireReachable(s3: S3Config, siteUrl: string): void {
  const [name, address] =
    s3.delivery === 'public' ? ['S3_PUBLIC_URL', s3.publicUrl] : ['S3_ENDPOINT', s3.endpoint]
  if (s3.delivery === 'through' || !siteUrl.startsWith('https:') || !address.startsWith('http:')) return
  throw new ConfigError(
    `${name} must be an https address, as PUBLIC_URL is one and listeners are sent there; it is "${address}".`,
  )
}

function addressOr(environment: Environment, name: string, fallback: string): string {
  if (text(environment, name, '') === '') return fallback
  return httpUrl(environment, name, fallback).href.replace(/\/+$/, '')
}

function required(environment: Environment, name: string): string {
  const given = text(environment, name, '')
  if (given === '') throw new ConfigError(`${name} must be set with S3_BUCKET.`)
  return given
}

function delivery(environment: Environment, publicUrl: string): S3Config['delivery'] {
  const usual = publicUrl === '' ? 'through' : 'public'
  const given = oneOf(environment, 'S3_DELIVERY', usual, ['through', 'signed', 'public'])
  if (given === 'public' && publicUrl === '') {
    throw new ConfigError(
      'S3_DELIVERY must not be public without S3_PUBLIC_URL, the address where everybody may read the bucket.',
    )
  }
  if (given !== 'public' && publicUrl !== '') {
    throw new ConfigError(`S3_PUBLIC_URL must not be set with S3_DELIVERY=${given}: leave one of them out.`)
  }
  return given
}

export function accelRedirect(environment: Environment, s3: S3Config | null): string {
  const written = text(environment, 'ACCEL_REDIRECT', '')
  if (written === '') return ''
  const given = written.replace(/\/+$/, '')
  // Below /media nginx would ask the server again.
  if (!/^(\/[\w.~-]+)+$/.test(given) || /^\/media(\/|$)/.test(given)) {
    throw new ConfigError(
      `ACCEL_REDIRECT must be a location such as /media-files, apart from /media; it is "${written}".`,
    )
  }
  if (s3)
    throw new ConfigError(
      'ACCEL_REDIRECT must not be set with S3_BUCKET: nginx sends what is in DATA_DIR/media.',
    )
  return given
}
