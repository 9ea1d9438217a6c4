import { LRUCache } from 'lru-cache'
import type { Changes } from '../../changes.ts'
import type { Connection } from '../../db/dialect.ts'
import { formatHttpDate } from './http-date.ts'
import { mediaFile, mediaKeyOf } from './media-url.ts'
import { findServedMedia } from './media.queries.ts'

/** A medium as the route sends it: what does not depend on the request is made once. */
export interface Served {
  readonly file: string
  readonly sha256: string
  readonly contentType: string
  readonly sizeBytes: number
  /** Strong: the hash of the bytes. */
  readonly etag: string
  /** Epoch milliseconds, whole seconds, as HTTP counts. */
  readonly lastModified: number
  readonly lastModifiedText: string
}

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
    const lastModified = Math.floor(media.createdAt / 1000) * 1000
    const served = {
      file,
      sha256: media.sha256,
      contentType: media.contentType,
      sizeBytes: media.sizeBytes,
      etag: `"${media.sha256}"`,
      lastModified,
      lastModifiedText: formatHttpDate(lastModified),
    }
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
