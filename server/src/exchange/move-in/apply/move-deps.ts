import type { FileTags } from '@earmark/contract/planner/plan-input.ts'
import type { MediaDeps } from '../../../media/storage/files/storage.ts'
import type { AudioFacts } from '../../../media/probe/audio.ts'
import type { CoverFinder } from './cover-finder.ts'

/** What looking into an audio file where it lies has found. */
export type LookedFacts = Omit<AudioFacts, 'tags'> & {
  readonly print: string
  readonly joinKey: string | null
  readonly tags: FileTags
}

export interface MoveDeps extends MediaDeps {
  /** @throws AppError of the probe */
  readonly lookInto: (place: string, sizeBytes: number) => Promise<LookedFacts>
  readonly covers: CoverFinder
  /** Tells what has just been done. */
  readonly progress: (sentence: string) => void
}
