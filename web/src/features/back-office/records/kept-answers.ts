import { type ApiQuery, queryClient } from '../../../lib/query-client.ts'
import { tellFailure } from './failures.ts'

const catalogue = /^\/(audio-books|podcasts|libraries)([/?]|$)/

/**
 * After a change every page of the catalogue shows it at once: what is on the screen is asked for again, all else is
 * dropped, as pages show what is kept without asking.
 */
export async function forgetCatalogue(): Promise<void> {
  const predicate = ({ queryKey: [, path] }: { queryKey: readonly unknown[] }) =>
    catalogue.test(String(path))
  queryClient.removeQueries({ predicate, type: 'inactive' })
  await queryClient.invalidateQueries({ predicate })
}

/** What an editor sees is what is stored now. A failure is told, and thrown for the page that stands in its place. */
export async function loadForEditing<Answer>(
  query: ApiQuery<Answer>,
  failure: string,
  cause: string,
): Promise<void> {
  try {
    await queryClient.query({ ...query, staleTime: 0 })
  } catch (error) {
    if (cause !== 'preload') tellFailure(failure, error)
    throw error
  }
}
