import type { CoreDeps } from '../../deps.ts'
import type { MediaStorage } from './files/storage.ts'

/** Dependencies of the catalogue and of commands. */
export interface MediaDeps extends CoreDeps {
  readonly storage: MediaStorage
}
