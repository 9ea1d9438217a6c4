import { realpath, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import type { LookedCover } from '../../import/apply/library-cover.ts'
import type { MovedCover } from '../library/moved-library.ts'
import { findFiles, type Placing } from '../places/find-files.ts'

/** @returns null where the picture is not found */
export type CoverFinder = (cover: MovedCover) => Promise<LookedCover | null>

export interface CoverPlaces {
  /** Metadata folders of the other program, the best first. */
  readonly metadataFolders: readonly string[]
  /** Takes a picture out of the backup to a file of our own; null where it has none. */
  readonly fromBackup: (name: string) => Promise<string | null>
  readonly placing: Placing
}

/** Pictures that the other program keeps by itself lie in a folder of the record; others beside its sound. */
export function createCoverFinder({ metadataFolders, fromBackup, placing }: CoverPlaces): CoverFinder {
  return async ({ path }) => {
    const kept = /\/items\/([^/\\]+)\/([^/\\]+)$/u.exec(path.replaceAll('\\', '/'))
    const parts = kept ? [kept[1] ?? '', kept[2] ?? ''] : []
    if (kept && !parts.some((part) => part === '..' || part === '.')) {
      for (const folder of metadataFolders) {
        const found = await pictureIn(folder, join('items', ...parts))
        if (found) return found
      }
      const extracted = await fromBackup(`metadata-items/${parts.join('/')}`)
      if (extracted !== null) return await pictureAt(extracted)
    }
    const beside = (await findFiles([path], placing)).get(path)
    return beside?.state === 'Found' ? { path: beside.place, sizeBytes: beside.sizeBytes } : null
  }
}

/** Links that lead out of the folder are not followed. */
async function pictureIn(folder: string, name: string): Promise<LookedCover | null> {
  const place = await realpath(join(folder, name)).catch(() => null)
  const root = await realpath(folder).catch(() => null)
  return place !== null && root !== null && place.startsWith(root + sep) ? await pictureAt(place) : null
}

async function pictureAt(path: string): Promise<LookedCover | null> {
  const found = await stat(path).catch(() => null)
  return found?.isFile() ? { path, sizeBytes: found.size } : null
}
