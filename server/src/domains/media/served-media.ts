import { LRUCache } from 'lru-cache'
import type { Changes } from '../../changes.ts'
import type { Connection } from '../../db/dialect.ts'
import { mediaCacheControl } from './delivery.ts'
import { formatHttpDate } from './http-date.ts'
import { mediaFile, mediaKeyOf } from './media-url.ts'
import { findServedMedia, type ServedMedia } from './media.queries.ts'

/** A medium as the route sends it: what does not depend on the request is made once. */
export interface Served {
  readonly sha256: string
  readonly contentType: string
  readonly sizeBytes: number
  /** Strong: the hash of the bytes. */
  readonly etag: string
  /** Epoch milliseconds, whole seconds, as HTTP counts. */
  readonly lastModified: number
  /** Of every answer that has or describes content. */
  readonly headers: Readonly<Record<string, string>>
}

/** Media are public and played by foreign players too, but nothing in them may run when they are opened. */
export const mediaHeaders = {
  'cache-control': mediaCacheControl,
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'accept-ranges, content-length, content-range, etag, last-modified',
  'cross-origin-resource-policy': 'cross-origin',
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
} as const

export type FindServed = (file: string) => Served | undefined | Promise<Served | undefined>

const rememberedMedia = 4096

/**
 * Finds media by the last part of their address. What was found is remembered until the catalogue changes:
 * media themselves never do, but they may be deleted, here or by another node.
 */
export function createServedMedia(connection: Connection, changes: Changes): FindServed {
  const remembered = new LRUCache<string, Served>({ max: rememberedMedia })
  let version = changes.catalogueVersion

  const load = async (file: string, key: string): Promise<Served | undefined> => {
    const versionBefore = changes.catalogueVersion
    const media = await findServedMedia(connection, key)
    if (!media || mediaFile(media.key, media.contentType) !== file) return undefined
    const served = toServed(media)
    if (versionBefore === version) remembered.set(file, served)
    return served
  }

  return (file) => {
    if (version !== changes.catalogueVersion) {
      remembered.clear()
      version = changes.catalogueVersion
    }
    const known = remembered.get(file)
    if (known) return known
    const key = mediaKeyOf(file)
    return key === null ? undefined : load(file, key)
  }
}

function toServed({ sha256, contentType, sizeBytes, createdAt }: ServedMedia): Served {
  const etag = `"${sha256}"`
  const lastModified = Math.floor(createdAt / 1000) * 1000
  const headers = {
    ...mediaHeaders,
    etag,
    'last-modified': formatHttpDate(lastModified),
    'accept-ranges': 'bytes',
  }
  return { sha256, contentType, sizeBytes, etag, lastModified, headers }
}
