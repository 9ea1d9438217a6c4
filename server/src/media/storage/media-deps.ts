import type { CoreDeps } from '../../deps.ts'
import type { MediaStorage } from './files/storage.ts'

/** What the catalogue is kept with; a program beside the server needs no more. */
export interface MediaDeps extends CoreDeps {
  readonly storage: MediaStorage
}
