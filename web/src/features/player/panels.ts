import { create } from 'zustand'

export type Panel = 'player' | 'queue' | 'keys'

/** What the player has open, the topmost last: the queue may lie over the player that fills a phone. */
export const usePanels = create<{ open: readonly Panel[] }>(() => ({ open: [] }))

/** Where the bar has no room and opens into a sheet: a phone, upright or lying. */
export const narrow = '(max-width: 759px), (max-height: 479px)'

export function togglePanel(panel: Panel): void {
  const { open } = usePanels.getState()
  if (open.includes(panel)) return closePanel()
  usePanels.setState({ open: [...open, panel] })
  // Past the router, which has nothing to load for it: the way back leads out of the sheet, not off the page.
  if (panel !== 'keys' && matchMedia(narrow).matches)
    History.prototype.pushState.call(history, { ...history.state, panels: open.length + 1 }, '')
}

/** The topmost goes, and what it left in the history. */
export function closePanel(): void {
  const { open } = usePanels.getState()
  if (open.length === 0) return
  usePanels.setState({ open: open.slice(0, -1) })
  if (panelsInHistory() === open.length) history.back()
}

/** All of them, where nothing is left to be shown. */
export function closeAll(): void {
  const { open } = usePanels.getState()
  usePanels.setState({ open: [] })
  const depth = panelsInHistory()
  if (depth > 0 && depth === open.length) history.go(-depth)
}

/** On the way to another page. */
export function dropPanels(): void {
  usePanels.setState({ open: [] })
}

/** The way back closes what was opened since. */
export function followHistory(): () => void {
  const following = new AbortController()
  const heed = () => usePanels.setState(({ open }) => ({ open: open.slice(0, panelsInHistory()) }))
  window.addEventListener('popstate', heed, { signal: following.signal })
  return () => following.abort()
}

function panelsInHistory(): number {
  const state: { panels?: unknown } | null = history.state
  return typeof state?.panels === 'number' ? state.panels : 0
}
