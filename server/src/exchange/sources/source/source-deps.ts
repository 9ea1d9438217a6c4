import type { Egress } from '../../../egress/egress.ts'
import type { MediaDeps } from '../../../media/storage/files/storage.ts'
import type { TokenKeys } from '../../../people/sessions/token-keys.ts'
import type { FeedReader } from '../reader/feed-document.ts'

export interface SourceDeps extends MediaDeps {
  readonly egress: Egress
  readonly feedReader: FeedReader
  readonly tokenKeys: Pick<TokenKeys, 'sources'>
}

/** Of a lease: longer than any fetch and what is read of it takes. */
export const leaseMs = 5 * 60_000
