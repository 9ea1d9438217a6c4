/**
 * The data that the server writes into a page, as a JSON block (`<script type="application/json"
 * id="first-data">`), so that the first paint needs no round trip.
 */
export interface FirstData {
  /** Where the API lives, e.g. `/api` or `https://api.example.org/api`. */
  apiRoot: string
  /** Answers of the calls that the page makes first, by `requestPath` of the call. */
  answers: Record<string, unknown>
}

export const firstDataElementId = 'first-data'

/** How many cards each short list on the home page asks for: two rows of the widest grid. */
export const homeListSize = 16

/** A page's title: the product's name, then the page's own. */
export function pageTitle(name: string): string {
  return `Earmark - ${name}`
}

/** The orders that the pages of audio books and of podcasts read in their addresses. */
export const listPageSortFields = ['id', 'name', 'createdAt', 'publishedAt'] as const
