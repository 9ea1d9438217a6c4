import type { Follow } from '@earmark/contract/follows.ts'
import type { LibraryEntry } from '@earmark/contract/library.ts'

/** What a library button adds and removes. */
export type Subject =
  | { readonly kind: 'audio-book'; readonly id: number }
  | { readonly kind: 'episode'; readonly id: number; readonly podcastId: number }
  | { readonly kind: 'podcast'; readonly id: number }

/** A change that the server has not confirmed yet: whether the subject is to be in the library. */
export interface Change {
  readonly subject: Subject
  readonly wanted: boolean
}

/** The entries of a library by their subject, and the podcasts that are followed. */
export interface Shelf {
  readonly audioBooks: ReadonlyMap<number, LibraryEntry>
  /** By podcast, then by episode. */
  readonly podcasts: ReadonlyMap<number, ReadonlyMap<number, LibraryEntry>>
  readonly followed: ReadonlySet<number>
}

export function shelfOf(entries: readonly LibraryEntry[], follows: readonly Follow[] = []): Shelf {
  const audioBooks = new Map<number, LibraryEntry>()
  const podcasts = new Map<number, Map<number, LibraryEntry>>()
  for (const entry of entries) {
    if (entry.audioBook) audioBooks.set(entry.audioBook.id, entry)
    if (!entry.podcast || !entry.podcastEpisode) continue
    const episodes = podcasts.get(entry.podcast.id) ?? new Map<number, LibraryEntry>()
    podcasts.set(entry.podcast.id, episodes.set(entry.podcastEpisode.id, entry))
  }
  return { audioBooks, podcasts, followed: new Set(follows.map(({ podcast }) => podcast.id)) }
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
 * Whether the subject is in the library once all pending changes are made, in their order. A podcast is in it if it is
 * followed, or any of its episodes is there.
 */
export function isIn(shelf: Shelf, pending: readonly Change[], subject: Subject): boolean {
  const changes = pending.filter((change) => groupOf(change.subject) === groupOf(subject))
  if (subject.kind === 'audio-book') return changes.at(-1)?.wanted ?? shelf.audioBooks.has(subject.id)
  if (subject.kind === 'episode') {
    const last = changes.findLast(
      (change) => change.subject.kind === 'podcast' || isSame(change.subject, subject),
    )
    return last?.wanted ?? shelf.podcasts.get(subject.podcastId)?.has(subject.id) ?? false
  }
  const episodes = new Set(shelf.podcasts.get(subject.id)?.keys())
  for (const { subject: changed, wanted } of changes) {
    if (changed.kind === 'podcast') episodes.clear()
    else if (wanted) episodes.add(changed.id)
    else episodes.delete(changed.id)
  }
  return isFollowed(shelf, pending, subject.id) || episodes.size > 0
}

/** Whether a podcast is followed once all pending changes are made. */
export function isFollowed(shelf: Shelf, pending: readonly Change[], podcastId: number): boolean {
  const last = pending.findLast(({ subject }) => subject.kind === 'podcast' && subject.id === podcastId)
  return last?.wanted ?? shelf.followed.has(podcastId)
}
