import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { closePanel, dropPanels, togglePanel, usePanels } from './panels.ts'

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  history.pushState({ page: 1 }, '')
})
afterEach(() => {
  dropPanels()
  vi.unstubAllGlobals()
})

const open = () => usePanels.getState().open

/** The browser goes back in its own time. */
async function untilWentBack(): Promise<void> {
  await new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }))
}

it('the way back closes what was opened last', async () => {
  togglePanel('player')
  togglePanel('queue')
  history.back()
  await untilWentBack()
  expect(open()).toEqual(['player'])
})

it('what is closed leaves nothing behind in the history', async () => {
  togglePanel('player')
  closePanel()
  await untilWentBack()
  expect(history.state).toEqual({ page: 1 })
})

it('what is opened again before the browser went back stays open, and the way back closes it', async () => {
  togglePanel('player')
  closePanel()
  togglePanel('player')
  await untilWentBack()
  expect(open()).toEqual(['player'])
  expect(history.state).toMatchObject({ layers: 1 })
  history.back()
  await untilWentBack()
  expect(open()).toEqual([])
  expect(history.state).toEqual({ page: 1 })
})

it('two that are closed at once leave nothing behind, and never the page', async () => {
  togglePanel('player')
  togglePanel('queue')
  closePanel()
  closePanel()
  await untilWentBack()
  await untilWentBack()
  expect(open()).toEqual([])
  expect(history.state).toEqual({ page: 1 })
})
