import { join } from 'node:path'
import { startChild } from '../../../media/probe/probe-child.ts'
import type { WalkedFile, WalkedFolder } from './walk-tree.ts'

/** A library folder as it is just now; where signatures are known, what is other than they say. */
export interface WalkedPlace extends WalkCount {
  readonly sounds: readonly WalkedFile[]
  /** Texts and pictures. */
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

/**
 * Walks a folder in a process of its own.
 *
 * @throws WalkFailed, also where the disk does not answer for 25 s; the reason of the signal
 */
export function walkFolder(request: WalkRequest, signal: AbortSignal): Promise<WalkedPlace> {
  const child = startChild(program, memoryBytes)
  const found = {
    sounds: [] as WalkedFile[],
    sideFiles: [] as WalkedFile[],
    signatures: [] as [string, string][],
  }
  return new Promise<WalkedPlace>((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined
    const settle = (end: () => void) => {
      clearTimeout(timer)
      signal.removeEventListener('abort', abort)
      child.off('message', take).off('exit', fail).kill('SIGKILL')
      end()
    }
    const fail = () => settle(() => reject(new WalkFailed('FolderUnavailable')))
    const abort = () => settle(() => reject(signal.reason as Error))
    const wait = () => {
      clearTimeout(timer)
      timer = setTimeout(fail, silenceMs)
    }
    const take = (message: unknown) => {
      const answer = message as WalkAnswer
      if ('failed' in answer) return settle(() => reject(new WalkFailed(answer.failed)))
      if ('done' in answer) return settle(() => resolve({ ...found, ...answer.done }))
      wait()
      for (const { path, signature, files } of answer.folders) {
        for (const file of files?.sounds ?? []) found.sounds.push(file)
        for (const file of files?.sideFiles ?? []) found.sideFiles.push(file)
        found.signatures.push([path, signature])
      }
    }
    if (signal.aborted) return abort()
    signal.addEventListener('abort', abort)
    child.on('message', take).on('exit', fail)
    wait()
    if (child.pid === undefined) fail()
    else child.send(request, (error) => error && fail())
  })
}
