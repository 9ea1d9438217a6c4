import { expect, it } from 'vitest'
import { neighbourhoodsOf } from './neighbourhoods.ts'

const folders = new Map(
  Object.entries({
    '': false,
    Ada: false,
    'Ada/Ash': true,
    'Ada/Brine': false,
    'Ada/Brine/CD 1': true,
    'Ada/Brine/CD 2': true,
    Ines: true,
    'Ines/Long': true,
    'Ines/Long/Deep': true,
    Shelf: false,
    'Shelf/Tom': false,
    'Shelf/Tom/One': true,
    'Shelf/Tom/Two': true,
    Nell: false,
    'Nell/1984': true,
  }),
)

it.each([
  ['a book in a folder without files of its own', ['Ada/Ash'], ['Ada/Ash']],
  ['a disc', ['Ada/Brine/CD 2'], ['Ada/Brine']],
  ['the folder of discs and a disc', ['Ada/Brine', 'Ada/Brine/CD 1'], ['Ada/Brine']],
  ['a book below loose files', ['Ines/Long/Deep', 'Ines'], ['Ines']],
  ['books of one author', ['Shelf/Tom/One', 'Shelf/Tom/Two'], ['Shelf/Tom/One', 'Shelf/Tom/Two']],
  ['an author of books', ['Shelf/Tom', 'Shelf/Tom/Two'], ['Shelf/Tom']],
  ['a book that is called like a part', ['Nell/1984'], ['Nell']],
  ['files in the root, and a book', ['', 'Ada/Ash'], ['', 'Ada/Ash']],
])('%s', (_what, changed, expected) => {
  const found = neighbourhoodsOf(changed, folders)
  expect(found?.map(({ path }) => path)).toEqual(expected)
  expect(found?.every(({ path, isDeep }) => isDeep === (path !== ''))).toBe(true)
})

it('parts in the root leave no neighbourhood', () => {
  expect(neighbourhoodsOf(['Ada/Ash'], new Map([...folders, ['Ash CD 1', true]]))).toBeNull()
})
