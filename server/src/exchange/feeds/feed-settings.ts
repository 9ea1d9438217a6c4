import { type DirectoryCategory, directoryCategories, feedCategories } from '@earmark/contract/feeds.ts'
import type { Config } from '../../config/config.ts'
import type { FeedRow } from './feeds.queries.ts'
import { readFeedLists } from './feeds.queries.ts'
import type { FeedCategory } from './writer/feed.ts'
import { podcastGuid } from './writer/podcast-guid.ts'

/** What of a record stands in its feed where an editor has set nothing else. */
export interface FedRecord {
  readonly id: number
  readonly language: string | null
  readonly isExplicit: boolean
  /** Genres or categories. */
  readonly subjects: readonly string[]
  readonly author: string | null
  readonly type: 'episodic' | 'serial'
}

/** As it is told; what an editor has not set comes from the record. */
export function feedSettings(
  row: FeedRow,
  record: FedRecord,
  { feedLanguage }: Pick<Config, 'feedLanguage'>,
) {
  const { categories, funding, verify } = readFeedLists(row)
  return {
    language: row.language ?? record.language ?? feedLanguage,
    categories: categories.length > 0 ? categories : categoriesAmong(record.subjects),
    isExplicit: row.is_explicit === null ? record.isExplicit : row.is_explicit === 1,
    author: row.author ?? record.author,
    type: row.type ?? record.type,
    isComplete: row.complete_at !== null,
    isLocked: row.unlocked_at === null,
    ownerEmail: row.owner_email,
    tellsOwner: row.tell_owner === 1,
    copyright: row.copyright,
    funding,
    verify,
  }
}

const mostCategories = 3

/** A record's own subjects that directories know by the same name. */
function categoriesAmong(subjects: readonly string[]): DirectoryCategory[] {
  const names = new Set(subjects.map((subject) => subject.trim().toLowerCase()))
  return feedCategories.filter((category) => names.has(category.toLowerCase())).slice(0, mostCategories)
}

export function placeCategory(category: DirectoryCategory): FeedCategory {
  const found = Object.entries(directoryCategories).find(([, below]) =>
    (below as readonly string[]).includes(category),
  )
  return found ? { group: found[0], below: category } : { group: category, below: null }
}

const paths = { podcast: 'podcasts', 'audio-book': 'audio-books' } as const

export function feedPath(kind: keyof typeof paths, id: number): string {
  return `/feeds/${paths[kind]}/${id}.xml`
}

/** That of its source, else of the address at which it was first public, wherever it is now. */
export function guidOf(kind: keyof typeof paths, id: number, { guid, host }: FeedRow): string {
  return guid ?? podcastGuid(`${host}${feedPath(kind, id)}`)
}
