import fc from 'fast-check'
import { expect, it } from 'vitest'
import { planImport } from './plan-import.ts'
import {
  type BookValues,
  type FieldName,
  fieldNames,
  type FieldValue,
  type FolderFile,
  type KnownBook,
} from './plan-input.ts'
import type { PlannedBook } from './plan-output.ts'

/**
 * Books of a folder whose owner tidies it: each book is known by its sound, whatever its folder and tags say, and keeps
 * what editors have set of it. IMPORT_WALKS is the number of walks.
 */
const walks = Number(process.env.IMPORT_WALKS ?? 300)

interface Book {
  readonly id: number
  author: string
  title: string
  year: number
  isThere: boolean
  readonly names: string[]
  readonly seconds: readonly number[]
  /** What editors have set; null where they have cleared it. */
  readonly hand: Partial<Record<FieldName, FieldValue>>
}

/** @param count of steps before */
type Step = (books: Book[], place: number, text: string, count: number) => void

const steps: Readonly<Record<string, Step>> = {
  retag: (books, place) => void (at(books, place).year += 1),
  setByHand: (books, place, text, count) => void (at(books, place).hand.title = `${text} by hand ${count}`),
  clearByHand: (books, place) =>
    void Object.assign(at(books, place).hand, { authors: [], publishedYear: null }),
  intoDiscs(books, place) {
    const { names } = at(books, place)
    names.forEach((_, index) => (names[index] = `CD ${index + 1}/01.mp3`))
  },
  renameFolder: (books, place, text, count) => void (at(books, place).title = `${text} version ${count}`),
  moveToAuthor: (books, place, text) => void (at(books, place).author = text),
  renameFiles(books, place, text) {
    const { names } = at(books, place)
    names.forEach((_, index) => (names[index] = `${text} ${index + 1}.mp3`))
  },
  exchangePlaces(books, place) {
    const [one, other] = [at(books, place), at(books, place + 1)]
    const { author, title } = one
    Object.assign(one, { author: other.author, title: other.title })
    Object.assign(other, { author, title })
  },
  takeAway: (books, place) => void (at(books, place).isThere = false),
  bringBack: (books, place) => void (at(books, place).isThere = true),
}

function at(books: readonly Book[], place: number): Book {
  return books[place % books.length] as Book
}

function filesOf({ id, author, title, year, names, seconds }: Book): FolderFile[] {
  return names.map((name, index) => {
    // The last of several files is a publisher's, alike in all books.
    const isCommon = index > 0 && index === names.length - 1
    return {
      path: `${author}/${title}/${name}`,
      sound: {
        tags: { track: index + 1, year: String(year) },
        print: isCommon ? 'print of all' : `print ${id} ${index}`,
        durationSeconds: isCommon ? 0.5 : (seconds[index] ?? 1),
      },
    }
  })
}

function valuesOf({ fields }: PlannedBook): BookValues {
  return Object.fromEntries(fieldNames.map((name) => [name, fields[name].value])) as unknown as BookValues
}

/** What applying a book leaves to be known. */
function applied(book: PlannedBook, files: ReadonlyMap<string, FolderFile>, audioBookId: number): KnownBook {
  return {
    audioBookId,
    path: book.path,
    fields: valuesOf(book),
    handFields: fieldNames.filter((name) => book.fields[name].source === 'Hand'),
    files: book.files.map((path) => {
      const { print = '', durationSeconds = 0 } = files.get(path)?.sound ?? {}
      return { path, print, durationSeconds }
    }),
  }
}

const word = fc.constantFrom('Ash', 'Brine', 'Coal', 'Mara Quill', 'Tom Arden', 'Chapter', 'Kapitel')
const step = fc.record({ name: fc.constantFrom(...Object.keys(steps)), place: fc.nat(2_000), text: word })
type AnyStep = typeof step extends fc.Arbitrary<infer Value> ? Value : never
const library = fc.array(fc.array(fc.integer({ min: 1, max: 5000 }), { minLength: 1, maxLength: 4 }), {
  minLength: 2,
  maxLength: 8,
})

