/**
 * The data that the server writes into a page, as a JSON block (`<script type="application/json"
 * id="first-data">`), so that the first paint needs no round trip.
 */
export interface FirstData {
  /** Where the API lives, e.g. `/api` or `https://api.example.org/api`. */
  apiRoot: string
  /** Whether every read needs a session; absent where none does. */
  access?: 'members'
  /** Who may register; absent where everybody may. */
  registration?: 'invitation' | 'closed'
  /** `off` where podcasts are not made from feeds elsewhere; absent where editors may. */
  sources?: 'listeners' | 'off'
  /** Answers of the calls that the page makes first, by `requestPath` of the call. */
  answers: Record<string, unknown>
}

export const firstDataElementId = 'first-data'

/** How many cards each short list on the home page asks for: two rows of the widest grid. */
export const homeListSize = 16

/** What the home page asks of its collections: as many as its widest band shows. */
export const homeCollections = { isOnHome: true, maxItems: 8 } as const

/** A page's title: the product's name, then the page's own. */
export function pageTitle(name: string): string {
  return `Earmark - ${name}`
}

/** The order of a list whose address names none. */
export const newest = { sortBy: 'publishedAt', sortOrder: 'desc' } as const
