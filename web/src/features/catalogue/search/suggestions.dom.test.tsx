import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../../lib/query-client.ts'
import { FakeServer } from '../../../testing/fake-server.ts'
import { closeApp, openApp } from '../../../testing/the-app.tsx'

afterEach(() => {
  closeApp()
  vi.unstubAllGlobals()
})

const suggested = (id: number, name: string) => ({
  kind: 'Series',
  id,
  name,
  audioBooksCount: 2,
})

test('a chosen suggestion stays the chosen one among those that come later, until more is typed', async () => {
  const lamps = suggested(1, 'Lamps')
  let present = [lamps]
  const server = new FakeServer({
    get 'GET /search/suggestions'() {
      return present
    },
  })
  openApp('/forbidden', null)
  const field = await screen.findByRole('searchbox', { name: 'Search' })
  fireEvent.focus(field)
  fireEvent.change(field, { target: { value: 'la' } })
  await screen.findByRole('option', { name: /Lamps/ })
  const chosen = () => document.getElementById(field.getAttribute('aria-activedescendant') ?? '')?.textContent
  fireEvent.keyDown(field, { key: 'ArrowDown' })
  await waitFor(() => expect(chosen()).toContain('Lamps'))

  present = [suggested(2, 'Larks'), lamps]
  await act(() => queryClient.invalidateQueries())
  await screen.findByRole('option', { name: /Larks/ })
  expect(chosen()).toContain('Lamps')

  present = [suggested(2, 'Larks')]
  await act(() => queryClient.invalidateQueries())
  await waitFor(() => expect(screen.queryByRole('option', { name: /Lamps/ })).toBeNull())
  expect(chosen()).toBeUndefined()

  fireEvent.keyDown(field, { key: 'ArrowUp' })
  await waitFor(() => expect(chosen()).toMatch(/All that has/))
  present = [suggested(2, 'Larks'), lamps]
  await act(() => queryClient.invalidateQueries())
  await screen.findByRole('option', { name: /Lamps/ })
  expect(chosen()).toMatch(/All that has/)
  fireEvent.change(field, { target: { value: 'lar' } })
  expect(chosen()).toBeUndefined()
  expect(server.heard.length).toBeGreaterThan(2)
})
