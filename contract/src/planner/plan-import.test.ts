import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { planImport } from './plan-import.ts'
import { isSoundName } from './file-names.ts'
import { type BookValues, fieldNames, type FileTags, type FolderFile, type KnownBook } from './plan-input.ts'
import type { PlannedBook } from './plan-output.ts'

interface TreeFile {
  readonly path: string
  readonly tags?: FileTags
  readonly text?: string
}

interface Tree {
  readonly id: string
  readonly why: string
  readonly files: readonly TreeFile[]
  readonly books: readonly (Record<string, unknown> & { path: string })[]
  readonly leftOut?: readonly string[]
}

const { trees } = JSON.parse(readFileSync(new URL('import-trees.json', import.meta.url), 'utf8')) as {
  trees: readonly Tree[]
}

function fileOf({ path, tags, text }: TreeFile): FolderFile {
  if (text !== undefined) return { path, text }
  return isSoundName(path) ? { path, sound: { tags: tags ?? {} } } : { path }
}

function shown({ path, fields, files, warnings }: PlannedBook) {
  return {
    path,
    title: fields.title.value,
    subtitle: fields.subtitle.value,
    authors: fields.authors.value,
    narrators: fields.narrators.value,
    series: fields.series.value,
    sequence: fields.sequence.value,
    year: fields.publishedYear.value,
    description: fields.description.value,
    files,
    warnings: warnings.map(({ code }) => code).sort(),
  }
}

function byPath<Book extends { path: string }>(books: readonly Book[]): Book[] {
  return [...books].sort((one, other) => (one.path < other.path ? -1 : 1))
}

it.each(trees)('$id: $why, however the files are listed', ({ files, books, leftOut = [] }) => {
  const given = files.map(fileOf)
  const listings = fc.shuffledSubarray(given, { minLength: given.length, maxLength: given.length })
  fc.assert(
    fc.property(listings, (listing) => {
      const plan = planImport({ files: listing })
      expect(byPath(plan.books.map(shown))).toMatchObject(byPath(books))
      expect(plan.books.flatMap((book) => book.leftOut).sort()).toEqual(leftOut)
    }),
    { numRuns: 20 },
  )
})

it('a heap of more files than a book may have is refused, and nothing beside it', () => {
  const file = (path: string) => ({ path, sound: { tags: {} } })
  const heap = Array.from({ length: 2_001 }, (_, place) => file(`Mara Quill/Heap/${place}.mp3`))
  const { books } = planImport({ files: [...heap, file('Mara Quill/Ash/1.mp3')] })
  expect(books.map(({ kind, files, leftOut }) => [kind, files.length, leftOut.length])).toEqual([
    ['New', 1, 0],
    ['Refused', 0, 2_001],
  ])
})

/** A file's print is its name. */
const soundOf = (path: string) => ({
  path,
  sound: { print: path.slice(path.lastIndexOf('/') + 1), tags: {} },
})
const fields = Object.fromEntries(fieldNames.map((name) => [name, null])) as BookValues

function bookOf(audioBookId: number, paths: readonly string[]): KnownBook {
  const files = paths.map((path) => ({ path, print: soundOf(path).sound.print, durationSeconds: 60 }))
  return { audioBookId, path: 'Q/Ash', files, fields, handFields: [] }
}

it.each<[what: string, paths: string[], own: KnownBook[], book: number | undefined]>([
  ['is known where it has come to', ['Q/Ash/1.mp3', 'Q/Ash/2.mp3'], [], 1],
  ['is not known by a part of it', ['Q/Ash/1.mp3'], [], undefined],
  ['gives way to the book that is here', ['Q/Ash/1.mp3', 'Q/Ash/2.mp3'], [bookOf(2, ['Q/Elm/2.mp3'])], 2],
])('a book that is away from another folder %s', (_, paths, knownBooks, expected) => {
  const awayBooks = [bookOf(1, ['Q/Ash/1.mp3', 'Q/Ash/2.mp3'])]
  const { books } = planImport({ files: paths.map(soundOf), knownBooks, awayBooks })
  expect(books.map(({ audioBookId }) => audioBookId)).toEqual([expected])
})
