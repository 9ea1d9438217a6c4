import { create } from 'zustand'

export type Panel = 'queue' | 'keys'

/** What the player shows beside its bar. */
export const usePanels = create<{ open: Panel | null }>(() => ({ open: null }))

export function togglePanel(panel: Panel): void {
  usePanels.setState(({ open }) => ({ open: open === panel ? null : panel }))
}

export function closePanel(): void {
  usePanels.setState({ open: null })
}
