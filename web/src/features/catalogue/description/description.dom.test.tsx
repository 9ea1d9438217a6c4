import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { Description } from './description.tsx'

const lineHeight = 20

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** A description that has so many lines at the width that it is given; nothing is laid out here. */
function show(lines: number): void {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockReturnValue(lines * lineHeight)
  const styleOf = window.getComputedStyle.bind(window)
  vi.spyOn(window, 'getComputedStyle').mockImplementation((element) =>
    Object.defineProperty(styleOf(element), 'lineHeight', { value: `${lineHeight}px` }),
  )
  render(<Description text="Fog. https://example.org/fog" />)
}

test.each([1, 6, 7])('of %i lines all are shown', (lines) => {
  show(lines)
  expect(screen.queryByRole('button')).toBeNull()
})

test('of eight lines six are shown, and a button shows the others and hides them again', () => {
  show(8)
  const more = screen.getByRole('button', { name: 'More' })
  expect(more.getAttribute('aria-expanded')).toBe('false')
  fireEvent.click(more)
  expect(screen.getByRole('button', { name: 'Less' }).getAttribute('aria-expanded')).toBe('true')
  fireEvent.click(more)
  expect(more.textContent).toBe('More')
})

test('the focus on a link that may be hidden shows all', () => {
  show(8)
  fireEvent.focus(screen.getByRole('link'))
  expect(screen.getByRole('button', { name: 'Less' })).toBeTruthy()
})
