import type { LibraryEntry } from '@earmark/contract/library.ts'

/** What a library button adds and removes. */
export type Subject =
  | { readonly kind: 'audio-book'; readonly id: number }
  | { readonly kind: 'episode'; readonly id: number; readonly podcastId: number }
  | { readonly kind: 'podcast'; readonly id: number; readonly episodeIds: readonly number[] }

/** A change that the server has not confirmed yet: whether the subject is to be in the library. */
export interface Change {
  readonly subject: Subject
  readonly wanted: boolean
}

/** The entries of a library by their subject. */
export interface Shelf {
  readonly audioBooks: ReadonlyMap<number, LibraryEntry>
  /** By podcast, then by episode. */
  readonly podcasts: ReadonlyMap<number, ReadonlyMap<number, LibraryEntry>>
}

export function shelfOf(entries: readonly LibraryEntry[]): Shelf {
  const audioBooks = new Map<number, LibraryEntry>()
  const podcasts = new Map<number, Map<number, LibraryEntry>>()
  for (const entry of entries) {
    if (entry.audioBook) audioBooks.set(entry.audioBook.id, entry)
    if (!entry.podcast || !entry.podcastEpisode) continue
    const episodes = podcasts.get(entry.podcast.id) ?? new Map<number, LibraryEntry>()
    podcasts.set(entry.podcast.id, episodes.set(entry.podcastEpisode.id, entry))
  }
  return { audioBooks, podcasts }
}

/** Subjects of one group change one another: a podcast's episodes and the podcast. */
export function groupOf(subject: Subject): string {
  if (subject.kind === 'audio-book') return `audio-book ${subject.id}`
  return `podcast ${subject.kind === 'podcast' ? subject.id : subject.podcastId}`
}

export function isSame(one: Subject, other: Subject): boolean {
  return one.kind === other.kind && one.id === other.id
}

/**
 * Whether the subject is in the library once all pending changes are made, in their order. A podcast is in it if any of
 * its episodes is.
 */
export function isIn(shelf: Shelf, pending: readonly Change[], subject: Subject): boolean {
  const changes = pending.filter((change) => groupOf(change.subject) === groupOf(subject))
  if (subject.kind === 'audio-book') return changes.at(-1)?.wanted ?? shelf.audioBooks.has(subject.id)
  const podcastId = subject.kind === 'podcast' ? subject.id : subject.podcastId
  const episodes = new Set(shelf.podcasts.get(podcastId)?.keys())
  for (const change of changes) apply(episodes, change)
  return subject.kind === 'podcast' ? episodes.size > 0 : episodes.has(subject.id)
}

function apply(episodes: Set<number>, { subject, wanted }: Change): void {
  if (subject.kind === 'podcast' && !wanted) episodes.clear()
  const ids = subject.kind === 'podcast' ? subject.episodeIds : [subject.id]
  for (const id of ids) {
    if (wanted) episodes.add(id)
    else episodes.delete(id)
  }
}
