import { close, open } from 'node:fs'

/** A file that is held open: give it back exactly once. */
export interface OpenFile {
  readonly descriptor: number
  release(): void
}

interface Entry {
  readonly opening: Promise<number>
  users: number
  /** No longer in the list: closed by whoever uses it last. */
  isDropped: boolean
}

/**
 * Keeps the files that were read last open, so that a range costs one read and no open or close. Sound because
 * media never change: what a descriptor shows is what the name stands for. Files in use are never closed.
 */
export class OpenFiles {
  readonly #entries = new Map<string, Entry>()
  readonly #maxIdle: number

  /** @param maxIdle how many files nobody reads may stay open */
  constructor(maxIdle = 128) {
    this.#maxIdle = maxIdle
  }

  /** @throws the error of `open`; nothing is held then */
  async acquire(path: string): Promise<OpenFile> {
    const entry = this.#entries.get(path) ?? this.#open(path)
    // Last in the map is last to go.
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

  /** Forgets a file, as its name stands for nothing any more. */
  drop(path: string): void {
    const entry = this.#entries.get(path)
    if (!entry) return
    this.#entries.delete(path)
    entry.isDropped = true
    if (entry.users === 0) closeEntry(entry)
  }

  /** Closes everything, now or as soon as its last reader is done. */
  dropAll(): void {
    for (const path of [...this.#entries.keys()]) this.drop(path)
  }

  #open(path: string): Entry {
    const opening = new Promise<number>((resolve, reject) => {
      open(path, 'r', (error, descriptor) => (error ? reject(error) : resolve(descriptor)))
    })
    return { opening, users: 0, isDropped: false }
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

function closeEntry(entry: Entry): void {
  entry.opening.then(
    (descriptor) => close(descriptor, () => undefined),
    () => undefined,
  )
}
