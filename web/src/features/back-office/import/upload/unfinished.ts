/** Which of an account's uploads a chosen file goes on with. A browser forgets files, so that they are chosen again. */
import type { Upload } from '@earmark/contract/uploads.ts'
import { isObject, readFields, writeFields } from '../../../../lib/browser-storage.ts'
import type { ChosenFile } from './chosen-files.ts'

/** A batch as this browser began it: its files' times of change by their paths. */
export interface BegunBatch {
  readonly batch: string
  readonly times: Readonly<Record<string, number>>
}

export function readBegun(): BegunBatch | undefined {
  const { batch, times } = readFields('uploads')
  if (typeof batch !== 'string' || !isObject(times)) return undefined
  return { batch, times: times as Record<string, number> }
}

export function writeBegun(begun: BegunBatch | null): void {
  writeFields('uploads', begun)
}

export function isComplete({ receivedBytes, sizeBytes }: Upload): boolean {
  return receivedBytes >= sizeBytes
}

/** How many files of a batch are not there yet, those that were never begun included. */
export function countUnfinished(uploads: readonly Upload[], begun: BegunBatch | undefined): number {
  const partial = uploads.filter((upload) => !isComplete(upload))
  if (begun === undefined) return partial.length
  const mine = uploads.filter(({ batch }) => batch === begun.batch)
  const missing = Object.keys(begun.times).length - mine.filter(isComplete).length
  const others = partial.filter(({ batch }) => batch !== begun.batch).length
  return Math.max(0, missing) + others
}

/** By name, size, and the time of change where it is known. */
export function uploadOf(
  { path, file }: ChosenFile,
  uploads: readonly Upload[],
  begun: BegunBatch | undefined,
): Upload | undefined {
  const same = uploads.filter(
    ({ sizeBytes, fileName, batch, relativePath }) =>
      sizeBytes === file.size &&
      fileName === file.name &&
      (begun?.batch !== batch || (begun.times[relativePath] ?? file.lastModified) === file.lastModified),
  )
  // Alone it may have been chosen without its folder; of several of one name only the path tells.
  return same.find(({ relativePath }) => relativePath === path) ?? (same.length === 1 ? same[0] : undefined)
}
