import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { Flag } from './flag.tsx'
import { Picture } from './picture.tsx'
import { nextSort, type Sort } from './column-heading.tsx'
import { type Column, Table } from './table.tsx'

afterEach(cleanup)

interface Book {
  id: number
  name: string
  heard: boolean
}

const books: Book[] = [
  { id: 2, name: 'The Salt Road', heard: true },
  { id: 1, name: 'Slow Signals', heard: false },
]

const columns: Column<Book, 'id' | 'name'>[] = [
  { heading: 'Id', kind: 'number', sortBy: 'id', cell: ({ id }) => id },
  { heading: 'Name', kind: 'name', sortBy: 'name', cell: ({ name }) => name },
  { heading: 'Heard', kind: 'flag', cell: ({ heard }) => <Flag on={heard} /> },
]

const onSort = vi.fn<(sort: Sort<'id' | 'name'>) => void>()

function show(rows: Book[] | undefined, waiting = false) {
  render(
    <>
      <h2 id="books">Books</h2>
      <Table
        labelledBy="books"
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        sort={{ by: 'id', order: 'desc' }}
        onSort={onSort}
        waiting={waiting}
      />
    </>,
  )
  return screen.getByRole('table', { name: 'Books' })
}

test('each row is headed by its name and says its facts in words', () => {
  const table = show(books)
  const rows = within(table).getAllByRole('row').slice(1)
  expect(rows.map((row) => row.textContent)).toEqual(['2The Salt RoadYes', '1Slow SignalsNo'])
  expect(within(table).getByRole('rowheader', { name: 'Slow Signals' })).toBeTruthy()
})

test('the headings say how the table is sorted, and sort it', () => {
  show(books)
  const heading = (name: string) => screen.getByRole('columnheader', { name })
  expect(['Id', 'Name', 'Heard'].map((name) => heading(name).getAttribute('aria-sort'))).toEqual([
    'descending',
    null,
    null,
  ])
  fireEvent.click(screen.getByRole('button', { name: 'Id' }))
  fireEvent.click(screen.getByRole('button', { name: 'Name' }))
  expect(onSort.mock.calls).toEqual([[{ by: 'id', order: 'asc' }], [{ by: 'name', order: 'asc' }]])
  expect(screen.queryByRole('button', { name: 'Heard' })).toBeNull()
})

test('as long as nothing is known, nothing is read out but that it is busy', () => {
  const table = show(undefined)
  expect(table.getAttribute('aria-busy')).toBe('true')
  expect(within(table).getAllByRole('row')).toHaveLength(1)
})

test('rows that are about to change stay', () => {
  const table = show(books, true)
  expect(table.getAttribute('aria-busy')).toBe('true')
  expect(within(table).getAllByRole('row')).toHaveLength(3)
})

test('a picture says whose it is; one that is missing says so', () => {
  render(<Picture src="/media/a.webp" alt="Cover of The Salt Road" />)
  expect(screen.getByRole('img', { name: 'Cover of The Salt Road' })).toBeTruthy()
  render(<Picture src={null} alt="Cover of Slow Signals" />)
  expect(screen.getByText('No')).toBeTruthy()
})

test.for([
  [undefined, 'asc'],
  [{ by: 'id', order: 'desc' }, 'asc'],
  [{ by: 'name', order: 'asc' }, 'desc'],
  [{ by: 'name', order: 'desc' }, 'asc'],
] as const)('from %o a click on the name sorts it %s', ([current, order]) => {
  expect(nextSort('name', current)).toEqual({ by: 'name', order })
})
