import { type ChildProcess, spawn } from 'node:child_process'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { AppError } from '../../http/errors.ts'
import type { AudioFacts } from './audio.ts'
import type { Picture } from './images.ts'
import type { MediaReading } from './ingest.ts'
import type { ReadingAnswer, ReadingJob } from './reading-jobs.ts'

/**
 * Looks into files in a process of its own, one file at a time: started when it is first needed, used again while
 * there is work, ended after a while without or after so many files, and killed when one file takes too long or too
 * much. It never keeps the server from ending, and ends with it.
 */

export interface ReadingLimits {
  /** Milliseconds for all files of one upload, waiting for those of others not counted. */
  readonly uploadMs: number
  /** Bytes of memory of the process, beyond what its programs are. */
  readonly memoryBytes: number
  /** Milliseconds without work after which it ends. */
  readonly idleMs: number
  /** Files after which it makes room for a fresh one. */
  readonly maxJobs: number
}

export const readingLimits: ReadingLimits = {
  uploadMs: 8_000,
  memoryBytes: 1024 ** 3,
  idleMs: 10_000,
  maxJobs: 50,
}

const program = join(import.meta.dirname, '../../../commands/read-media.ts')
/** Beside playing, looking into files can wait. */
const lowPriority = 10

export interface ReadingProcess {
  /** For the files of one upload. */
  forUpload(): MediaReading
}

class Workshop implements ReadingProcess {
  readonly #limits: ReadingLimits
  readonly #script: string
  #child: ChildProcess | null = null
  #jobsDone = 0
  #idle: NodeJS.Timeout | undefined
  #lastTurn: Promise<unknown> = Promise.resolve()

  constructor(limits: ReadingLimits, script: string) {
    this.#limits = limits
    this.#script = script
  }

  forUpload(): MediaReading {
    let leftMs = this.#limits.uploadMs
    const reader = <T>(kind: ReadingJob['kind']) => {
      return (path: string, sizeBytes: number): Promise<T> =>
        this.#inTurn(async () => {
          const begun = performance.now()
          const found = await this.#work({ kind, path, sizeBytes }, leftMs)
          leftMs -= performance.now() - begun
          return found as T
        })
    }
    return {
      renderCover: reader<{ cover: Picture; preview: Picture }>('cover'),
      renderPreview: reader<Picture>('preview'),
      readAudio: reader<AudioFacts>('audio'),
    }
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#lastTurn.then(work)
    this.#lastTurn = turn.catch(() => undefined)
    return turn
  }

  async #work(job: ReadingJob, leftMs: number): Promise<unknown> {
    clearTimeout(this.#idle)
    const child = (this.#child ??= this.#start())
    const answer = await ask(child, job, leftMs)
    this.#jobsDone += 1
    // One that has failed to answer is gone; one that has done its share goes.
    if (answer === null || this.#jobsDone >= this.#limits.maxJobs) this.#end()
    else this.#idle = setTimeout(() => this.#end(), this.#limits.idleMs).unref()
    if (answer === null)
      throw new AppError('BrokenMedia', { description: 'The file takes too much to be read.' })
    if ('code' in answer) throw new AppError(answer.code, { description: answer.description })
    return answer.found
  }

  #start(): ChildProcess {
    const child = startChild(this.#script, this.#limits.memoryBytes)
    this.#jobsDone = 0
    child.unref()
    child.channel?.unref()
    child.once('exit', () => {
      if (this.#child === child) this.#child = null
    })
    return child
  }

  #end(): void {
    this.#child?.kill('SIGKILL')
    this.#child = null
  }
}

function startChild(script: string, memoryBytes: number): ChildProcess {
  // Files that strangers have made are read by a program that knows no secrets.
  const env = { MALLOC_ARENA_MAX: '2' }
  const command = [process.execPath, '--max-old-space-size=256', '--max-semi-space-size=8', script]
  // Decoders take their memory past V8, so the system has to set the bound where it can.
  const [file = '', ...args] =
    process.platform === 'linux'
      ? ['/bin/sh', '-c', 'ulimit -d "$0" && exec "$@"', String(memoryBytes / 1024), ...command]
      : command
  const stdio = ['ignore', 'ignore', 'ignore', 'ipc'] as const
  const child = spawn(file, args, { env, stdio: [...stdio], serialization: 'advanced' })
  child.on('error', () => undefined)
  try {
    if (child.pid !== undefined) setPriority(child.pid, lowPriority)
  } catch {
    // It has ended already, which is noticed when it is asked.
  }
  return child
}

/** Null when it ends or takes too long instead of answering. */
function ask(child: ChildProcess, job: ReadingJob, milliseconds: number): Promise<ReadingAnswer | null> {
  return new Promise((resolve, reject) => {
    const settle = (answer: ReadingAnswer | null) => {
      clearTimeout(timer)
      child.off('message', answered).off('exit', failed)
      resolve(answer)
    }
    const answered = (answer: unknown) => settle(answer as ReadingAnswer)
    const failed = () => settle(null)
    const timer = setTimeout(failed, Math.max(0, milliseconds))
    child.on('message', answered).on('exit', failed)
    // Without a process there is nobody to blame the file.
    if (child.pid === undefined) reject(new AppError('ServiceUnavailable'))
    else child.send(job, (error) => error && failed())
  })
}

export function createReadingProcess(limits: Partial<ReadingLimits> = {}, script = program): ReadingProcess {
  return new Workshop({ ...readingLimits, ...limits }, script)
}

/** The one of this server. */
export const readingProcess = createReadingProcess()
