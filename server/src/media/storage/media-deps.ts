import type { CoreDeps } from '../../deps.ts'
import type { MediaStorage } from './files/storage.ts'

export interface MediaDeps extends CoreDeps {
  readonly storage: MediaStorage
}
