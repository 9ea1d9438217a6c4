import { minFirstPageItems } from '@earmark/contract/feed-settings.ts'

/** RFC 5005, 3: of a page; the first one of a podcast may have more. */
export const itemsOnPage = minFirstPageItems

export interface PageSlice {
  readonly limit: number
  /** How many items stand on the pages before. */
  readonly offset: number
}

export interface PlacedPage {
  readonly page: number
  readonly pagesCount: number
  readonly slice: PageSlice
  readonly itemsCount: number
}

/** Where a page stands among all items of a feed; null past the end. An empty feed has one page. */
export function placePage(page: number, allCount: number, firstPageItems = itemsOnPage): PlacedPage | null {
  const pagesCount = 1 + Math.max(0, Math.ceil((allCount - firstPageItems) / itemsOnPage))
  if (page > pagesCount) return null
  const slice =
    page === 1
      ? { limit: firstPageItems, offset: 0 }
      : { limit: itemsOnPage, offset: firstPageItems + (page - 2) * itemsOnPage }
  return { page, pagesCount, slice, itemsCount: Math.min(slice.limit, allCount - slice.offset) }
}
