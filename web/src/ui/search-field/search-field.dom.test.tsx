import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { SearchField } from './search-field.tsx'

afterEach(cleanup)

function show(term: string) {
  const onSearch = vi.fn<(term: string) => void>()
  const onClear = vi.fn<() => void>()
  const field = (shown: string) => (
    <SearchField label="Search" term={shown} onSearch={onSearch} onClear={onClear} />
  )
  const { rerender } = render(field(term))
  const input = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search' })
  return { onSearch, onClear, input, follow: (next: string) => rerender(field(next)) }
}

function type(input: HTMLInputElement, text: string) {
  fireEvent.change(input, { target: { value: text } })
}

test('Enter searches for the trimmed term', () => {
  const { input, onSearch } = show('')
  type(input, '  tin roof ')
  fireEvent.submit(input)
  expect(onSearch.mock.calls).toEqual([['tin roof']])
})

test('the field follows the term in effect', () => {
  const { input, follow } = show('tin')
  type(input, 'roof')
  follow('bees')
  expect(input.value).toBe('bees')
})

test('clearing a term in effect says so and keeps the focus in the field', () => {
  const { input, onClear } = show('tin')
  fireEvent.click(screen.getByRole('button', { name: 'Clear search' }))
  expect(input.value).toBe('')
  expect(onClear).toHaveBeenCalledOnce()
  expect(document.activeElement).toBe(input)
})

test('clearing what was only typed changes nothing else', () => {
  const { input, onClear } = show('')
  type(input, 'ti')
  fireEvent.click(screen.getByRole('button', { name: 'Clear search' }))
  expect(onClear).not.toHaveBeenCalled()
})
