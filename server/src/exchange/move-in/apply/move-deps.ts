import type { MediaDeps } from '../../../media/storage/files/storage.ts'
import type { AudioFacts } from '../../../media/probe/audio.ts'
import type { MovedLibrary } from '../moved-library.ts'
import type { Placing } from '../places/find-files.ts'
import type { CoverFinder } from './cover-finder.ts'

/** Looks into one audio file where it lies. @throws AppError */
export type LookInto = (
  place: string,
  sizeBytes: number,
) => Promise<{
  readonly print: string
  readonly facts: Omit<AudioFacts, 'tags'> & { readonly title: string | null }
}>

export interface MoveDeps extends MediaDeps {
  readonly lookInto: LookInto
  readonly covers: CoverFinder
  /** Tells what has just been done, in a sentence. */
  readonly progress: (sentence: string) => void
}

export interface Move {
  readonly library: MovedLibrary
  readonly placing: Placing
}
