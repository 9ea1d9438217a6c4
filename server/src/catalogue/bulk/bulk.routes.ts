import { type BulkChanges, type BulkKind, editInBulk } from '@earmark/contract/bulk-edits.ts'
import type { FailureOf } from '../../errors.ts'
import type { Api } from '../../http/api.ts'
import { editedBy } from '../book-values/hand-edits.ts'
import { isLanguage } from '../../http/input/input.ts'
import type { MediaDeps } from '../../media/storage/files/storage.ts'
import { editRecords } from './bulk.service.ts'

export function registerBulkEdits(api: Api, deps: MediaDeps): void {
  api.route({
    ...editInBulk,
    handler: async (request) => {
      const { kind, ids, changes } = request.body
      const { failure } = request
      requirePossible(kind, changes, failure)
      return await editRecords(editedBy(deps, request), { kind, ids: [...new Set(ids)], changes }, failure)
    },
  })
}

type Change = keyof BulkChanges

const notOf: Readonly<Record<BulkKind, readonly Change[]>> = {
  AudioBook: [],
  Podcast: ['seriesId'],
  Episode: ['seriesId', 'language', 'addGenres', 'removeGenres'],
}

function requirePossible(
  kind: BulkKind,
  changes: BulkChanges,
  failure: FailureOf<'InvalidBody' | 'LanguageInvalid'>,
): void {
  const refuse = (description: string) => failure('InvalidBody', { field: 'changes', description })
  const wanted = (Object.keys(changes) as Change[]).filter((name) => (changes[name] ?? true) !== false)
  if (wanted.length === 0) throw refuse('changes says nothing.')
  if (changes.delete && wanted.length > 1) throw refuse('delete goes with no other change.')
  if (changes.publish && changes.unpublish) throw refuse('publish and unpublish exclude each other.')
  const impossible = wanted.find((name) => notOf[kind].includes(name))
  if (impossible) throw refuse(`${kind} has no ${impossible}.`)
  if (changes.language && !isLanguage(changes.language))
    throw failure('LanguageInvalid', { field: 'language' })
}
