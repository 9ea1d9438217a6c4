import { create } from 'zustand'
import { readStored, writeStored } from '../../../lib/browser-storage.ts'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

/** The page's own script (index.html) has applied the stored theme before the first paint. */
export const useTheme = create<{ theme: Theme }>(() => ({
  theme: themes.find((theme) => theme === readStored('theme')) ?? 'system',
}))

const papers = { light: '#fbf8f3', dark: '#14120f' } as const

/** The browser's frame has the page's background; with the system's theme each of the two metas keeps its own. */
function tintFrame(theme: Theme): void {
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const own = meta.media.includes('dark') ? 'dark' : 'light'
    meta.content = papers[theme === 'system' ? own : theme]
  }
}

tintFrame(useTheme.getState().theme)

export function chooseTheme(theme: Theme): void {
  writeStored('theme', theme === 'system' ? null : theme)
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  tintFrame(theme)
  useTheme.setState({ theme })
}
