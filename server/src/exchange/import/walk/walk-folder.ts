import { join } from 'node:path'
import { Child } from '../../../processes/child.ts'
import type { ClosedPlace, WalkedFile, WalkedFolder } from './walk-tree.ts'

/** A library folder as it is just now; where signatures are known, what is other than they say. */
export interface WalkedPlace extends WalkCount {
  readonly sounds: readonly WalkedFile[]
  /** Texts, pictures, and sound of foreign kinds. */
  readonly sideFiles: readonly WalkedFile[]
  /** Of each folder whose files are told, by its path. */
  readonly signatures: readonly (readonly [path: string, signature: string])[]
}

export interface WalkCount {
  /** Known ones, too. */
  readonly folders: number
  /** Audio files, of known folders too. */
  readonly soundsCount: number
  /** Known folders that are not there. */
  readonly gone: readonly string[]
  /** Whether a folder was reached through a link. */
  readonly hasLinks: boolean
  readonly closed: readonly ClosedPlace[]
}

/** A folder below the root, empty for the root itself, with or without those below it. */
export interface WalkStart {
  readonly path: string
  readonly isDeep: boolean
}

export interface WalkRequest {
  readonly root: string
  readonly places: readonly WalkStart[]
  /** Signatures by path of folders whose files are not told again. */
  readonly known?: ReadonlyMap<string, string>
}

export type WalkAnswer =
  | { readonly folders: readonly WalkedFolder[] }
  | { readonly done: WalkCount }
  | { readonly failed: WalkFailure }

export type WalkFailure = 'FolderUnavailable' | 'TooManyFiles'

/** Nothing is known of a folder that was not walked to its end. */
export class WalkFailed extends Error {
  readonly code: WalkFailure

  constructor(code: WalkFailure) {
    super(code)
    this.code = code
  }
}

const program = join(import.meta.dirname, '../../../../commands/walk-folder.ts')
const memoryBytes = 1024 ** 3
/** A network disk whose server is away answers nothing. */
const silenceMs = 25_000
const restMs = 60_000

/** The processes that walk: one that has ended its walk waits a minute for the next. */
class Walkers {
  #resting: Child | null = null
  #rest: NodeJS.Timeout | undefined

  take(): Child {
    const child = this.#resting
    clearTimeout(this.#rest)
    this.#resting = null
    return child ?? this.#start()
  }

  putBack(child: Child): void {
    this.#end()
    this.#resting = child
    this.#rest = setTimeout(() => this.#end(), restMs).unref()
  }

  #start(): Child {
    const child = new Child(program, memoryBytes)
    child.once('exit', () => {
      if (this.#resting === child) this.#resting = null
    })
    return child
  }

  #end(): void {
    clearTimeout(this.#rest)
    this.#resting?.kill()
    this.#resting = null
  }
}

const walkers = new Walkers()

/**
 * Walks a folder in a process that does nothing else meanwhile.
 *
 * @throws WalkFailed, also where the disk does not answer for 25 s; the reason of the signal
 */
export async function walkFolder(request: WalkRequest, signal: AbortSignal): Promise<WalkedPlace> {
  signal.throwIfAborted()
  const child = walkers.take()
  const found = {
    sounds: [] as WalkedFile[],
    sideFiles: [] as WalkedFile[],
    signatures: [] as [string, string][],
  }
  return await new Promise<WalkedPlace>((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined
    const settle = (end: () => void) => {
      clearTimeout(timer)
      signal.removeEventListener('abort', abort)
      child.off('message', take).off('exit', fail)
      end()
    }
    const failWith = (reason: Error) =>
      settle(() => {
        child.kill()
        reject(reason)
      })
    const fail = () => failWith(new WalkFailed('FolderUnavailable'))
    const abort = () => failWith(signal.reason as Error)
    const wait = () => {
      clearTimeout(timer)
      timer = setTimeout(fail, silenceMs)
    }
    const take = (message: unknown) => {
      const answer = message as WalkAnswer
      if ('failed' in answer) return failWith(new WalkFailed(answer.failed))
      if ('done' in answer)
        return settle(() => {
          walkers.putBack(child)
          resolve({ ...found, ...answer.done })
        })
      wait()
      for (const { path, signature, files } of answer.folders) {
        for (const file of files?.sounds ?? []) found.sounds.push(file)
        for (const file of files?.sideFiles ?? []) found.sideFiles.push(file)
        found.signatures.push([path, signature])
      }
    }
    signal.addEventListener('abort', abort)
    child.on('message', take).on('exit', fail)
    wait()
    child.send(request)
  })
}
