import { readerVersions } from '../../../media/content-type.ts'

/** Raised when other things are found in audio files, or the same otherwise. */
const lookVersion = 3

/** Files that were looked into by another version are looked into again. */
export const libraryReaderVersion = Object.values(readerVersions).reduce(
  (sum, version) => sum + version,
  lookVersion,
)
