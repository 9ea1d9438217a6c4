import type { RecordFile } from '../import-record.ts'
import type { Applying } from './apply-book.ts'
import type { LookedSound } from './library-sounds.ts'

/** A file of a proposal, where it lies now. */
export function lookedSound(file: RecordFile, { placeOf }: Pick<Applying, 'placeOf'>): LookedSound {
  const { title, path } = file
  const fileName = path.slice(path.lastIndexOf('/') + 1)
  return { ...file, place: placeOf(file), fileName, title: title || null }
}
