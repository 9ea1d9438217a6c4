import { type LibraryEntry, listLibrary } from '@earmark/contract/library.ts'
import { apiQuery, queryClient } from '../../lib/query-client.ts'

/** Comparing thousands of entries with those before takes longer than to draw the few that are in sight. */
export const libraryQuery = { ...apiQuery(listLibrary, {}), structuralSharing: false }

/** What is known of the library at this moment; undefined before it was loaded. */
export function knownEntries(): readonly LibraryEntry[] | undefined {
  return queryClient.getQueryData<LibraryEntry[]>(libraryQuery.queryKey)
}

/** Writes a change that the server has made into what is known. What is being loaded may be from before it. */
export async function noteChange(change: (entries: LibraryEntry[]) => LibraryEntry[]): Promise<void> {
  await queryClient.cancelQueries(libraryQuery)
  queryClient.setQueryData<LibraryEntry[]>(libraryQuery.queryKey, (entries) => entries && change(entries))
}

/** A failure is in the console, and what was known stays. */
export function reloadLibrary(): void {
  void queryClient.invalidateQueries({ queryKey: libraryQuery.queryKey, refetchType: 'all' })
}
