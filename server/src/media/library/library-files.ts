import { LRUCache } from 'lru-cache'
import type { Config } from '../../config/config.ts'
import type { Connection } from '../../db/engine/dialect.ts'
import { AppError } from '../../errors.ts'
import { type OpenFile, OpenFiles } from '../storage/files/open-files.ts'
import type { LocalFile } from '../storage/files/storage.ts'
import { type LibraryFile, listLibraryFiles } from './library-files.queries.ts'
import { type OpenedLibraryFile, openLibraryFile } from './open-library-file.ts'

export interface LibraryDeps {
  readonly db: { readonly connection: Connection }
  readonly config: Pick<Config, 'importFolders'>
}

const rememberedFiles = 4096

/** Files of library folders by their keys (`libraryFileKey`). */
export class LibraryFiles {
  readonly #connection: Connection
  readonly #roots: ReadonlyMap<string, string>
  readonly #known = new LRUCache<string, readonly LibraryFile[]>({ max: rememberedFiles })
  readonly #files = new OpenFiles()
  /** What each answer has read of last: it may have thousands of slices of one file. */
  readonly #ofAnswers = new WeakMap<object, { readonly key: string; readonly name: string }>()

  constructor({ db, config }: LibraryDeps) {
    this.#connection = db.connection
    this.#roots = new Map(config.importFolders.map(({ name, path }) => [name, path]))
  }

  isKnown(key: string): boolean {
    return this.#known.has(key)
  }

  /** @returns whether a folder of this node has had it */
  async find(key: string): Promise<boolean> {
    const rows = await listLibraryFiles(this.#connection, key)
    const here = rows.filter(({ folderName }) => this.#roots.has(folderName))
    if (here.length > 0) this.#known.set(key, here)
    else this.#known.delete(key)
    return here.length > 0
  }

  /** @throws AppError `NotFound`, `ServiceUnavailable` */
  async acquire(key: string, answer?: object): Promise<OpenFile> {
    const last = answer && this.#ofAnswers.get(answer)
    if (last?.key === key && this.#files.has(last.name)) return await this.#files.acquire(last.name)
    const { file, name } = await this.#open(key)
    if (answer) this.#ofAnswers.set(answer, { key, name })
    return file
  }

  /**
   * A path that is no text cannot be handed to other processes: it is the one of the open file then.
   *
   * @throws AppError `NotFound`, `ServiceUnavailable`
   */
  async localFile(key: string): Promise<LocalFile> {
    const { file, place } = await this.#open(key)
    if (typeof place === 'string') file.release()
    const path = typeof place === 'string' ? place : `/proc/${process.pid}/fd/${file.descriptor}`
    const release = () => {
      file.release()
      return Promise.resolve()
    }
    return { path, [Symbol.asyncDispose]: release }
  }

  close(): void {
    this.#files.dropAll()
  }

  /** A file that was moved is where its row tells now. */
  async #open(key: string): Promise<OpenedLibraryFile> {
    const known = await this.#openKnown(key).catch(orNull)
    const opened = known ?? ((await this.find(key)) ? await this.#openKnown(key) : null)
    if (opened) return opened
    throw new AppError('NotFound')
  }

  /** @throws AppError `ServiceUnavailable` where a folder is away, and none of the others has it */
  async #openKnown(key: string): Promise<OpenedLibraryFile | null> {
    let failure: AppError | null = null
    for (const row of this.#known.get(key) ?? []) {
      try {
        const opened = await openLibraryFile(this.#files, this.#roots.get(row.folderName) as string, row)
        if (opened) return opened
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        failure = error
      }
    }
    if (failure) throw failure
    return null
  }
}

function orNull(error: unknown): null {
  if (error instanceof AppError) return null
  throw error
}
