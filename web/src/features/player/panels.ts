import { create } from 'zustand'

export type Panel = 'player' | 'queue' | 'keys'

/** What the player has open, the topmost last: the queue may lie over the player that fills a phone. */
export const usePanels = create<{ open: readonly Panel[] }>(() => ({ open: [] }))

/** Where the bar has no room and opens into a sheet: a phone, upright or lying. */
export const narrow = '(max-width: 759px), (max-height: 479px)'

/** The ways back that were begun here and have not come about: the browser takes its time for them. */
let retreats = 0

export function togglePanel(panel: Panel): void {
  const { open } = usePanels.getState()
  if (open.includes(panel)) return closePanel()
  usePanels.setState({ open: [...open, panel] })
  enterHistory()
}

/** The way back leads out of a sheet, not off the page. */
function enterHistory(): void {
  const { open } = usePanels.getState()
  if (retreats > 0 || open.at(-1) === 'keys' || !matchMedia(narrow).matches) return
  // Past the router, which has nothing to load for it.
  for (let depth = panelsInHistory() + 1; depth <= open.length; depth += 1)
    History.prototype.pushState.call(history, { ...history.state, panels: depth }, '')
}

function retreat(steps: number): void {
  retreats += 1
  history.go(-steps)
}

/** The topmost goes, and what it left in the history. */
export function closePanel(): void {
  const { open } = usePanels.getState()
  if (open.length === 0) return
  usePanels.setState({ open: open.slice(0, -1) })
  if (retreats === 0 && panelsInHistory() === open.length) retreat(1)
}

/** All of them, where nothing is left to be shown. */
export function closeAll(): void {
  const { open } = usePanels.getState()
  usePanels.setState({ open: [] })
  const depth = panelsInHistory()
  if (retreats === 0 && depth > 0 && depth === open.length) retreat(depth)
}

/** On the way to another page. */
export function dropPanels(): void {
  retreats = 0
  usePanels.setState({ open: [] })
}

/** The way back closes what was opened since. */
export function followHistory(): () => void {
  const following = new AbortController()
  const heed = () => {
    if (retreats === 0) return usePanels.setState(({ open }) => ({ open: open.slice(0, panelsInHistory()) }))
    retreats -= 1
    // What has been opened or closed while it was under way.
    const surplus = panelsInHistory() - usePanels.getState().open.length
    if (surplus > 0) retreat(surplus)
    else enterHistory()
  }
  window.addEventListener('popstate', heed, { signal: following.signal })
  return () => following.abort()
}

function panelsInHistory(): number {
  const state: { panels?: unknown } | null = history.state
  return typeof state?.panels === 'number' ? state.panels : 0
}
