import type { Connection } from '../../src/db/engine/dialect.ts'
import { queueLook } from '../../src/exchange/import/api/start-import.ts'
import { findFolderSetting } from '../../src/exchange/import/library-folders.ts'
import { anyFailure } from '../../src/errors.ts'
import { folderName, runImport } from '../../src/testing/importing.ts'
import type { LibraryFolder } from '../../src/testing/library-folder.ts'
import type { TestServer } from '../../src/testing/server.ts'

/** Imports that wait for their review while requests come: copies of one that was looked through. */

export interface PlacedBook {
  readonly id: number
  readonly importId: number
}

/** Books of which there are fewer are made again. */
const fewest = 6

export const importedFiles = ['Mara Quill/The Salt Road/1.wav', 'Mara Quill/The Salt Road/2.wav'] as const

export async function fillFolder(folder: LibraryFolder): Promise<void> {
  for (const file of importedFiles) await folder.put(file)
  await folder.put('Tom Arden/Low Water/book.wav')
}

export class ImportsThere {
  readonly #server: TestServer
  #original: Looked | null = null
  #books: PlacedBook[] = []

  constructor(server: TestServer) {
    this.#server = server
  }

  at(place: number): PlacedBook {
    return this.#books[place % this.#books.length] as PlacedBook
  }

  /** Takes note of an operation that succeeded. */
  learn(operationId: string, path: string): void {
    const isOver = ['deleteImport', 'cancelImport', 'applyImport', 'splitImportBook', 'mergeImportBooks']
    if (!isOver.includes(operationId)) return
    const [, importId] = /\/imports\/(\d+)/.exec(path) ?? []
    this.#books = this.#books.filter((book) => String(book.importId) !== importId)
  }

  async tend(): Promise<void> {
    while (this.#books.length < fewest) this.#books.push(...(await this.#copy()))
  }

  /** Looked through once: that takes a process of its own. */
  async #look(): Promise<Looked> {
    const { deps } = this.#server
    const { connection } = deps.db
    const setting = findFolderSetting(deps.config, folderName)
    if (!setting) throw new Error(`IMPORT_FOLDERS does not name ${folderName}.`)
    const { id } = await queueLook(deps, { setting, path: null, userId: null }, anyFailure)
    await runImport(this.#server, id)
    const looked = await readLooked(connection, id)
    // Ended, so that its folder can be asked for.
    await connection.updateTable('imports').set({ state: 'Done' }).where('id', '=', id).execute()
    return looked
  }

  async #copy(): Promise<PlacedBook[]> {
    this.#original ??= await this.#look()
    return await insertCopy(this.#server.deps.db.connection, this.#original)
  }
}

/** Rows, as requests may delete what they were read of. */
type Looked = Awaited<ReturnType<typeof readLooked>>

async function readLooked(connection: Connection, id: number) {
  const looked = connection.selectFrom('imports').selectAll().where('id', '=', id)
  const books = connection.selectFrom('import_books').selectAll().where('import_id', '=', id)
  return { row: await looked.executeTakeFirstOrThrow(), books: await books.orderBy('path_sort').execute() }
}

async function insertCopy(connection: Connection, { row, books }: Looked): Promise<PlacedBook[]> {
  const { id: _, ...values } = row
  const { id } = await connection
    .insertInto('imports')
    .values(values)
    .returning('id')
    .executeTakeFirstOrThrow()
  return await connection
    .insertInto('import_books')
    .values(books.map(({ id: _, ...book }) => ({ ...book, import_id: id })))
    .returning(['id', 'import_id as importId'])
    .execute()
}
