import type { PagedQuery } from '@earmark/contract/paging.ts'
import { AppError } from '../../errors.ts'

/**
 * Whether a list is asked for by match, best first.
 *
 * @throws AppError `InvalidQuery` when nothing is searched for
 */
export function isByRelevance({ sortBy, search }: PagedQuery): boolean {
  if (sortBy !== 'relevance') return false
  if (search !== '') return true
  throw new AppError('InvalidQuery', {
    field: 'sortBy',
    description: 'sortBy relevance goes with a search only.',
  })
}
