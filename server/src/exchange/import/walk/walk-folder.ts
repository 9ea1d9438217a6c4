import { join } from 'node:path'
import { startChild } from '../../../media/probe/probe-child.ts'
import type { WalkedFile, WalkedFolder } from './walk-tree.ts'

/** A library folder as it is just now. */
export interface WalkedPlace {
  readonly folders: number
  readonly sounds: readonly WalkedFile[]
  /** Texts and pictures. */
  readonly sideFiles: readonly WalkedFile[]
  /** Of each folder, by its path key. */
  readonly signatures: readonly (readonly [string, string])[]
}

export interface WalkRequest {
  readonly root: string
  /** A folder below it; empty for all of it. */
  readonly start: string
}

export type WalkAnswer =
  | { readonly folders: readonly WalkedFolder[] }
  | { readonly done: true }
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
    folders: 0,
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
      if ('done' in answer) return settle(() => resolve(found))
      wait()
      for (const folder of answer.folders) {
        found.folders += 1
        for (const file of folder.sounds) found.sounds.push(file)
        for (const file of folder.sideFiles) found.sideFiles.push(file)
        found.signatures.push([folder.pathKey, folder.signature])
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
