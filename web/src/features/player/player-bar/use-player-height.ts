import { useLayoutEffect } from 'react'

/** Keeps the page's foot, and what floats over it, clear of the player. Before it is painted: it would grow before everybody's eyes. */
export function usePlayerHeight(height: string): void {
  useLayoutEffect(() => {
    const page = document.documentElement
    page.style.setProperty('--player-height', height)
    return () => {
      page.style.removeProperty('--player-height')
    }
  }, [height])
}
