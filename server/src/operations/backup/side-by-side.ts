import type { StoredFile } from '../../media/storage/files/storage.ts'

export interface Pair<Wanted extends StoredFile> {
  readonly sha256: string
  readonly wanted: Wanted | null
  readonly found: StoredFile | null
}

/** Both lists ascend by hash. */
export async function* sideBySide<Wanted extends StoredFile>(
  wanted: AsyncIterable<Wanted>,
  found: AsyncIterable<StoredFile>,
): AsyncGenerator<Pair<Wanted>, void> {
  const [left, right] = [wanted[Symbol.asyncIterator](), found[Symbol.asyncIterator]()]
  try {
    let [one, other] = [await next(left), await next(right)]
    while (one || other) {
      const sha256 = !other || (one && one.sha256 < other.sha256) ? (one as Wanted).sha256 : other.sha256
      const pair = {
        sha256,
        wanted: one?.sha256 === sha256 ? one : null,
        found: other?.sha256 === sha256 ? other : null,
      }
      yield pair
      if (pair.wanted) one = await next(left)
      if (pair.found) other = await next(right)
    }
  } finally {
    await left.return?.()
    await right.return?.()
  }
}

async function next<T>(iterator: AsyncIterator<T, unknown>): Promise<T | null> {
  const result = await iterator.next()
  return result.done === true ? null : result.value
}

export async function* each<T>(batches: AsyncIterable<readonly T[]>): AsyncGenerator<T, void> {
  for await (const batch of batches) yield* batch
}

/** Stops at the first failure, when all workers have settled. */
export async function forEachAtOnce<T>(
  items: AsyncGenerator<T, void>,
  atOnce: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const worker = async () => {
    for await (const item of items) await work(item)
  }
  const endings = await Promise.allSettled(Array.from({ length: atOnce }, worker))
  for (const ending of endings) if (ending.status === 'rejected') throw ending.reason
}