/** @param lengths of the files of each book, in seconds */
function walk(lengths: readonly (readonly number[])[], batches: readonly (readonly AnyStep[])[]): void {
  const books = lengths.map<Book>((seconds, id) => ({
    id,
    author: 'Mara Quill',
    title: `Book ${id}`,
    year: 2000,
    isThere: true,
    names: seconds.map((_, index) => `${index + 1}.mp3`),
    seconds,
    hand: {},
  }))
  let known: KnownBook[] = []
  let count = 0
  for (const batch of [[], ...batches]) {
    for (const { name, place, text } of batch) steps[name]?.(books, place, text, (count += 1))
    known = looked(
      books,
      known.map((book) => edited(book, books[book.audioBookId] as Book)),
    )
  }
}

/** Editors change what is there, fields that they have set or cleared. */
function edited(book: KnownBook, { hand }: Book): KnownBook {
  const handFields = [...new Set([...book.handFields, ...(Object.keys(hand) as FieldName[])])]
  return { ...book, fields: { ...book.fields, ...hand }, handFields }
}

/** What is known after a look that was applied. */
function looked(books: readonly Book[], known: readonly KnownBook[]): KnownBook[] {
  const files = books.filter(({ isThere }) => isThere).flatMap(filesOf)
  const byPath = new Map(files.map((file) => [file.path, file]))
  const knownIds = new Set(known.map(({ audioBookId }) => audioBookId))
  const plan = planImport({ files, knownBooks: known })
  const next = known.filter(({ audioBookId }) => !books[audioBookId]?.isThere)
  const missing = plan.books.flatMap(({ kind, audioBookId }) => (kind === 'Missing' ? [audioBookId] : []))
  if (!plan.isManyMissing)
    expect(missing).toEqual(expect.arrayContaining(next.map(({ audioBookId }) => audioBookId)))
  for (const book of plan.books) {
    if (book.kind === 'Missing') {
      if (books[book.audioBookId as number]?.isThere !== false)
        throw new Error(`${book.path} is not missing.`)
      continue
    }
    const print = byPath.get(book.files[0] ?? '')?.sound?.print ?? ''
    const id = Number(print.split(' ')[1])
    if (knownIds.has(id)) expect(book.audioBookId).toBe(id)
    else expect(book.kind).toBe('New')
    expect(book.files).toHaveLength(books[id]?.names.length ?? 0)
    if (knownIds.has(id)) expect(valuesOf(book)).toMatchObject(books[id]?.hand ?? {})
    next.push(applied(book, byPath, id))
  }
  expect(new Set(next.map(({ audioBookId }) => audioBookId)).size).toBe(next.length)
  const again = planImport({ files, knownBooks: next })
  expect(again.books.filter(({ kind }) => kind !== 'Unchanged' && kind !== 'Missing')).toEqual([])
  return next
}

/** Of all walks. */
const patience = { timeout: 60_000 + 60 * walks }

it(
  'a book keeps its id and what editors have set through re-tagging, renaming, moving, going and coming back',
  patience,
  () => {
    const batches = fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), { maxLength: 14 })
    fc.assert(fc.property(library, batches, walk), { numRuns: walks })
  },
)

it('a thousand books keep theirs, a hundred of them tidied at once', () => {
  const lengths = Array.from({ length: 1_000 }, (_, id) => (id % 3 === 0 ? [60, 70] : [600 + id]))
  const batches = fc.array(fc.array(step, { minLength: 100, maxLength: 100 }), { minLength: 1, maxLength: 3 })
  fc.assert(fc.property(fc.constant(lengths), batches, walk), { numRuns: Math.ceil(walks / 500) })
})

it('a folder that is empty, or has lost many books at once, has none that are missing', () => {
  const books = Array.from({ length: 60 }, (_, id) => id)
  const file = (id: number): FolderFile => ({
    path: `Mara Quill/Book ${id}/1.mp3`,
    sound: { tags: {}, print: `print ${id}`, durationSeconds: 1 },
  })
  const whole = planImport({ files: books.map(file) })
  const byPath = new Map(books.map((id) => [file(id).path, file(id)]))
  const knownBooks = whole.books.map((book, id) => applied(book, byPath, id))
  const missing = (kept: readonly number[]) => {
    const plan = planImport({ files: kept.map(file), knownBooks })
    return [plan.isManyMissing, plan.books.filter(({ kind }) => kind === 'Missing').length]
  }
  expect(missing([])).toEqual([true, 0])
  expect(missing(books.slice(0, 47))).toEqual([true, 0])
  expect(missing(books.slice(0, 48))).toEqual([false, 12])
  expect(missing(books)).toEqual([false, 0])
})
