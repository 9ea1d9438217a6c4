import { expect, it } from 'vitest'
import { planImport } from './plan-import.ts'

/** A file's print is its name. */
const fileOf = (path: string) => ({
  path,
  sound: { print: path.slice(path.lastIndexOf('/') + 1), tags: {} },
})

const four = ['Q/Ash/1.mp3', 'Q/Ash/2.mp3', 'Q/Ash/3.mp3', 'Q/Ash/4.mp3']

it.each<[what: string, paths: string[], hand: string[][], books: string[], leftOut?: string[]]>([
  ['its order', four, [['2', '1', '4', '3']], ['Q/Ash: 2 1 4 3']],
  [
    'the later of two orders',
    four,
    [
      ['2', '1', '4', '3'],
      ['4', '3', '2', '1'],
    ],
    ['Q/Ash: 4 3 2 1'],
  ],
  ['what has come to an ordered book, behind it', four, [['3', '2']], ['Q/Ash: 3 2 1 4']],
  ['an ordered book without what has gone', four, [['5', '3', '2', '1', '4']], ['Q/Ash: 3 2 1 4']],
  ['an ordered book of another folder', ['Q/Elm/2.mp3', 'Q/Elm/1.mp3'], [['2', '1']], ['Q/Elm: 2 1']],
  [
    'parts',
    four,
    [
      ['1', '2'],
      ['4', '3'],
    ],
    ['Q/Ash/1.mp3: 1 2', 'Q/Ash/3.mp3: 4 3'],
  ],
  ['a whole', ['Paul/Q/Ash/1.mp3', 'Paul/Q/Elm/2.mp3'], [['2', '1']], ['Paul/Q: 2 1']],
  ['a whole below its author', ['Q/Ash/1.mp3', 'Q/Elm/2.mp3'], [['2', '1']], ['Q/Ash: 2 1']],
  [
    'a whole beside another book',
    ['Paul/Q/Ash/1.mp3', 'Paul/Q/Brine/3.mp3', 'Paul/Q/Elm/2.mp3'],
    [['1', '2']],
    ['Paul/Q/Ash: 1 2', 'Paul/Q/Brine: 3'],
  ],
  [
    'the other version of an ordered book out of it',
    ['Q/Ash/1.m4b', 'Q/Ash/2.mp3', 'Q/Ash/3.mp3'],
    [['1']],
    ['Q/Ash: 1, without 2 3'],
  ],
  ['what is left out of a book out of it', four, [['2', '1']], ['Q/Ash: 2 1 4, without 3'], ['3']],
  [
    'what is left out of a book by its hand out of it',
    ['Q/Ash/1.m4b', 'Q/Ash/2.m4b', 'Q/Ash/3.m4b', 'Q/Elm/3.m4b'],
    [['1', '2']],
    ['Q/Ash: 1 2, without 3', 'Q/Elm: 3'],
    ['3'],
  ],
  ['what is left out of a book that is gone as a book', ['Q/Ash/3.mp3'], [['1']], ['Q/Ash: 3'], ['3']],
])('what an editor has put together keeps %s', (_, paths, hand, expected, leftOut = []) => {
  const prints = paths.map((path) => path.slice(path.lastIndexOf('/') + 1))
  const named = (number: string) => prints.find((print) => print.startsWith(number)) ?? `${number}.mp3`
  const handGroups = hand.map((group) => ({ prints: group.map(named), leftOut: leftOut.map(named) }))
  const shorts = (files: readonly string[]) =>
    files.map((path) => path.slice(path.lastIndexOf('/') + 1).replace(/\.\w+$/, '')).join(' ')
  const books = planImport({ files: paths.map(fileOf), handGroups }).books.map(({ path, files, leftOut }) =>
    [`${path}: ${shorts(files)}`, ...(leftOut.length > 0 ? [`without ${shorts(leftOut)}`] : [])].join(', '),
  )
  expect(books).toEqual(expected)
})

it.each([
  ['Q/Ash', ['Q/Ash: 2 1', 'Q/Brine: 1 2']],
  ['Q/Brine', ['Q/Ash: 1 2', 'Q/Brine: 2 1']],
  ['Q/Gone', ['Q/Ash: 2 1', 'Q/Brine: 1 2']],
])('an order is that of the book in %s, not of one that sounds the same', (folder, expected) => {
  const files = ['Q/Ash/1.mp3', 'Q/Ash/2.mp3', 'Q/Brine/1.mp3', 'Q/Brine/2.mp3'].map(fileOf)
  const { books } = planImport({ files, handGroups: [{ prints: ['2.mp3', '1.mp3'], folder }] })
  const numbers = (paths: readonly string[]) => paths.map((path) => path.slice(-5, -4)).join(' ')
  expect(books.map((book) => `${book.path}: ${numbers(book.files)}`)).toEqual(expected)
})
