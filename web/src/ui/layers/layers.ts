/** The windows in which layers cover the whole page: phones, upright or lying. */
export const narrow = '(max-width: 759px), (max-height: 479px)'

type Close = () => void

/** Layers with an entry of the history, the topmost last. */
let layers: readonly Close[] = []

/** Calls of `history.go` that have not happened yet. */
let retreats = 0

/** Gives a layer an entry of the history: the way back closes it. @returns to be called when it is closed otherwise */
export function enterLayer(close: Close): () => void {
  const layer = () => close()
  window.addEventListener('popstate', heed)
  layers = [...layers, layer]
  enterHistory()
  return () => leave(layer)
}

/** Before a navigation. */
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
  // Without the router, which would load the page again.
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
  // Layers may have been opened or closed meanwhile.
  const surplus = layersInHistory() - layers.length
  if (surplus > 0) retreat(surplus)
  else enterHistory()
}

function layersInHistory(): number {
  const state: { layers?: unknown } | null = history.state
  return typeof state?.layers === 'number' ? state.layers : 0
}
