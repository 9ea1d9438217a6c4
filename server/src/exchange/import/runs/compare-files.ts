import type { KnownFile, TakenFile } from '../library-files.queries.ts'
import type { WalkedFile } from '../walk/walk-tree.ts'

/** What is to be done with the audio files of a folder. */
export interface ComparedFiles {
  readonly toLook: readonly WalkedFile[]
  /** As they were when an earlier run looked into them. */
  readonly unchanged: number
  /** Those that this run has looked into before it was interrupted. */
  readonly looked: number
  /** Too young: somebody writes them, perhaps. They count as they were, and for nothing where they are new. */
  readonly left: ReadonlySet<string>
  /** Known as missing, and there again. */
  readonly returned: readonly string[]
}

const youngMs = 10_000

interface Moment {
  /** Epoch milliseconds. */
  readonly now: number
  readonly startedAt: number
  readonly readerVersion: number
}

/** Files of the same path, size and time are not opened. */
export function compareFiles(
  files: readonly WalkedFile[],
  known: ReadonlyMap<string, KnownFile>,
  { now, startedAt, readerVersion }: Moment,
): ComparedFiles {
  const toLook: WalkedFile[] = []
  const left = new Set<string>()
  const returned: string[] = []
  let unchanged = 0
  let looked = 0
  for (const file of files) {
    const before = known.get(file.pathKey)
    if (before?.isMissing) returned.push(file.pathKey)
    if (before && isSame(file, before) && before.readerVersion === readerVersion) {
      if (before.lookedAt >= startedAt) looked += 1
      else unchanged += 1
    } else if (Math.abs(now - file.modifiedSeconds * 1000) < youngMs) left.add(file.pathKey)
    else toLook.push(file)
  }
  return { toLook, unchanged, looked, left, returned }
}

export function isSame(
  one: Pick<WalkedFile, 'sizeBytes' | 'modifiedSeconds'>,
  other: Pick<WalkedFile, 'sizeBytes' | 'modifiedSeconds'>,
): boolean {
  return one.sizeBytes === other.sizeBytes && one.modifiedSeconds === other.modifiedSeconds
}

/**
 * Whether a file is beyond a limit in bytes. What was taken before keeps its place, whatever is written into it and wherever
 * it is moved: a book may be made of it.
 */
export function beyondLimit(
  maxBytes: number,
  known: ReadonlyMap<string, Pick<KnownFile, 'isRefused'>>,
  taken: readonly TakenFile[],
): (file: WalkedFile) => boolean {
  return (file) =>
    file.sizeBytes > maxBytes &&
    known.get(file.pathKey)?.isRefused !== false &&
    !taken.some((one) => isSame(one, file))
}
