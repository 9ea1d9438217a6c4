import * as contract from '@earmark/contract/feed-settings.ts'
import type { CoreDeps } from '../../../deps.ts'
import type { FailureOf } from '../../../errors.ts'
import type { Api } from '../../../http/api.ts'
import type { FedKind } from './feed-rows.queries.ts'
import { findFeedSettings, replaceFeedSettings } from './feed-settings.service.ts'

export function registerFeedSettings(api: Api, deps: CoreDeps): void {
  const read = async (kind: FedKind, id: number, failure: FailureOf<'NotFound'>) => {
    const settings = await findFeedSettings(deps, deps.db.connection, kind, id)
    if (!settings) throw failure('NotFound')
    return settings
  }

  api.route({
    ...contract.getPodcastFeed,
    handler: ({ params, failure }) => read('podcast', params.id, failure),
  })

  api.route({
    ...contract.getAudioBookFeed,
    handler: ({ params, failure }) => read('audio-book', params.id, failure),
  })

  api.route({
    ...contract.replacePodcastFeed,
    handler: ({ params, body, failure }) =>
      replaceFeedSettings(deps, { kind: 'podcast', id: params.id }, body, failure),
  })

  api.route({
    ...contract.replaceAudioBookFeed,
    handler: ({ params, body, failure }) =>
      replaceFeedSettings(deps, { kind: 'audio-book', id: params.id }, body, failure),
  })
}
