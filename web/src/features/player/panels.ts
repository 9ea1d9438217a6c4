import { create } from 'zustand'
import { dropLayers, enterLayer, narrow } from '../../ui/layers/layers.ts'

export type Panel = 'player' | 'queue' | 'keys'

/** The open panels, the topmost last: the queue may lie over the full player. */
export const usePanels = create<{ open: readonly Panel[] }>(() => ({ open: [] }))

const leaveLayer = new Map<Panel, () => void>()

export function togglePanel(panel: Panel): void {
  const { open } = usePanels.getState()
  if (open.includes(panel)) return closePanel()
  usePanels.setState({ open: [...open, panel] })
  if (panel === 'keys' || !matchMedia(narrow).matches) return
  leaveLayer.set(
    panel,
    enterLayer(() => close(panel)),
  )
}

/** Closes the topmost. */
export function closePanel(): void {
  const topmost = usePanels.getState().open.at(-1)
  if (topmost !== undefined) close(topmost)
}

export function closeAll(): void {
  for (const panel of usePanels.getState().open.toReversed()) close(panel)
}

/** Before a navigation. */
export function dropPanels(): void {
  dropLayers()
  leaveLayer.clear()
  usePanels.setState({ open: [] })
}

function close(panel: Panel): void {
  usePanels.setState(({ open }) => ({ open: open.filter((other) => other !== panel) }))
  leaveLayer.get(panel)?.()
  leaveLayer.delete(panel)
}
