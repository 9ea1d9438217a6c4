import { LRUCache } from 'lru-cache'
import { boxHead } from '../probe/duration/mp4-boxes.ts'
import { readLayout, type Slice, slicesWithin } from '../joined/layout.ts'
import { brands } from '../joined/track-config.ts'
import type { MediaStorage, StoredFile } from '../storage/files/storage.ts'

const rememberedSlices = 50_000
const layouts = new LRUCache<string, readonly Slice[]>({
  maxSize: rememberedSlices,
  sizeCalculation: ({ length }) => length,
})

/**
 * Bytes `start` to `end`, both inclusive, of a joined medium in lent chunks (0008, 0045).
 *
 * @throws on the first read, and in the middle where a part is missing, AppError `NotFound`, `ServiceUnavailable`
 */
export async function* joinedChunks(
  storage: Pick<MediaStorage, 'read'>,
  index: StoredFile,
  start: number,
  end: number,
): AsyncGenerator<Uint8Array, void> {
  const slices = await layoutOf(storage, index)
  const answer = {}
  for (const slice of slicesWithin(slices, start, end))
    yield* storage.read(slice.sha256, slice.start, slice.start + slice.bytes - 1, answer)
}

const rememberedParts = 50_000
/** Parts that were found in the storage, where they stay as they are. */
const storedParts = new LRUCache<string, true>({ max: rememberedParts })
const partsAtOnce = 8

/**
 * Looks for each part of the bytes `start` to `end`, both inclusive.
 *
 * @throws AppError `NotFound`, `ServiceUnavailable`
 */
export async function requireParts(
  storage: Pick<MediaStorage, 'read' | 'isInPlace'>,
  index: StoredFile,
  start: number,
  end: number,
): Promise<void> {
  const firsts = new Map<string, number>()
  for (const slice of slicesWithin(await layoutOf(storage, index), start, end))
    if (!firsts.has(slice.sha256) && !storedParts.has(slice.sha256)) firsts.set(slice.sha256, slice.start)
  firsts.delete(index.sha256)
  const waiting = firsts.entries()
  const look = async () => {
    for (const [sha256, first] of waiting) {
      await readBytes(storage, sha256, first, 1)
      if (!storage.isInPlace(sha256)) storedParts.set(sha256, true)
    }
  }
  await Promise.all(Array.from({ length: partsAtOnce }, look))
}

async function layoutOf(storage: Pick<MediaStorage, 'read'>, index: StoredFile): Promise<readonly Slice[]> {
  return layouts.get(index.sha256) ?? (await loadLayout(storage, index))
}

const headBytes = 8

async function loadLayout(storage: Pick<MediaStorage, 'read'>, index: StoredFile): Promise<readonly Slice[]> {
  const { sha256 } = index
  const at = brands.length
  const head = boxHead(await readBytes(storage, sha256, at, headBytes), 0)
  const content = await readBytes(storage, sha256, at + headBytes, (head?.bytes ?? headBytes) - headBytes)
  const slices = readLayout(content, index)
  layouts.set(sha256, slices)
  return slices
}

async function readBytes(
  storage: Pick<MediaStorage, 'read'>,
  sha256: string,
  start: number,
  length: number,
): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of storage.read(sha256, start, start + length - 1)) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
}
