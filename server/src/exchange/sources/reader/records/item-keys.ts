import { createHash, hash } from 'node:crypto'

const maxKeyLength = 1_000

export interface KeyedItem {
  readonly guid: string | null
  readonly enclosureUrl: string | null
  readonly link: string | null
  readonly title: string | null
  readonly date: string | null
}

/** What an item is recognised by: its guid, else its enclosure, its link, its title and date; null for one without any. */
export function itemKey({ guid, enclosureUrl, link, title, date }: KeyedItem): string | null {
  const own = guid ?? enclosureUrl ?? link
  if (own !== null) return bounded(own)
  return title === null && date === null ? null : bounded(`${title ?? ''} ${date ?? ''}`.trim())
}

function bounded(key: string): string {
  return key.length <= maxKeyLength ? key : `sha256:${createHash('sha256').update(key).digest('base64url')}`
}

/** Of an item whose guid others have as well. */
export function longKeyOf(guid: string, enclosureUrl: string): string {
  return bounded(`${guid} ${enclosureUrl}`)
}

/** What stands before the enclosure, which has no blank; null for a key without one. */
export function guidOfLongKey(key: string): string | null {
  const end = key.lastIndexOf(' ')
  return end < 0 ? null : key.slice(0, end)
}

/** The keys of one document: each is given once. */
export class ItemKeys {
  readonly #given = new Set<string>()

  /**
   * Of two items with one guid, the second has guid and enclosure for a key; null for one that is there already, also where both
   * are those of the first, whose key they may become (`source/identity.ts`).
   */
  take(item: KeyedItem): string | null {
    const key = itemKey(item)
    if (key === null) return null
    const { guid, enclosureUrl } = item
    const longer = guid === null || enclosureUrl === null ? null : longKeyOf(guid, enclosureUrl)
    const isFirst = this.#add(key)
    const isNew = longer !== null && this.#add(longer)
    if (isFirst) return key
    return isNew ? longer : null
  }

  #add(key: string): boolean {
    if (this.#given.has(key)) return false
    this.#given.add(key)
    return true
  }
}

export function contentHashOf(stated: readonly unknown[], notes: string): string {
  return hash('sha256', `${JSON.stringify(stated)}${notes}`, 'base64url')
}
