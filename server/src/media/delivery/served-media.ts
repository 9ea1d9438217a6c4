import { LRUCache } from 'lru-cache'
import type { Changes, Made } from '../../db/changes/changes.ts'
import { DatabaseAwayError } from '../../db/engine/database-errors.ts'
import type { Connection } from '../../db/engine/dialect.ts'
import { mediaCacheControl } from '../storage/files/delivery.ts'
import { formatHttpDate } from './http-date.ts'
import { mediaFile, mediaKeyOf } from '../content-type.ts'
import { findServedMedia, type ServedMedia } from '../media.queries.ts'

export interface Served {
  /** Of the file; of a joined medium, its index. */
  readonly sha256: string
  readonly contentType: string
  readonly sizeBytes: number
  /** Bytes of the index of a joined medium. */
  readonly indexBytes: number | null
  /** Whether its bytes, or some of them, stay in a library folder, where they may be away (0052). */
  readonly isInPlace: boolean
  /** Strong. */
  readonly etag: string
  /** Epoch milliseconds, whole seconds. */
  readonly lastModified: number
  readonly headers: Readonly<Record<string, string>>
}

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
const patienceMs = 250

interface Remembered extends Made {
  readonly served: Served
}

/** Rows are cached until they are deleted by any node; while the database is away, cached rows are served. */
export function createServedMedia(connection: Connection, changes: Changes): FindServed {
  const remembered = new LRUCache<string, Remembered>({ max: rememberedMedia })
  const rechecks = new Map<string, Recheck>()

  const find = async (file: string, key: string): Promise<Served | undefined> => {
    const { version } = changes
    const media = await findServedMedia(connection, key)
    if (!media || mediaFile(media.key, media.contentType) !== file) {
      remembered.delete(file)
      return undefined
    }
    const served = toServed(media)
    remembered.set(file, { served, version, scopes: [`media/${key}`] })
    return served
  }

  const lookUp = (file: string, key: string): Promise<Served | undefined> =>
    find(file, key).catch((error: unknown) => {
      const known = remembered.get(file)
      if (known && error instanceof DatabaseAwayError) return known.served
      throw error
    })

  const recheck = (file: string, key: string, known: Served): Served | Promise<Served | undefined> => {
    if (rechecks.get(file)?.isLate) return known
    const { promise: late, resolve } = Promise.withResolvers<Served>()
    const own: Recheck = { isLate: false }
    const timer = setTimeout(() => {
      own.isLate = true
      resolve(known)
    }, patienceMs)
    rechecks.set(file, own)
    const found = lookUp(file, key).finally(() => {
      clearTimeout(timer)
      if (rechecks.get(file) === own) rechecks.delete(file)
    })
    return Promise.race([found, late])
  }

  return (file) => {
    const known = remembered.get(file)
    if (known && changes.isCurrent(known)) return known.served
    const key = mediaKeyOf(file)
    if (key === null) return undefined
    return known ? recheck(file, key, known.served) : lookUp(file, key)
  }
}

interface Recheck {
  isLate: boolean
}

function toServed({ sha256, contentType, joinedBytes, isInPlace, createdAt, ...file }: ServedMedia): Served {
  const etag = `"${sha256}"`
  const lastModified = Math.floor(createdAt / 1000) * 1000
  const headers = {
    ...mediaHeaders,
    etag,
    'last-modified': formatHttpDate(lastModified),
    'accept-ranges': 'bytes',
  }
  const sizeBytes = joinedBytes ?? file.sizeBytes
  const indexBytes = joinedBytes === null ? null : file.sizeBytes
  return { sha256, contentType, sizeBytes, indexBytes, isInPlace, etag, lastModified, headers }
}
