import { updateAudioBook } from '@earmark/contract/audio-book-edits.ts'
import { addBookmark, pageBookmarks } from '@earmark/contract/bookmarks.ts'
import { getEditedAudioBook, listEditedAudioBooks } from '@earmark/contract/edited-records.ts'
import * as imports from '@earmark/contract/imports.ts'
import { pagedQuery } from '@earmark/contract/paging.ts'
import { saveAudioBookPosition } from '@earmark/contract/position-edits.ts'
import { listProgress } from '@earmark/contract/positions.ts'
import fc from 'fast-check'
import { mkdir, rename, rm, rmdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { putFolder } from '../../src/exchange/import/imports.queries.ts'
import { listFolderBooks } from '../../src/exchange/import/known-books.queries.ts'
import { folderName, runImport } from '../../src/testing/importing.ts'
import { type LibraryFolder, makeLibraryFolder } from '../../src/testing/library-folder.ts'
import { makePerson } from '../../src/testing/people.ts'
import { id3Texts } from '../../src/testing/recordings/tags.ts'
import { startTestServer, type TestServer } from '../../src/testing/server.ts'
import { variableMp3 } from '../../src/testing/variable-mp3.ts'

/**
 * A library whose owner tidies it on disk, while editors change books and people have positions and bookmarks in them:
 * after each look that is applied all is where it was. LIBRARY_WALKS is the number of walks.
 */
const walks = Number(process.env.LIBRARY_WALKS ?? 1)
const booksCount = 10
const patience = { timeout: 3_600_000 }

interface Book {
  id: number
  readonly marker: number
  author: string
  title: string
  year: number
  publisher: string
  names: string[]
  isThere: boolean
  /** What an editor has set; null where cleared. */
  readonly hand: { title?: string; publishedYear?: number | null; publisher?: null }
}

const words = ['Ash', 'Brine', 'Coal', 'Dune 2', 'Ember - A Tale', 'Über', '海辺', 'Mara Quill', 'Arden, Tom']
const longestWord = Math.max(...words.map((word) => Buffer.byteLength(word)))
const anyStep = fc.record({
  name: fc.constantFrom(
    ...(['retag', 'renameFolder', 'renameFiles', 'moveToAuthor', 'exchangePlaces', 'intoDiscs'] as const),
    ...(['takeAway', 'bringBack', 'setByHand', 'clearByHand', 'touch'] as const),
  ),
  place: fc.nat(booksCount - 1),
  word: fc.constantFrom(...words),
})
type Step = typeof anyStep extends fc.Arbitrary<infer Value> ? Value : never
const anyBatches = fc.array(fc.array(anyStep, { minLength: 4, maxLength: 10 }), {
  minLength: 3,
  maxLength: 4,
})

const folderOf = ({ author, title }: Pick<Book, 'author' | 'title'>) => `${author}/${title}`

class Owner {
  readonly books: Book[]
  readonly #server: TestServer
  readonly #folder: LibraryFolder
  readonly #headers: Record<string, string>
  #steps = 0

  constructor(server: TestServer, folder: LibraryFolder, headers: Record<string, string>) {
    this.#server = server
    this.#folder = folder
    this.#headers = headers
    this.books = Array.from({ length: booksCount }, (_, marker) => ({
      id: 0,
      marker,
      author: 'Mara Quill',
      title: `Book ${marker}`,
      year: 2000,
      publisher: 'Quay',
      names: Array.from({ length: 1 + (marker % 3) }, (__, index) => `${index + 1}.mp3`),
      isThere: true,
      hand: {},
    }))
  }

  async take(steps: readonly Step[]): Promise<void> {
    for (const { name, place, word } of steps) {
      const book = this.books[place] as Book
      this.#steps += 1
      // Of a length of its own: a file of the same size and time is taken for the same.
      const version = `${word} ${'x'.repeat(longestWord - Buffer.byteLength(word) + this.#steps)}`
      if (name === 'retag') Object.assign(book, { year: book.year + 1, publisher: version })
      if (name === 'retag') await this.write(book)
      if (name === 'touch') await this.#touch(book)
      if (name === 'renameFolder') await this.#move(book, { title: version })
      if (name === 'moveToAuthor') await this.#move(book, { author: word })
      if (name === 'renameFiles')
        await this.#move(book, { names: book.names.map((_, index) => `${version} ${index + 1}.mp3`) })
      if (name === 'intoDiscs')
        await this.#move(book, { names: book.names.map((_, index) => `CD${index + 1}/01.mp3`) })
      if (name === 'exchangePlaces') await this.#exchange(book, this.books[(place + 1) % booksCount] as Book)
      if (name === 'takeAway') await this.#takeAway(book)
      if (name === 'bringBack' && !book.isThere) {
        book.isThere = true
        await this.write(book)
      }
      if (name === 'setByHand') await this.#edit(book, { title: `By hand ${this.#steps}` })
      if (name === 'clearByHand') await this.#edit(book, { publishedYear: null, publisher: null })
    }
  }

  /** All files of a book: the same sound each time. */
  async write({ marker, names, year, publisher, isThere, ...place }: Book): Promise<void> {
    if (!isThere) return
    for (const [index, name] of names.entries()) {
      const tags = id3Texts(4, [
        ['TDRC', String(year)],
        ['TPUB', publisher],
      ])
      const sound = variableMp3(5 + marker + index / 4)
      await this.#folder.put(`${folderOf(place)}/${name}`, Buffer.concat([tags, sound]))
    }
  }

  async #touch(book: Book): Promise<void> {
    const seconds = 1_750_000_000 + this.#steps
    if (book.isThere)
      for (const name of book.names) await this.#folder.touch(`${folderOf(book)}/${name}`, seconds)
  }

  async #move(book: Book, change: Partial<Pick<Book, 'author' | 'title' | 'names'>>): Promise<void> {
    const next = { ...book, ...change }
    if (book.isThere)
      for (const [index, name] of book.names.entries())
        await this.#rename(`${folderOf(book)}/${name}`, `${folderOf(next)}/${next.names[index]}`)
    Object.assign(book, change)
  }

  async #rename(from: string, to: string): Promise<void> {
    if (from === to) return
    const target = join(this.#folder.path, to)
    await mkdir(dirname(target), { recursive: true })
    await rename(join(this.#folder.path, from), target)
    await rmdir(join(this.#folder.path, dirname(from))).catch(() => undefined)
  }

  async #exchange(one: Book, other: Book): Promise<void> {
    const [{ author, title }, place] = [one, { author: other.author, title: other.title }]
    await this.#move(one, { author: 'Nobody', title: 'Between' })
    await this.#move(other, { author, title })
    await this.#move(one, place)
  }

  async #takeAway(book: Book): Promise<void> {
    if (!book.isThere || this.books.filter(({ isThere }) => !isThere).length > 3) return
    await rm(join(this.#folder.path, folderOf(book)), { recursive: true })
    book.isThere = false
  }

  async #edit(book: Book, hand: Book['hand']): Promise<void> {
    const { id } = book
    const now = await this.#server.call(getEditedAudioBook, { params: { id } }, this.#headers)
    Object.assign(book.hand, hand)
    const form = {
      Id: id,
      Name: book.hand.title ?? now.name,
      Subtitle: now.subtitle ?? '',
      PublishedYear: hand.publishedYear === null ? '' : (now.publishedYear ?? ''),
      Publisher: hand.publisher === null ? '' : (now.publisher ?? ''),
      Description: now.description ?? '',
    }
    const saved = await this.#server.attempt(updateAudioBook, { params: { id }, form }, this.#headers)
    expect(saved.status).toBe(200)
  }
}

/** Looks through the folder, and applies all that is found. */
async function bringIn(server: TestServer, headers: Record<string, string>): Promise<void> {
  const { id } = await server.call(imports.startImport, { body: { folderName } }, headers)
  await runImport(server, id)
  const looked = await server.call(imports.getImport, { params: { id } }, headers)
  expect(['Review', 'Done']).toContain(looked.state)
  expect(looked.failure).toBeNull()
  if (looked.state === 'Done') return
  await server.call(imports.applyImport, { params: { id }, body: { all: true, publish: true } }, headers)
  await runImport(server, id)
  const applied = await server.call(imports.getImport, { params: { id } }, headers)
  expect(applied).toMatchObject({ state: 'Done', failure: null })
}

async function walk(batches: readonly (readonly Step[])[]): Promise<void> {
  await using folder = await makeLibraryFolder()
  await using server = await startTestServer({
    environment: { IMPORT_FOLDERS: `${folderName}=${folder.path}`, LOG_LEVEL: 'warn' },
  })
  const { headers } = await makePerson(server, 'Editor')
  const owner = new Owner(server, folder, headers)
  for (const book of owner.books) await owner.write(book)
  await bringIn(server, headers)
  const { connection } = server.deps.db
  const known = async () => await listFolderBooks(server.deps.db, await putFolder(connection, folderName))
  const printsOf = (books: Awaited<ReturnType<typeof known>>) =>
    new Map(books.map(({ audioBookId, files }) => [audioBookId, files.map(({ print }) => print)]))
  const first = await known()
  for (const book of owner.books) {
    const { audioBookId = 0 } = first.find(({ path }) => path === folderOf(book)) ?? {}
    book.id = audioBookId
    const position = { positionSeconds: 2 + book.marker / 10, baseVersion: 0 }
    await server.call(saveAudioBookPosition, { params: { id: book.id }, body: position }, headers)
    const body = { audioBookId: book.id, startSeconds: 1 + book.marker / 10, note: `Mark ${book.marker}` }
    await server.call(addBookmark, { body }, headers)
  }
  const marks = async () => ({
    prints: printsOf(await known()),
    ids: (await server.call(listEditedAudioBooks, { querystring: {} }, headers))
      .map(({ id }) => id)
      .sort((one, other) => one - other),
    positions: (await server.call(listProgress, { querystring: {} }, headers)).map(
      ({ audioBookId, positionSeconds, version }) => ({ audioBookId, positionSeconds, version }),
    ),
    bookmarks: (
      await server.call(pageBookmarks, { querystring: pagedQuery<'id'>({ pageSize: 100 }) }, headers)
    ).items.map(({ id, startSeconds, note, audioBook }) => ({ id, startSeconds, note, of: audioBook?.id })),
  })
  const before = await marks()
  expect(before.bookmarks).toHaveLength(booksCount)
  for (const steps of batches) {
    await owner.take(steps)
    await bringIn(server, headers)
    const after = await marks()
    for (const name of Object.keys(before) as (keyof typeof before)[])
      expect([name, after[name]]).toEqual([name, before[name]])
    const places = new Map((await known()).map(({ audioBookId, path }) => [audioBookId, path]))
    for (const book of owner.books) {
      const { name, publishedYear, publisher, isAvailable } = await server.call(
        getEditedAudioBook,
        { params: { id: book.id } },
        headers,
      )
      expect([folderOf(book), isAvailable]).toEqual([folderOf(book), book.isThere])
      if (book.isThere) expect(places.get(book.id)).toBe(folderOf(book))
      if (book.hand.title !== undefined) expect(name).toBe(book.hand.title)
      if (book.hand.publisher === null) expect([publisher, publishedYear]).toEqual([null, null])
      else if (book.isThere) expect([publisher, publishedYear]).toEqual([book.publisher, book.year])
    }
  }
}

it(
  'books keep ids, files, positions, bookmarks and what editors have set through walks of tidying',
  patience,
  async () => {
    await fc.assert(fc.asyncProperty(anyBatches, walk), { numRuns: walks, endOnFailure: true })
  },
)
