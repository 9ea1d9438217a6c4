import type { EditedSortField, ProblemFilters } from '@earmark/contract/edited-records.ts'
import type { PagedQuery } from '@earmark/contract/paging.ts'
import type { CoreDeps } from '../../deps.ts'
import { allPresent, among, type ListSource } from '../../http/lists/list-pages.ts'
import { listLacking } from '../editing/problems.queries.ts'
import { listIdsBy } from '../editing/record-rows.queries.ts'
import { listHiddenStatuses, queryNeverPublishedIds, queryPublishedIds } from './publishing.queries.ts'

/** All records of a kind, drafts and scheduled ones included. */
export function editedList(
  { db }: Pick<CoreDeps, 'db'>,
  kind: 'audio-book' | 'podcast',
): ListSource<PagedQuery<EditedSortField> & ProblemFilters> {
  const { connection, dialect } = db
  const table = kind === 'audio-book' ? 'audio_books' : 'podcasts'
  return {
    kind,
    includesHidden: true,
    async readOrder(field) {
      if (field !== 'publishedAt') return allPresent(await listIdsBy(db, table, field))
      const present = await dialect.listIds(connection, queryPublishedIds(connection, table))
      const missing = await dialect.listIds(connection, queryNeverPublishedIds(connection, table))
      return { ids: [...present, ...missing], present: present.length }
    },
    async filter({ status, problem = [] }) {
      if (status === undefined && problem.length === 0) return undefined
      const hidden = status && (await listHiddenStatuses(connection, table))
      const isLacking = problem.length > 0 ? among(await listLacking(db, table, problem)) : () => true
      return (id) => (!hidden || (hidden.get(id) ?? 'Published') === status) && isLacking(id)
    },
  }
}
