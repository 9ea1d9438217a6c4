/**
 * Keeps an error in sight as long as its field has the focus: when the focus comes, and when something that floats at
 * the window's edges appears or grows over it. Such things say their heights in the page's style, from which its
 * `scroll-padding` is made. What was scrolled away is left there. Returns what ends it.
 */
export function keepInSight(error: HTMLElement, field: HTMLElement): () => void {
  const page = document.documentElement
  const show = () => error.scrollIntoView({ block: 'nearest' })
  const hasFocus = () => field.contains(document.activeElement)
  let edges = edgesOf(page)

  const growth = new MutationObserver(() => {
    const { top, bottom } = error.getBoundingClientRect()
    // Scrolling stops at whole pixels.
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

/** How much of the window is covered at its head and at its foot, in pixels. */
function edgesOf(page: Element): { start: number; end: number } {
  const { scrollPaddingBlockStart, scrollPaddingBlockEnd } = getComputedStyle(page)
  return { start: Number.parseFloat(scrollPaddingBlockStart), end: Number.parseFloat(scrollPaddingBlockEnd) }
}
