/**
 * Scrolls an error into view when its field gets the focus, and when something floating at the window's edges grows over
 * it. Their heights are custom properties of the page's style, from which its `scroll-padding` is made.
 */
export function keepInSight(error: HTMLElement, field: HTMLElement): () => void {
  const page = document.documentElement
  const show = () => error.scrollIntoView({ block: 'nearest' })
  const hasFocus = () => field.contains(document.activeElement)
  let edges = edgesOf(page)

  const growth = new MutationObserver(() => {
    const { top, bottom } = error.getBoundingClientRect()
    // Scroll positions are whole pixels.
    const wasInSight = top >= edges.start - 1 && bottom <= window.innerHeight - edges.end + 1
    edges = edgesOf(page)
    if (wasInSight && hasFocus()) show()
  })
  growth.observe(page, { attributeFilter: ['style'] })
  field.addEventListener('focusin', show)
  if (hasFocus()) show()
  return () => {
    growth.disconnect()
    field.removeEventListener('focusin', show)
  }
}

/** Covered pixels at the window's top and bottom. */
function edgesOf(page: Element): { start: number; end: number } {
  const { scrollPaddingBlockStart, scrollPaddingBlockEnd } = getComputedStyle(page)
  return { start: Number.parseFloat(scrollPaddingBlockStart), end: Number.parseFloat(scrollPaddingBlockEnd) }
}
