import { listSuggestions, searchAll } from '@earmark/contract/search.ts'
import type { CoreDeps } from '../../deps.ts'
import type { Api } from '../../http/api.ts'
import { publicRead } from '../../http/responses/public-read.ts'
import { searchAllKinds } from './search.ts'
import { suggest } from './suggestions.ts'

export function registerSearch(api: Api, { db }: CoreDeps): void {
  const ofAllKinds = publicRead('audio-books', 'podcasts', 'creators', 'series')

  api.route({
    ...searchAll,
    ...ofAllKinds,
    handler: ({ query }) => searchAllKinds(db, query),
  })

  api.route({
    ...listSuggestions,
    ...ofAllKinds,
    handler: ({ query }) => suggest(db, query.search),
  })
}
