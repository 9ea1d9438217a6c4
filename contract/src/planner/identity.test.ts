import { expect, it } from 'vitest'
import { planImport } from './plan-import.ts'
import type { FolderFile, KnownBook } from './plan-input.ts'
import { fieldNames } from './plan-input.ts'
import type { PlannedBook } from './plan-output.ts'

/** Books that share a sound, such as a publisher's announcement before each of them. */

/** @param print which begins with the seconds of the file */
function file(path: string, print: string): FolderFile {
  return { path, sound: { tags: {}, joinKey: 'mp3', print, durationSeconds: Number.parseInt(print, 10) } }
}

const intro = '1 second of a publisher'
const booksOf = (...names: string[]) =>
  names.flatMap((name) => [file(`Pub/${name}/0.mp3`, intro), file(`Pub/${name}/1.mp3`, `9 s of ${name}`)])

/** What is known after the books of these files were taken. */
function taken(files: readonly FolderFile[]): KnownBook[] {
  const byPath = new Map(files.map((one) => [one.path, one]))
  return planImport({ files }).books.map((book, audioBookId) => ({
    audioBookId,
    path: book.path,
    handFields: [],
    fields: Object.fromEntries(
      fieldNames.map((name) => [name, book.fields[name].value]),
    ) as KnownBook['fields'],
    files: book.files.map((path) => {
      const { print = '', durationSeconds = 0 } = byPath.get(path)?.sound ?? {}
      return { path, print, durationSeconds }
    }),
  }))
}

const shown = ({ kind, path, files, missingFiles, warnings }: PlannedBook) =>
  [kind, path, files.length, missingFiles.length, ...warnings.map(({ code }) => code)].join(' ')

function changed(before: readonly FolderFile[], after: readonly FolderFile[]): string[] {
  const { books } = planImport({ files: after, knownBooks: taken(before) })
  return books.filter(({ kind }) => kind !== 'Unchanged').map(shown)
}

it.each<[what: string, before: FolderFile[], after: FolderFile[], changes: string[]]>([
  ['goes', booksOf('A', 'B', 'C'), booksOf('A', 'C'), ['Missing Pub/B 2 2']],
  [
    'goes while another one moves',
    booksOf('A', 'B'),
    booksOf('A').map(({ path, ...sound }) => ({ ...sound, path: path.replace('/A/', '/Z/') })),
    ['Missing Pub/B 2 2', 'Moved Pub/Z 2 0'],
  ],
  [
    'loses what another one has, too',
    booksOf('A', 'B'),
    booksOf('A', 'B').filter(({ path }) => path !== 'Pub/B/0.mp3'),
    ['Changed Pub/B 2 1'],
  ],
  [
    'loses one of two files that are alike',
    [...booksOf('A'), file('Pub/A/2.mp3', intro), file('Pub/A/3.mp3', '8 s of the rest')],
    [...booksOf('A'), file('Pub/A/3.mp3', '8 s of the rest')],
    ['Changed Pub/A 4 1 NumbersMissing'],
  ],
])('a book that %s is told so', (_what, before, after, changes) => {
  expect(changed(before, after)).toEqual(changes)
})

it('half of the time of a new book makes it the same as another, not half of its files', () => {
  const { books } = planImport({
    files: [...booksOf('A', 'B'), file('Pub/C/0.mp3', intro), file('Pub/C/1.mp3', '1 s')],
  })
  expect(books.map(shown)).toEqual(['New Pub/A 2 0', 'New Pub/B 2 0', 'New Pub/C 2 0 SameAsAnother'])
})
