import { expect, test } from 'vitest'
import { nextSort } from './sorting.ts'

test.for([
  [undefined, 'asc'],
  [{ by: 'id', order: 'desc' }, 'asc'],
  [{ by: 'name', order: 'asc' }, 'desc'],
  [{ by: 'name', order: 'desc' }, 'asc'],
] as const)('from %o a click on the name sorts it %s', ([current, order]) => {
  expect(nextSort('name', current)).toEqual({ by: 'name', order })
})
