import { expect, test } from 'vitest'
import { pagerWindow } from './pager-window.ts'

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
])('page $current of $pages shows $shown', ({ current, pages, shown }) => {
  expect(pagerWindow(current, pages)).toEqual(shown)
})

test('an even number of visible pages has the current one right of the middle', () => {
  expect(pagerWindow(10, 20, 4)).toEqual([8, 9, 10, 11])
})
