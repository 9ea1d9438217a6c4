import * as contract from '@earmark/contract/genres.ts'
import type { CoreDeps } from '../../deps.ts'
import { type Api, noContent } from '../../http/api.ts'
import { isBlank } from '../../http/input/input.ts'
import { publicRead } from '../../http/responses/public-read.ts'
import type { Browses } from '../browse/browse.ts'
import { deleteGenre, listGenres, renameGenre } from './genres.service.ts'

export function registerGenres(
  api: Api,
  deps: Pick<CoreDeps, 'config' | 'db' | 'changes' | 'clock'> & { readonly browses: Browses },
): void {
  api.route({
    ...contract.listGenres,
    ...publicRead('audio-books', 'podcasts'),
    handler: () => listGenres(deps.browses),
  })

  api.route({
    ...contract.renameGenre,
    handler: async ({ params, body, failure }) => {
      const name = body.name.trim()
      if (isBlank(name)) throw failure('NameRequired', { field: 'name' })
      if (!(await renameGenre(deps, params.name, name))) throw failure('NotFound')
      const found = (await listGenres(deps.browses)).find((genre) => genre.name === name)
      return found ?? { name, count: 0 }
    },
  })

  api.route({
    ...contract.deleteGenre,
    handler: async ({ params, failure }, reply) => {
      if (!(await deleteGenre(deps, params.name))) throw failure('NotFound')
      return noContent(reply)
    },
  })
}
