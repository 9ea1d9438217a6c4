/**
 * The lists of audio books and podcasts as addresses of pages name them. Server and web app read them alike, so that
 * the page's first data is found by the page.
 */
import type { AudioBookFilters, PodcastFilters } from './browse.ts'
import { creditRoles } from './credits.ts'
import { newest } from './first-data.ts'
import { type PagedQuery, readPagedQuery } from './paging.ts'

const sortFields = ['id', 'name', 'createdAt', 'publishedAt'] as const

/** The orders that each list reads in its address. */
export const listSortFields = {
  '/audio-books': [...sortFields, 'publishedYear', 'durationSeconds', 'author'],
  '/podcasts': [...sortFields, 'latestEpisodeAt'],
} as const
export type ListPath = keyof typeof listSortFields
export type ListSortField = (typeof listSortFields)[ListPath][number]

export interface ListSort {
  sortBy: ListSortField | 'relevance'
  sortOrder: 'asc' | 'desc'
}

/** What is chosen of a list: the filters of its call, and `fitsIn`, minutes at the listener's speed. */
export type ListChoices = AudioBookFilters & PodcastFilters & { fitsIn?: number }

export type ListQuery = PagedQuery<ListSortField> & ListChoices

/** As many values as one parameter takes. */
const maxValues = 50

type Value = string | number

function readValues(value: unknown, read: (text: string) => Value | undefined): Value[] {
  const texts = value === undefined ? [] : [...new Set([value].flat().map(String))]
  return texts
    .map(read)
    .filter((one) => one !== undefined)
    .slice(0, maxValues)
}

const text = (value: string) => (/^[^\0]{1,200}$/s.test(value) ? value : undefined)
const id = (value: string) => (/^[1-9]\d{0,14}$/.test(value) ? Number(value) : undefined)
const number = (value: string) => (/^\d{1,9}$/.test(value) ? Number(value) : undefined)
const year = (value: string) => (/^\d{1,4}$/.test(value) ? Number(value) : undefined)
const role = (value: string) => creditRoles.find((known) => known === value)

const commonReaders = { language: text, creatorId: id, role }

/** How each choice of a list is read, in the order of the call's parameters. */
const readers = {
  '/audio-books': {
    ...commonReaders,
    genre: text,
    seriesId: id,
    minSeconds: number,
    maxSeconds: number,
    fromYear: year,
    toYear: year,
    fitsIn: number,
  },
  '/podcasts': { ...commonReaders, category: text },
}

const lists = /^(language|creatorId|role|genre|seriesId|category)$/

/** The choices in an address; invalid ones count as absent. */
function readChoices(path: ListPath, address: Readonly<Record<string, unknown>>): ListChoices {
  const read = Object.entries(readers[path]).flatMap(([name, reader]) => {
    const values = readValues(address[name], reader)
    return values.length > 0 ? [[name, lists.test(name) ? values : values[0]]] : []
  })
  return Object.fromEntries(read) as ListChoices
}

/** @param unsorted the order of an address without one */
export function readListQuery(
  path: ListPath,
  address: Readonly<Record<string, unknown>>,
  unsorted: ListSort = newest,
): ListQuery {
  const sorted = address.sortOrder === 'asc' || address.sortOrder === 'desc'
  const query = readPagedQuery<ListSortField>(address, listSortFields[path])
  const isSorted = sorted || query.sortBy !== 'id' || address.sortBy === 'id'
  return { ...query, ...(isSorted ? {} : unsorted), ...readChoices(path, address) }
}

/** The filters that a list's choices mean. @param speed the listener's, by which recordings are shorter */
export function listFilters(
  { language, creatorId, role, genre, category, seriesId, fromYear, toYear, ...lengths }: ListChoices,
  speed = 1,
): AudioBookFilters & PodcastFilters {
  const { minSeconds, maxSeconds, fitsIn } = lengths
  const most = Math.min(maxSeconds ?? Infinity, fitsIn === undefined ? Infinity : fitsIn * 60 * speed)
  const filters = { language, creatorId, role: creatorId && role, genre, category, seriesId, minSeconds }
  const given = { ...filters, maxSeconds: most < Infinity ? Math.round(most) : undefined, fromYear, toYear }
  return Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== undefined),
  ) as AudioBookFilters & PodcastFilters
}
