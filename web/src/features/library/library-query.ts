import { type Follow, listFollows } from '@earmark/contract/follows.ts'
import { type LibraryEntry, listLibrary } from '@earmark/contract/library.ts'
import { apiQuery, queryClient } from '../../lib/query-client.ts'
import { type Shelf, shelfOf } from './membership.ts'

/** Without structural sharing: comparing thousands of entries takes longer than rendering the visible ones. */
export const libraryQuery = { ...apiQuery(listLibrary, {}), structuralSharing: false }

/** The cached library; undefined before it was loaded. */
export function knownEntries(): readonly LibraryEntry[] | undefined {
  return queryClient.getQueryData<LibraryEntry[]>(libraryQuery.queryKey)
}

export const followsQuery = apiQuery(listFollows, {})

/** The cached library with the podcasts that are followed; empty before it was loaded. */
export function knownShelf(): Shelf {
  return shelfOf(knownEntries() ?? [], queryClient.getQueryData<Follow[]>(followsQuery.queryKey))
}

/** Writes a confirmed change into the cache. A load in flight is cancelled: it may be older than the change. */
export async function noteChange(change: (entries: LibraryEntry[]) => LibraryEntry[]): Promise<void> {
  await queryClient.cancelQueries(libraryQuery)
  queryClient.setQueryData<LibraryEntry[]>(libraryQuery.queryKey, (entries) => entries && change(entries))
}

/** A failure is logged to the console, and the cached library stays. */
export function reloadLibrary(): void {
  for (const { queryKey } of [libraryQuery, followsQuery])
    void queryClient.invalidateQueries({ queryKey, refetchType: 'all' })
}
