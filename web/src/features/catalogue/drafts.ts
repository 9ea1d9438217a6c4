/** The pages of records that only editors see; without components, because the routes' loaders import them. */
import { includesRole } from '@earmark/contract/roles.ts'
import { ApiError } from '../../lib/api.ts'
import { type ApiQuery, load } from '../../lib/query-client.ts'
import { useSession } from '../auth/index.ts'

type DraftCalls = typeof import('./draft-calls.ts')

/** A record that is not public: how editors read it, and publish it. */
export interface Draft<Edited> {
  query: ApiQuery<Edited>
  publish: () => Promise<unknown>
}

/** For a page's loader: null for what the public sees. @throws {ApiError} where nothing is there for who looks */
export async function loadRecord<Edited>(
  published: ApiQuery<unknown>,
  draftOf: (calls: DraftCalls) => Draft<Edited>,
): Promise<Draft<Edited> | null> {
  try {
    await load(published)
    return null
  } catch (error) {
    const isMissing = error instanceof ApiError && error.status === 404
    if (!isMissing || !includesRole(useSession.getState().role, 'Editor')) throw error
  }
  const draft = draftOf(await import('./draft-calls.ts'))
  await load(draft.query, 0)
  return draft
}
