import { create } from 'zustand'
import { readStored, writeStored } from '../../../lib/stored.ts'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

/** The page's own script (index.html) has applied the stored theme before the first paint. */
export const useTheme = create<{ theme: Theme }>(() => ({
  theme: themes.find((theme) => theme === readStored('theme')) ?? 'system',
}))

export function chooseTheme(theme: Theme): void {
  writeStored('theme', theme === 'system' ? null : theme)
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  useTheme.setState({ theme })
}
