import type { ListChoices, ListQuery } from '@earmark/contract/list-addresses.ts'
import { languageName } from '../../../lib/languages.ts'
import { browseMessages } from './messages.ts'

/** A facet's choice as a chip, and the change of the query that takes it away. */
export interface Chip {
  label: string
  without: ListChange
}

/** Parts of a list's query as they become; undefined takes one away. */
export type ListChange = { [name in keyof ListQuery]?: ListQuery[name] | undefined }

/** Names of creators and series by id, as far as they are known. */
export interface Names {
  creator: (id: number) => string | undefined
  series: (id: number) => string | undefined
}

const secondsOfHour = 3600
const unknownName = '…'

export function chipsOf(choices: ListChoices, names: Names): Chip[] {
  const { genre, category, language, creatorId, role, seriesId, fitsIn } = choices
  const joined = (values: readonly string[]) => values.join(browseMessages.or)
  const chips: (Chip | null)[] = [
    fitsIn === undefined
      ? null
      : { label: browseMessages.fitsInLength(fitsIn), without: { fitsIn: undefined } },
    lengthChip(choices),
    genre ? { label: joined(genre), without: { genre: undefined } } : null,
    category ? { label: joined(category), without: { category: undefined } } : null,
    language ? { label: joined(language.map(languageNameOf)), without: { language: undefined } } : null,
    yearChip(choices),
    creatorId
      ? {
          label: browseMessages.by(
            joined([...new Set(creatorId.map((id) => names.creator(id) ?? unknownName))]),
            role ?? [],
          ),
          without: { creatorId: undefined, role: undefined },
        }
      : null,
    seriesId
      ? {
          label: joined(seriesId.map((id) => names.series(id) ?? unknownName)),
          without: { seriesId: undefined },
        }
      : null,
  ]
  return chips.filter((chip) => chip !== null)
}

/** What takes all choices away. */
export const noChoices: Record<keyof ListChoices, undefined> = {
  language: undefined,
  creatorId: undefined,
  role: undefined,
  genre: undefined,
  category: undefined,
  seriesId: undefined,
  minSeconds: undefined,
  maxSeconds: undefined,
  fromYear: undefined,
  toYear: undefined,
  fitsIn: undefined,
}

function lengthChip({ minSeconds = 0, maxSeconds }: ListChoices): Chip | null {
  if (minSeconds === 0 && maxSeconds === undefined) return null
  const hours = (seconds: number) => Number((seconds / secondsOfHour).toFixed(2))
  return {
    label: browseMessages.hours(hours(minSeconds), maxSeconds === undefined ? null : hours(maxSeconds)),
    without: { minSeconds: undefined, maxSeconds: undefined },
  }
}

function yearChip({ fromYear, toYear }: ListChoices): Chip | null {
  const without = { fromYear: undefined, toYear: undefined }
  if (fromYear !== undefined && toYear !== undefined)
    return { label: browseMessages.years(fromYear, toYear), without }
  if (fromYear !== undefined) return { label: browseMessages.since(fromYear), without }
  return toYear === undefined ? null : { label: browseMessages.until(toYear), without }
}

/** An address may hold any text. */
export function languageNameOf(tag: string): string {
  try {
    return languageName(tag)
  } catch {
    return tag
  }
}

/** The bounds of a value of the facet `lengths`: hours, `3-10` or `10-`. */
export function lengthBounds(value: string): ListChange {
  const [from, to] = value.split('-').map(Number)
  return {
    minSeconds: from ? from * secondsOfHour : undefined,
    maxSeconds: to ? to * secondsOfHour : undefined,
  }
}

/** A facet's values with the chosen ones, also those that nothing matches any more. */
export interface FacetValue {
  value: string
  label: string
  count: number
  chosen: boolean
}

interface Counted {
  value: string | number
  name?: string
  count: number
}

/** @param all the values of the whole list, which stay with a count of zero */
export function facetValues(
  counted: readonly Counted[],
  all: readonly Counted[],
  chosen: readonly (string | number)[],
  labelOf: (value: string) => string | undefined,
): FacetValue[] {
  const values = new Map<string, FacetValue>()
  const add = ({ value, name, count }: Counted) => {
    const key = String(value)
    if (values.has(key)) return
    values.set(key, {
      value: key,
      label: name ?? labelOf(key) ?? unknownName,
      count,
      chosen: chosen.some((one) => String(one) === key),
    })
  }
  counted.forEach(add)
  for (const other of [...all, ...chosen.map((value) => ({ value }))]) add({ ...other, count: 0 })
  return [...values.values()]
}

export interface Bar {
  from: number
  count: number
}

const mostBars = 20

/** The years of a list in at most 20 bars, each of as many years. */
export function yearBars(years: readonly { value: number; count: number }[]): { years: number; bars: Bar[] } {
  if (years.length === 0) return { years: 1, bars: [] }
  const all = years.map(({ value }) => value)
  const first = Math.min(...all)
  const width = Math.ceil((Math.max(...all) - first + 1) / mostBars)
  const bars = Array.from({ length: Math.ceil((Math.max(...all) - first + 1) / width) }, (_, place) => ({
    from: first + place * width,
    count: 0,
  }))
  for (const { value, count } of years) {
    const bar = bars[Math.floor((value - first) / width)]
    if (bar) bar.count += count
  }
  return { years: width, bars }
}
