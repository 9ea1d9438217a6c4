import { join } from 'node:path'
import { AppError } from '../../errors.ts'
import { askChild } from '../../processes/ask-child.ts'
import { Child } from '../../processes/child.ts'
import type { AudioFacts } from './audio.ts'
import type { ImagePlaceholder, Picture } from './images.ts'
import type { MediaProbe } from './ingest.ts'
import type { FileFacts } from './look-file.ts'
import type { ProbeRequest } from './probe-request.ts'

/** One child process, one file at a time; killed when a file exceeds its time or memory. */

export interface ProbeLimits {
  /** Milliseconds of processor time for all files of one upload. */
  readonly uploadMs: number
  readonly mebibyteMs: number
  readonly mostWaiting: number
  readonly memoryBytes: number
  /** Of rest, after which the process is ended. */
  readonly idleMs: number
  readonly maxJobs: number
  /** Of the system: 19 is the least. */
  readonly niceness: number
}

export const probeLimits: ProbeLimits = {
  uploadMs: 8_000,
  mebibyteMs: 4,
  mostWaiting: 3,
  memoryBytes: 1024 ** 3,
  idleMs: 60_000,
  maxJobs: 1_000,
  niceness: 5,
}

const program = join(import.meta.dirname, '../../../commands/probe-media.ts')
const mebibyte = 1024 ** 2

export interface ProbeProcess {
  /**
   * An abort of `signal` rejects with its reason.
   *
   * @throws AppError `UnreadableMedia` beyond the limits, `ServiceUnavailable` when the child got no processor time
   */
  forUpload(signal?: AbortSignal): MediaProbe
  /** As `forUpload`, for one file that stays where it is; `NotFound` for one that is gone. */
  look(path: string | Buffer, sizeBytes: number, signal?: AbortSignal): Promise<FileFacts>
  /** The cover within such a file. */
  readPicture(path: string | Buffer, sizeBytes: number, signal?: AbortSignal): Promise<Uint8Array | null>
  /** @param color `#rrggbb`, around the picture */
  renderFeedImage(path: string, sizeBytes: number, color: string): Promise<Uint8Array>
}

class SingleProbeProcess implements ProbeProcess {
  readonly #limits: ProbeLimits
  readonly #script: string
  #child: Child | null = null
  #jobsDone = 0
  #idle: NodeJS.Timeout | undefined
  #lastTask: Promise<unknown> = Promise.resolve()

  constructor(limits: ProbeLimits, script: string) {
    this.#limits = limits
    this.#script = script
  }

  forUpload(signal?: AbortSignal): MediaProbe {
    let leftMs = this.#limits.uploadMs
    const ask = <T>(request: ProbeRequest, sizeBytes: number): Promise<T> =>
      this.#enqueue(signal, async () => {
        const ownMs = (sizeBytes / mebibyte) * this.#limits.mebibyteMs
        const { found, workedMs } = await this.#work(request, leftMs + ownMs, signal)
        leftMs -= Math.max(0, workedMs - ownMs)
        return found as T
      })
    const reader = <T>(kind: 'cover' | 'preview' | 'placeholder' | 'audio') => {
      return (path: string, sizeBytes: number): Promise<T> => ask({ kind, path, sizeBytes }, sizeBytes)
    }
    return {
      renderCover: reader<{ cover: Picture; preview: Picture }>('cover'),
      renderPreview: reader<Picture>('preview'),
      probePlaceholder: reader<ImagePlaceholder>('placeholder'),
      probeAudio: reader<AudioFacts>('audio'),
      joinAudio: (files) =>
        ask(
          { kind: 'join', files },
          files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
        ),
    }
  }

  look(path: string | Buffer, sizeBytes: number, signal?: AbortSignal): Promise<FileFacts> {
    return this.#ask({ kind: 'look', path, sizeBytes }, signal)
  }

  readPicture(path: string | Buffer, sizeBytes: number, signal?: AbortSignal): Promise<Uint8Array | null> {
    return this.#ask({ kind: 'picture', path, sizeBytes }, signal)
  }

  renderFeedImage(path: string, sizeBytes: number, color: string): Promise<Uint8Array> {
    return this.#ask({ kind: 'feed-image', path, sizeBytes, color })
  }

  #ask<T>(request: ProbeRequest & { readonly sizeBytes: number }, signal?: AbortSignal): Promise<T> {
    const { uploadMs, mebibyteMs } = this.#limits
    const milliseconds = uploadMs + (request.sizeBytes / mebibyte) * mebibyteMs
    return this.#enqueue(signal, async () => (await this.#work(request, milliseconds, signal)).found as T)
  }

  async #enqueue<T>(signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
    const task = this.#lastTask.then(() => {
      signal?.throwIfAborted()
      return work()
    })
    this.#lastTask = task.catch(() => undefined)
    return await (signal ? Promise.race([task, untilAborted(signal)]) : task)
  }

  async #work(job: ProbeRequest, leftMs: number, signal?: AbortSignal) {
    clearTimeout(this.#idle)
    const child = (this.#child ??= this.#start())
    const times = { milliseconds: leftMs, patienceMs: leftMs * this.#limits.mostWaiting }
    const { answer, isStarved, workedMs } = await askChild(child, job, times, signal)
    this.#jobsDone += 1
    if (answer === null || this.#jobsDone >= this.#limits.maxJobs) this.#end()
    else this.#idle = setTimeout(() => this.#end(), this.#limits.idleMs).unref()
    if (answer === null) throw new AppError(isStarved ? 'ServiceUnavailable' : 'UnreadableMedia')
    if ('code' in answer) throw new AppError(answer.code, { description: answer.description })
    return { found: answer.found, workedMs }
  }

  #start(): Child {
    const child = new Child(this.#script, this.#limits.memoryBytes, { niceness: this.#limits.niceness })
    this.#jobsDone = 0
    child.once('exit', () => {
      if (this.#child === child) this.#child = null
    })
    return child
  }

  #end(): void {
    this.#child?.kill()
    this.#child = null
  }
}

function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const leave = () => reject(signal.reason as Error)
    if (signal.aborted) leave()
    else signal.addEventListener('abort', leave, { once: true })
  })
}

export function createProbeProcess(limits: Partial<ProbeLimits> = {}, script = program): ProbeProcess {
  return new SingleProbeProcess({ ...probeLimits, ...limits }, script)
}

export const probeProcess = createProbeProcess()

/** Of the least priority, a start alone takes minutes on a machine that is busy. */
const mostWaitingForLooks = 40

/** Looks into the files of libraries: nobody waits for it, and listening is not to be disturbed. */
export function createLookProcess(): ProbeProcess {
  return createProbeProcess({ niceness: 19, mostWaiting: mostWaitingForLooks })
}
