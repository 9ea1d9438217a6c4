import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { Pager, pagerWindow } from './pager.tsx'

afterEach(cleanup)

function show(current: number, pages: number) {
  const onChoose = vi.fn<(page: number) => void>()
  render(<Pager label="Pages" current={current} pages={pages} onChoose={onChoose} />)
  const names = screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'))
  return { onChoose, names }
}

const steps = ['First page', 'Previous page', 'Next page', 'Last page']

test.for([
  { current: 1, pages: 3, shown: ['Next page', 'Last page'] },
  { current: 2, pages: 3, shown: steps },
  { current: 3, pages: 3, shown: ['First page', 'Previous page'] },
  { current: 9, pages: 3, shown: ['First page', 'Previous page'] },
])('on page $current of $pages the steps are $shown', ({ current, pages, shown }) => {
  const { names } = show(current, pages)
  expect(steps.filter((step) => names.includes(step))).toEqual(shown)
})

test.for([
  { current: 4, pages: 7, ellipses: 0 },
  { current: 1, pages: 8, ellipses: 1 },
  { current: 8, pages: 8, ellipses: 1 },
  { current: 10, pages: 20, ellipses: 2 },
])('around page $current of $pages are $ellipses ellipses', ({ current, pages, ellipses }) => {
  show(current, pages)
  expect(screen.queryAllByText('…')).toHaveLength(ellipses)
})

test('the current page is marked, and choosing it does nothing', () => {
  const { onChoose } = show(2, 3)
  const current = screen.getByRole('button', { name: 'Page 2' })
  expect(current.getAttribute('aria-current')).toBe('page')
  fireEvent.click(current)
  expect(onChoose).not.toHaveBeenCalled()
})

test.for([
  ['First page', 1],
  ['Previous page', 4],
  ['Page 3', 3],
  ['Next page', 6],
  ['Last page', 20],
] as const)('%s leads to page %i', ([name, page]) => {
  const { onChoose } = show(5, 20)
  fireEvent.click(screen.getByRole('button', { name }))
  expect(onChoose.mock.calls).toEqual([[page]])
})

test('from a page past the end, the previous page is the last one', () => {
  const { onChoose } = show(9, 3)
  fireEvent.click(screen.getByRole('button', { name: 'Previous page' }))
  expect(onChoose.mock.calls).toEqual([[3]])
})

test.for([
  { current: 1, pages: 1, shown: [1] },
  { current: 1, pages: 3, shown: [1, 2, 3] },
  { current: 3, pages: 7, shown: [1, 2, 3, 4, 5, 6, 7] },
  { current: 1, pages: 22, shown: [1, 2, 3, 4, 5, 6, 7] },
  { current: 4, pages: 22, shown: [1, 2, 3, 4, 5, 6, 7] },
  { current: 5, pages: 22, shown: [2, 3, 4, 5, 6, 7, 8] },
  { current: 19, pages: 22, shown: [16, 17, 18, 19, 20, 21, 22] },
  { current: 22, pages: 22, shown: [16, 17, 18, 19, 20, 21, 22] },
  { current: 900, pages: 22, shown: [16, 17, 18, 19, 20, 21, 22] },
  { current: 0, pages: 22, shown: [1, 2, 3, 4, 5, 6, 7] },
  { current: 1, pages: 0, shown: [] },
  { current: 10, pages: 20, visible: 4, shown: [8, 9, 10, 11] },
])('page $current of $pages shows $shown', ({ current, pages, visible, shown }) => {
  expect(pagerWindow(current, pages, visible)).toEqual(shown)
})
