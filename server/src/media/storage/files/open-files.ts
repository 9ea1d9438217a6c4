import { close, open } from 'node:fs'

/** To be released exactly once. */
export interface OpenFile {
  readonly descriptor: number
  release(): void
}

interface Entry {
  readonly opening: Promise<number>
  users: number
  isDropped: boolean
}

type Opening = (path: string) => Promise<number>

export const mostIdleFiles = 128

/** An LRU: a range costs one read. Descriptors stay valid since media never change; files in use are not evicted. */
export class OpenFiles {
  readonly #entries = new Map<string, Entry>()
  readonly #maxIdle: number

  constructor(maxIdle = mostIdleFiles) {
    this.#maxIdle = maxIdle
  }

  async acquire(path: string, opening: Opening = openForReading): Promise<OpenFile> {
    const entry = this.#entries.get(path) ?? newEntry(opening(path))
    this.#entries.delete(path)
    this.#entries.set(path, entry)
    entry.users += 1
    try {
      const descriptor = await entry.opening
      let isHeld = true
      const release = () => {
        if (isHeld) this.#release(entry)
        isHeld = false
      }
      return { descriptor, release }
    } catch (error) {
      if (this.#entries.get(path) === entry) this.#entries.delete(path)
      throw error
    }
  }

  has(path: string): boolean {
    return this.#entries.has(path)
  }

  /** Before a name is removed or replaced. */
  drop(path: string): void {
    const entry = this.#entries.get(path)
    if (!entry) return
    this.#entries.delete(path)
    entry.isDropped = true
    if (entry.users === 0) closeEntry(entry)
  }

  dropAll(): void {
    for (const path of [...this.#entries.keys()]) this.drop(path)
  }

  #release(entry: Entry): void {
    entry.users -= 1
    if (entry.users > 0) return
    if (entry.isDropped) closeEntry(entry)
    else this.#dropOldest()
  }

  #dropOldest(): void {
    if (this.#entries.size <= this.#maxIdle) return
    for (const [path, entry] of this.#entries) {
      if (entry.users === 0) {
        this.drop(path)
        return
      }
    }
  }
}

function openForReading(path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    open(path, 'r', (error, descriptor) => (error ? reject(error) : resolve(descriptor)))
  })
}

function newEntry(opening: Promise<number>): Entry {
  return { opening, users: 0, isDropped: false }
}

function closeEntry(entry: Entry): void {
  entry.opening.then(
    (descriptor) => close(descriptor, () => undefined),
    () => undefined,
  )
}
