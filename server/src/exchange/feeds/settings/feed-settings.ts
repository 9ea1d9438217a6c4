import { minFirstPageItems } from '@earmark/contract/feed-settings.ts'
import { type DirectoryCategory, directoryCategories, feedCategories } from '@earmark/contract/feeds.ts'
import type { Config } from '../../../config/config.ts'
import { type FeedRow, readFeedLists } from './feed-rows.queries.ts'
import type { FedRecord } from './fed-records.ts'
import type { FeedCategory } from '../writer/feed.ts'
import { podcastGuid } from '../writer/podcast-guid.ts'

type Defaults = Pick<Config, 'feedLanguage'>

/** What is told of a record where an editor has set nothing else. */
export function defaultSettings(record: FedRecord, { feedLanguage }: Defaults) {
  return {
    language: record.language ?? feedLanguage,
    categories: categoriesAmong(record.subjects),
    isExplicit: record.isExplicit,
    author: record.author,
    type: record.type,
  }
}

/** As it is told; what an editor has not set comes from the record. */
export function feedSettings(row: SettingsRow, record: FedRecord, config: Defaults) {
  const { categories, funding, verify } = readFeedLists(row)
  const unset = defaultSettings(record, config)
  return {
    language: row.language ?? unset.language,
    categories: categories.length > 0 ? categories : unset.categories,
    isExplicit: row.is_explicit === null ? unset.isExplicit : row.is_explicit === 1,
    author: row.author ?? unset.author,
    type: row.type ?? unset.type,
    isComplete: row.complete_at !== null,
    isLocked: row.unlocked_at === null,
    ownerEmail: row.owner_email,
    tellsOwner: row.tell_owner === 1,
    copyright: row.copyright,
    funding,
    verify,
    firstPageItems: row.first_page_items ?? minFirstPageItems,
  }
}

export type SettingsRow = Omit<FeedRow, 'guid' | 'host' | 'revision' | 'changed_at' | 'settings'>

/** Of a record that has no row yet. */
export const unsetFeed: SettingsRow = {
  language: null,
  categories: '[]',
  funding: '[]',
  verify: '[]',
  is_explicit: null,
  author: null,
  owner_email: null,
  tell_owner: 0,
  link: null,
  copyright: null,
  type: null,
  complete_at: null,
  unlocked_at: null,
  updated_at: 0,
}

const mostCategories = 3

/** A record's own subjects that directories know by the same name; what stands below another one says that one as well. */
function categoriesAmong(subjects: readonly string[]): DirectoryCategory[] {
  const names = new Set(subjects.map((subject) => subject.trim().toLowerCase()))
  const found = feedCategories.filter((category) => names.has(category.toLowerCase()))
  const said = new Set(found.map(placeCategory).flatMap(({ group, below }) => (below === null ? [] : group)))
  return found.filter((category) => !said.has(category)).slice(0, mostCategories)
}

export function placeCategory(category: DirectoryCategory): FeedCategory {
  const found = Object.entries(directoryCategories).find(([, below]) =>
    (below as readonly string[]).includes(category),
  )
  return found ? { group: found[0], below: category } : { group: category, below: null }
}

const paths = { podcast: 'podcasts', 'audio-book': 'audio-books', library: 'library' } as const

export function feedPath(kind: keyof typeof paths, id: number): string {
  return `/feeds/${paths[kind]}/${id}.xml`
}

/** That of its source, else of the address at which it was first public, wherever it is now. */
export function guidOf(kind: keyof typeof paths, id: number, { guid, host }: FeedRow): string {
  return guid ?? podcastGuid(`${host}${feedPath(kind, id)}`)
}
