/** Closes what lies over the page. */
type Close = () => void

/** What lies over the page and has an entry in the history, the topmost last. */
let layers: readonly Close[] = []

/** The ways back that were begun here and have not come about: the browser takes its time for them. */
let retreats = 0

/**
 * Gives a layer an entry in the history: the way back closes it and leaves the page.
 *
 * @returns to be called once the layer is closed by anything else
 */
export function enterLayer(close: Close): () => void {
  const layer = () => close()
  // The same listener is never registered twice.
  window.addEventListener('popstate', heed)
  layers = [...layers, layer]
  enterHistory()
  return () => leave(layer)
}

/** On the way to another page, whose entry follows theirs. */
export function dropLayers(): void {
  retreats = 0
  layers = []
}

function leave(layer: Close): void {
  if (!layers.includes(layer)) return
  const depth = layers.length
  layers = layers.filter((other) => other !== layer)
  if (retreats === 0 && layersInHistory() === depth) retreat(1)
}

function enterHistory(): void {
  if (retreats > 0) return
  // Past the router, which has nothing to load for it.
  for (let depth = layersInHistory() + 1; depth <= layers.length; depth += 1)
    History.prototype.pushState.call(history, { ...history.state, layers: depth }, '')
}

function retreat(steps: number): void {
  retreats += 1
  history.go(-steps)
}

function heed(): void {
  if (retreats === 0) {
    const closed = layers.slice(layersInHistory())
    layers = layers.slice(0, layersInHistory())
    for (const close of closed.toReversed()) close()
    return
  }
  retreats -= 1
  // What has been opened or closed while it was under way.
  const surplus = layersInHistory() - layers.length
  if (surplus > 0) retreat(surplus)
  else enterHistory()
}

function layersInHistory(): number {
  const state: { layers?: unknown } | null = history.state
  return typeof state?.layers === 'number' ? state.layers : 0
}
