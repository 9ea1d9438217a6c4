import { storageKeyOf } from '../files/storage.ts'
import { GetObjectCommand, type S3 } from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import type { S3Config } from '../../../config/config-media.ts'
import { type AddressLife, type Delivery, mediaCacheControl, membersCacheControl } from '../files/delivery.ts'
import { createS3 } from './bucket.ts'

const hourMs = 3_600_000
/** Addresses are signed as of the last noon or midnight, so that caches see the same address for half a day. */
const sameAddressMs = 12 * hourMs
const signedSeconds = (24 * hourMs) / 1000
const maxAgeSeconds = hourMs / 1000

export async function openS3Delivery(config: S3Config): Promise<Delivery> {
  if (config.delivery === 'through') return { kind: 'through' }
  const { publicUrl } = config
  if (config.delivery === 'public') {
    const addressOf = async (sha256: string) => ({
      url: `${publicUrl}/${storageKeyOf(sha256)}`,
      maxAgeSeconds,
    })
    return { kind: 'redirected', origin: new URL(publicUrl).origin, addressOf }
  }
  const s3 = createS3(config, 1)
  const addressOf = async (sha256: string, contentType: string, life?: AddressLife) => {
    const cacheControl = life ? membersCacheControl(life.seconds) : mediaCacheControl
    const object = { sha256, contentType, cacheControl }
    return { url: await sign(s3, config.bucket, object, life ?? usualLife()), maxAgeSeconds }
  }
  const { url } = await addressOf('', 'audio/mpeg')
  return { kind: 'redirected', origin: new URL(url).origin, addressOf }
}

function usualLife(): AddressLife {
  const now = Date.now()
  return { seconds: signedSeconds, expires: (now - (now % sameAddressMs)) / 1000 + signedSeconds }
}

interface SignedObject {
  readonly sha256: string
  readonly contentType: string
  readonly cacheControl: string
}

function sign(
  s3: S3,
  bucket: string,
  { sha256, contentType, cacheControl }: SignedObject,
  { expires, seconds }: AddressLife,
): Promise<string> {
  const command = new GetObjectCommand({
    Bucket: bucket,
    Key: storageKeyOf(sha256),
    ResponseContentType: contentType,
    ResponseCacheControl: cacheControl,
  })
  const signingDate = new Date((expires - seconds) * 1000)
  return getSignedUrl(s3, command, { expiresIn: seconds, signingDate })
}
