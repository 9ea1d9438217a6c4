const defaultVisiblePages = 7

/**
 * The page numbers that a pager shows: at most `visible`, centred on the current one and shifted at the ends,
 * so that they are always that many as long as there are enough pages.
 */
export function pagerWindow(current: number, pages: number, visible = defaultVisiblePages): number[] {
  const count = Math.max(0, Math.min(visible, pages))
  const first = Math.max(1, Math.min(current - Math.floor(count / 2), pages - count + 1))
  return Array.from({ length: count }, (_, index) => first + index)
}
