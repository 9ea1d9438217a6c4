import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ToastRegion } from './toast-region.tsx'
import { showToast, useToasts } from './toasts.ts'

beforeEach(() => {
  vi.useFakeTimers()
  useToasts.setState({ shown: [] })
  render(<ToastRegion />)
})

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

function pass(milliseconds: number) {
  act(() => void vi.advanceTimersByTime(milliseconds))
}

test('a toast is spoken politely and goes after three seconds', () => {
  act(() => showToast({ message: 'Episode added to queue' }))
  expect(screen.getByRole('region', { name: 'Messages' }).getAttribute('aria-live')).toBe('polite')
  pass(2999)
  expect(screen.queryByText('Episode added to queue')).not.toBeNull()
  pass(1)
  expect(screen.queryByText('Episode added to queue')).toBeNull()
})

test('under the pointer it stays, and gets its time again afterwards', () => {
  act(() => showToast({ message: 'Audio error', type: 'error', duration: 1000 }))
  const toast = screen.getByText('Audio error')
  fireEvent.pointerEnter(toast)
  pass(10_000)
  expect(screen.queryByText('Audio error')).not.toBeNull()
  fireEvent.pointerLeave(toast)
  pass(1000)
  expect(screen.queryByText('Audio error')).toBeNull()
})

test('several stand together, and Close takes away its own', () => {
  act(() => {
    showToast({ message: 'One' })
    showToast({ message: 'Two', description: 'The reason' })
  })
  fireEvent.click(screen.getAllByRole('button', { name: 'Close' })[0] as HTMLElement)
  expect(screen.queryByText('One')).toBeNull()
  expect(screen.queryByText('The reason')).not.toBeNull()
})

test('three at most stand together: the oldest makes room, those with an action last', () => {
  const action = { label: 'Undo', run: () => undefined }
  act(() => {
    showToast({ message: 'Removed', action })
    for (const message of ['One', 'Two', 'Three']) showToast({ message })
  })
  const messages = () => screen.getAllByRole('paragraph').map((words) => words.textContent)
  expect(messages()).toEqual(['Removed', 'Two', 'Three'])
  act(() => {
    for (const message of ['Moved', 'Cleared', 'Added']) showToast({ message, action })
  })
  expect(messages()).toEqual(['Moved', 'Cleared', 'Added'])
})

test('an action runs once and its toast goes', () => {
  const run = vi.fn<() => void>()
  act(() => showToast({ message: 'Removed', action: { label: 'Undo', run } }))
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(run).toHaveBeenCalledOnce()
  expect(screen.queryByText('Removed')).toBeNull()
})
