import { fileRefusals, type FileRefusal } from '@earmark/contract/planner/plan-input.ts'
import { stat } from 'node:fs/promises'
import { AppError } from '../../../errors.ts'
import { libraryFileKey } from '../../../media/library/library-file-key.ts'
import type { FileFacts } from '../../../media/probe/look-file.ts'
import type { ProbeProcess } from '../../../media/probe/probe-process.ts'
import type { LookedFacts } from '../plan-files.ts'
import { isSame } from './compare-files.ts'
import type { WalkedFile } from '../walk/walk-tree.ts'
import type { HeldRun } from '../../../jobs/held-run.ts'
import type { LookedFile } from '../library-files.queries.ts'

export interface Looking {
  readonly placeOf: (file: WalkedFile) => string | Buffer
  /** One for each file that is read at the same time. */
  readonly readers: readonly ProbeProcess[]
  readonly readerVersion: number
  /** Whether it is beyond the limit of an upload. */
  readonly isTooLarge: (file: WalkedFile) => boolean
  /** Takes what was found, in batches. */
  readonly keep: (looked: readonly LookedFile[]) => Promise<void>
  /** Takes those that have changed since the walk, or are gone: the next run looks into them. */
  readonly leave: (file: WalkedFile) => void
}

/** The reader's version of what no reader has read: it is looked at again, whether or not it has changed. */
const unread = 0

const filesAtOnce = 200
const keepEveryMs = 2_000

/** @throws JobEnded, the reason of the signal; AppError where no file can be looked into */
export async function lookIntoFiles(
  files: readonly WalkedFile[],
  held: HeldRun,
  looking: Looking,
): Promise<void> {
  const waiting = files.values()
  const batch = new Batch(looking.keep)
  const read = async (reader: ProbeProcess) => {
    for (const file of waiting) {
      await held.check()
      const looked = await lookAt(file, reader, held, looking)
      if (looked) await batch.add(looked)
      else looking.leave(file)
    }
  }
  await Promise.all(looking.readers.map(read))
  await batch.flush()
}

/** One transaction at a time. */
class Batch {
  readonly #keep: Looking['keep']
  #files: LookedFile[] = []
  #keptAt = performance.now()
  #keeping: Promise<void> = Promise.resolve()

  constructor(keep: Looking['keep']) {
    this.#keep = keep
  }

  async add(file: LookedFile): Promise<void> {
    this.#files.push(file)
    const isDue = performance.now() - this.#keptAt > keepEveryMs
    if (this.#files.length >= filesAtOnce || isDue) await this.flush()
  }

  async flush(): Promise<void> {
    const files = this.#files
    this.#files = []
    this.#keptAt = performance.now()
    this.#keeping = this.#keeping.then(() => this.#keep(files))
    await this.#keeping
  }
}

/** Null for a file that is another one than the walk found. */
async function lookAt(
  file: WalkedFile,
  reader: ProbeProcess,
  { signal }: HeldRun,
  { placeOf, readerVersion, isTooLarge }: Looking,
): Promise<LookedFile | null> {
  const place = placeOf(file)
  if (!(await isStill(place, file))) return null
  const { path, pathKey, sizeBytes, modifiedSeconds } = file
  const row = { path, pathKey, sizeBytes, modifiedSeconds, readerVersion }
  const nothing = { print: null, fileKey: null, facts: null }
  // The limit may be another one at the next look.
  if (isTooLarge(file)) return { ...row, ...nothing, readerVersion: unread, refusal: 'FileTooLarge' }
  const found = await reader.look(place, sizeBytes, signal).catch((error: unknown) => {
    signal.throwIfAborted()
    return refusalOf(error)
  })
  if (found === null || !(await isStill(place, file))) return null
  // Other rights, or a disk that answers, may let it be read at the next look.
  if (found === 'UnreadableMedia') return { ...row, ...nothing, readerVersion: unread, refusal: found }
  if (typeof found === 'string') return { ...row, ...nothing, refusal: found }
  const fileKey = libraryFileKey(found.print, sizeBytes, modifiedSeconds)
  return { ...row, print: found.print, fileKey, facts: factsText(found), refusal: null }
}

function factsText({ print: _print, ...facts }: FileFacts): string {
  const kept: LookedFacts = facts
  return JSON.stringify(kept)
}

async function isStill(place: string | Buffer, file: WalkedFile): Promise<boolean> {
  const now = await stat(place).catch(orGone)
  if (now === null) return false
  return isSame(file, { sizeBytes: now.size, modifiedSeconds: Math.floor(now.mtimeMs / 1000) })
}

const goneCodes = new Set(['ENOENT', 'ENOTDIR', 'ESTALE'])

/** Null for a file that is gone; others cannot be read by this user, which looking into it tells. */
function orGone(error: NodeJS.ErrnoException): null {
  if (goneCodes.has(error.code ?? '')) return null
  throw error
}

/** Null for a file that is gone. */
function refusalOf(error: unknown): FileRefusal | null {
  const { code = '' } = error as { readonly code?: string }
  const refusal = fileRefusals.find((known) => known === code)
  if (error instanceof AppError && refusal) return refusal
  if (goneCodes.has(code) || (error instanceof AppError && error.code === 'NotFound')) return null
  throw error
}
