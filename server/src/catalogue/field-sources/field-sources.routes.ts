import { getAudioBookFields, releaseAudioBookField } from '@earmark/contract/field-sources.ts'
import type { CoreDeps } from '../../deps.ts'
import type { Api } from '../../http/api.ts'
import { findBookFields, releaseField } from './field-sources.service.ts'

export function registerFieldSources(api: Api, deps: CoreDeps): void {
  api.route({
    ...getAudioBookFields,
    handler: async ({ params, failure }) => {
      const fields = await findBookFields(deps.db.connection, params.id)
      if (!fields) throw failure('NotFound')
      return fields
    },
  })

  api.route({
    ...releaseAudioBookField,
    handler: ({ params, failure }) => releaseField(deps, params.id, params.field, failure),
  })
}
