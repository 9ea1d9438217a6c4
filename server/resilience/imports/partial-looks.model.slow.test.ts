import { deleteAudioBook, updateAudioBook } from '@earmark/contract/audio-book-edits.ts'
import { getEditedAudioBook } from '@earmark/contract/edited-records.ts'
import * as imports from '@earmark/contract/imports.ts'
import { pagedQuery } from '@earmark/contract/paging.ts'
import fc from 'fast-check'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { listAllBooks } from '../../src/exchange/import/import-books.queries.ts'
import { putFolder } from '../../src/exchange/import/imports.queries.ts'
import { listFolderBooks } from '../../src/exchange/import/known-books.queries.ts'
import { findSettlement, replaceSettlement } from '../../src/exchange/import/settlement.queries.ts'
import { folderName, runImport } from '../../src/testing/importing.ts'
import { type LibraryFolder, makeLibraryFolder } from '../../src/testing/library-folder.ts'
import { makePerson } from '../../src/testing/people.ts'
import { id3Texts } from '../../src/testing/recordings/tags.ts'
import { startTestServer, type TestServer } from '../../src/testing/server.ts'
import { variableMp3 } from '../../src/testing/variable-mp3.ts'

/**
 * What a look proposes that plans only what has changed is what a look at everything proposes: through random changes of
 * random trees and of what is known of them. PARTIAL_WALKS is the number of walks.
 */
const walks = Number(process.env.PARTIAL_WALKS ?? 1)
const patience = { timeout: 7_200_000 }

const places = [
  ...['Ada Vell/Ash', 'Ada Vell/Brine', 'Ada Vell/Cinder/CD1', 'Ada Vell/Cinder/CD2', 'Ada Vell'],
  ...[
    'Tom Oru/Dune',
    'Tom Oru/Dune/Disc 1',
    'Tom Oru/Dune/Disc 2',
    'Tom Oru/Ember',
    'Tom Oru/1',
    'Tom Oru/2',
  ],
  ...['Books/Ines Roth/Fen', 'Books/Ines Roth/Gorse', 'Books/Nell Ives/Heath', 'Books/Nell Ives/Isle'],
  ...['', 'Solo', 'Books/Nell Ives/Heath CD 1', 'Books/Nell Ives/Heath CD 2'],
]
const anyPlace = fc.constantFrom(...places)
const anyName = fc.constantFrom('1.mp3', '2.mp3', '3.mp3', 'Intro.mp3', 'book.m4b')
const anyFile = fc.tuple(anyPlace, anyName).map(([place, name]) => (place === '' ? name : `${place}/${name}`))
const sounds = fc.nat(60)

const anyStep = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      name: fc.constant('write' as const),
      file: anyFile,
      sound: sounds,
      year: fc.nat(2),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({ name: fc.constant('retag' as const), nth: fc.nat(40), year: fc.nat(9) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ name: fc.constant('text' as const), place: anyPlace, year: fc.nat(3) }),
  },
  { weight: 2, arbitrary: fc.record({ name: fc.constant('edit' as const), nth: fc.nat(20) }) },
  { weight: 1, arbitrary: fc.record({ name: fc.constant('move' as const), nth: fc.nat(40), file: anyFile }) },
  {
    weight: 1,
    arbitrary: fc.record({ name: fc.constant('moveFolder' as const), from: anyPlace, to: anyPlace }),
  },
  { weight: 1, arbitrary: fc.record({ name: fc.constant('takeAway' as const), nth: fc.nat(40) }) },
  { weight: 1, arbitrary: fc.record({ name: fc.constant('takeFolder' as const), from: anyPlace }) },
  { weight: 2, arbitrary: fc.record({ name: fc.constant('bringBack' as const), nth: fc.nat(9) }) },
  { weight: 1, arbitrary: fc.record({ name: fc.constant('broken' as const), file: anyFile }) },
  { weight: 1, arbitrary: fc.record({ name: fc.constant('delete' as const), nth: fc.nat(20) }) },
)
type Step = typeof anyStep extends fc.Arbitrary<infer Value> ? Value : never
const anyEnd = fc.constantFrom('all', 'all', 'all', 'one', 'none', 'merge', 'split')
const anyBatch = fc.record({ steps: fc.array(anyStep, { minLength: 1, maxLength: 3 }), end: anyEnd })
const anyWalk = fc.record({
  first: fc.array(fc.record({ file: anyFile, sound: sounds, year: fc.nat(2) }), {
    minLength: 4,
    maxLength: 16,
  }),
  batches: fc.array(anyBatch, { minLength: 4, maxLength: 8 }),
})
type Walk = typeof anyWalk extends fc.Arbitrary<infer Value> ? Value : never

