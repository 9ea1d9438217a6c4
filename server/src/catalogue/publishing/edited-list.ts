import type { EditedSortField, PublishingFilters } from '@earmark/contract/edited-records.ts'
import type { PagedQuery } from '@earmark/contract/paging.ts'
import type { CoreDeps } from '../../deps.ts'
import { allPresent, type ListSource } from '../../http/lists/list-pages.ts'
import { queryIdsOf } from '../editing/record-rows.queries.ts'
import { listHiddenStatuses, queryNeverPublishedIds, queryPublishedIds } from './publishing.queries.ts'

/** All records of a kind, drafts and scheduled ones included. */
export function editedList(
  { db: { connection, dialect } }: Pick<CoreDeps, 'db'>,
  kind: 'audio-book' | 'podcast',
): ListSource<PagedQuery<EditedSortField> & PublishingFilters> {
  const table = kind === 'audio-book' ? 'audio_books' : 'podcasts'
  return {
    kind,
    includesHidden: true,
    async readOrder(field) {
      if (field !== 'publishedAt')
        return allPresent(await dialect.listIds(connection, queryIdsOf(table)(connection, field)))
      const present = await dialect.listIds(connection, queryPublishedIds(connection, table))
      const missing = await dialect.listIds(connection, queryNeverPublishedIds(connection, table))
      return { ids: [...present, ...missing], present: present.length }
    },
    async filter({ status }) {
      if (status === undefined) return undefined
      const hidden = await listHiddenStatuses(connection, table)
      return (id) => (hidden.get(id) ?? 'Published') === status
    },
  }
}