interface Written {
  readonly sound: number
  readonly year: number
}

class Owner {
  readonly #server: TestServer
  readonly #folder: LibraryFolder
  readonly #headers: Record<string, string>
  readonly #files = new Map<string, Written>()
  readonly #taken: [string, Written][] = []
  #steps = 0

  constructor(server: TestServer, folder: LibraryFolder, headers: Record<string, string>) {
    this.#server = server
    this.#folder = folder
    this.#headers = headers
  }

  async write(file: string, { sound, year }: Written): Promise<void> {
    const tags = id3Texts(4, [['TDRC', String(2000 + year)]])
    await this.#folder.put(file, Buffer.concat([tags, variableMp3(4 + sound)]))
    this.#steps += 1
    await this.#folder.touch(file, 1_740_000_000 + this.#steps)
    this.#files.set(file, { sound, year })
  }

  async take(step: Step): Promise<void> {
    if (step.name === 'write') await this.write(step.file, step)
    if (step.name === 'retag')
      await this.#withNth(step.nth, (file, was) => this.write(file, { ...was, year: step.year }))
    if (step.name === 'move') await this.#withNth(step.nth, (file) => this.#rename(file, step.file))
    if (step.name === 'takeAway')
      await this.#withNth(step.nth, async (file, was) => {
        this.#taken.push([file, was])
        await this.#remove(file)
      })
    if (step.name === 'takeFolder' || step.name === 'moveFolder')
      for (const [file, was] of [...this.#files]) {
        if (dirname(file) !== step.from) continue
        if (step.name === 'moveFolder')
          await this.#rename(file, join(step.to, file.slice(step.from.length + 1)))
        else {
          this.#taken.push([file, was])
          await this.#remove(file)
        }
      }
    if (step.name === 'bringBack') {
      const [back] = this.#taken.splice(step.nth % Math.max(1, this.#taken.length), 1)
      if (back) await this.write(...back)
    }
    if (step.name === 'text')
      await this.#folder.put(
        join(step.place, 'metadata.json'),
        JSON.stringify({ publishedYear: 1990 + step.year }),
      )
    if (step.name === 'broken') await this.#folder.put(step.file, 'no sound')
    if (step.name === 'edit' || step.name === 'delete') await this.#edit(step)
  }

  async #withNth(nth: number, work: (file: string, was: Written) => Promise<void>): Promise<void> {
    const entry = [...this.#files][nth % Math.max(1, this.#files.size)]
    if (entry) await work(...entry)
  }

  async #remove(file: string): Promise<void> {
    this.#files.delete(file)
    await rm(join(this.#folder.path, file), { force: true })
    await this.#prune(dirname(file))
  }

  async #rename(from: string, to: string): Promise<void> {
    const was = this.#files.get(from)
    if (!was || from === to) return
    const target = join(this.#folder.path, to)
    await mkdir(dirname(target), { recursive: true })
    await rename(join(this.#folder.path, from), target)
    this.#files.delete(from)
    this.#files.set(to, was)
    await this.#prune(dirname(from))
  }

  /** Folders without files go. */
  async #prune(folder: string): Promise<void> {
    if (folder === '.') return
    const place = join(this.#folder.path, folder)
    const isThere = await stat(place).then(
      () => true,
      () => false,
    )
    if (isThere && (await readdir(place)).length > 0) return
    await rm(place, { recursive: true, force: true })
    await this.#prune(dirname(folder))
  }

  async #edit({ name, nth }: Extract<Step, { name: 'edit' | 'delete' }>): Promise<void> {
    const { db } = this.#server.deps
    const books = await listFolderBooks(db, await putFolder(db.connection, folderName))
    const id = books[nth % Math.max(1, books.length)]?.audioBookId
    if (id === undefined) return
    const params = { id }
    if (name === 'delete')
      return void (await this.#server.attempt(deleteAudioBook, { params }, this.#headers))
    const now = await this.#server.call(getEditedAudioBook, { params }, this.#headers)
    const form = { Id: id, Name: `By hand ${nth}`, Description: now.description ?? '' }
    await this.#server.attempt(updateAudioBook, { params, form }, this.#headers)
  }
}

async function look(server: TestServer, headers: Record<string, string>) {
  const { id } = await server.call(imports.startImport, { body: { folderName } }, headers)
  const { state, counts, failure, progress } = await runImport(server, id)
  const books = await Array.fromAsync(listAllBooks(server.deps.db.connection, id))
  const { files, folders, books: planned } = progress
  return {
    id,
    found: {
      ...{ state, counts, failure, progress: { files, folders, planned } },
      books: books.map(({ kind, decision, record, audioBookId }) => ({
        kind,
        decision,
        record,
        audioBookId,
      })),
    },
  }
}

/** Looks at what has changed, then at all, and proposes the same; the second look stays to be answered. */
async function lookTwice(server: TestServer, headers: Record<string, string>): Promise<number> {
  const { connection } = server.deps.db
  const folderId = await putFolder(connection, folderName)
  const part = await look(server, headers)
  if (part.found.state === 'Review')
    await server.call(imports.cancelImport, { params: { id: part.id } }, headers)
  const settled = await findSettlement(connection, folderId)
  await replaceSettlement(connection, folderId, null)
  const whole = await look(server, headers)
  expect(part.found).toEqual(whole.found)
  await replaceSettlement(connection, folderId, settled)
  return whole.id
}

async function end(
  server: TestServer,
  headers: Record<string, string>,
  id: number,
  how: string,
): Promise<void> {
  const params = { id }
  if ((await server.call(imports.getImport, { params }, headers)).state !== 'Review') return
  const querystring = pagedQuery<'path'>({ pageSize: 100 })
  const { items } = await server.call(imports.pageImportBooks, { params, querystring }, headers)
  const bookIds = items.flatMap(({ id: bookId, kind }) =>
    kind === 'New' || kind === 'Changed' ? [bookId] : [],
  )
  if (how === 'merge' && bookIds.length > 1)
    await server.attempt(
      imports.mergeImportBooks,
      { params, body: { bookIds: bookIds.slice(0, 2) } },
      headers,
    )
  const [several] = items.filter(({ kind, files }) => kind === 'New' && files.length > 1)
  if (how === 'split' && several) {
    const paths = several.files.flatMap(({ path, place }) => (place === undefined ? [] : [[path]]))
    await server.attempt(imports.splitImportBook, { params, body: { bookId: several.id, paths } }, headers)
  }
  if (how !== 'none') {
    const body =
      how === 'one' ? { bookIds: bookIds.slice(0, 1), publish: true } : { all: true, publish: true }
    await server.attempt(imports.applyImport, { params, body }, headers)
    await runImport(server, id)
  }
  const { state } = await server.call(imports.getImport, { params }, headers)
  if (state === 'Review') await server.call(imports.cancelImport, { params }, headers)
}

async function walk({ first, batches }: Walk): Promise<void> {
  await using folder = await makeLibraryFolder()
  await using server = await startTestServer({
    environment: { IMPORT_FOLDERS: `${folderName}=${folder.path}`, LOG_LEVEL: 'warn' },
  })
  const { headers } = await makePerson(server, 'Editor')
  const owner = new Owner(server, folder, headers)
  for (const { file, ...was } of first) await owner.write(file, was)
  await end(server, headers, await lookTwice(server, headers), 'all')
  for (const { steps, end: how } of batches) {
    for (const step of steps) await owner.take(step)
    await end(server, headers, await lookTwice(server, headers), how)
  }
}

it('a look at what has changed proposes what a look at everything does', patience, async () => {
  await fc.assert(fc.asyncProperty(anyWalk, walk), { numRuns: walks, endOnFailure: true })
})
