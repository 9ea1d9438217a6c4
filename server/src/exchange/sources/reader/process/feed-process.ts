import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { askChild, startChild } from '../../../../media/probe/probe-child.ts'
import type { FeedItem, FeedPlace, FeedReader, FeedReading, FeedRefusal } from '../feed-document.ts'
import { type FeedAnswer, type FeedRequest, pieceBytes, readPart, tooLargeExit } from './feed-request.ts'

/** One child process, one feed at a time; killed when a feed exceeds its time or memory. */

export interface FeedReaderLimits {
  /** Of processor time, for any feed and for each MiB of it. */
  readonly feedMs: number
  readonly mebibyteMs: number
  /** Of the wall clock, as a multiple of that. */
  readonly mostWaiting: number
  readonly memoryBytes: number
  readonly idleMs: number
  readonly maxJobs: number
}

export const feedReaderLimits: FeedReaderLimits = {
  feedMs: 3_000,
  mebibyteMs: 250,
  mostWaiting: 20,
  memoryBytes: 1024 ** 3,
  idleMs: 60_000,
  maxJobs: 2_000,
}

/** Runs in the child. */
export const feedProgram = join(import.meta.dirname, '../../../../../commands/read-feed.ts')
const niceness = 10

export interface FeedProcess extends FeedReader {
  close(): void
}

export function createFeedReader(limits: Partial<FeedReaderLimits> = {}, program = feedProgram): FeedProcess {
  return new SingleFeedProcess({ ...feedReaderLimits, ...limits }, program)
}

class SingleFeedProcess implements FeedProcess {
  readonly #limits: FeedReaderLimits
  readonly #program: string
  #child: ChildProcess | null = null
  #jobsDone = 0
  #idle: NodeJS.Timeout | undefined
  #lastTask: Promise<unknown> = Promise.resolve()

  constructor(limits: FeedReaderLimits, program: string) {
    this.#limits = limits
    this.#program = program
  }

  read(bytes: Uint8Array, place: FeedPlace, signal?: AbortSignal): Promise<FeedReading> {
    const task = this.#lastTask.then(() => {
      signal?.throwIfAborted()
      return this.#work(bytes, place, signal)
    })
    this.#lastTask = task.catch(() => undefined)
    return task
  }

  close(): void {
    clearTimeout(this.#idle)
    this.#child?.kill('SIGKILL')
    this.#child = null
  }

  async #work(bytes: Uint8Array, place: FeedPlace, signal?: AbortSignal): Promise<FeedReading> {
    clearTimeout(this.#idle)
    const child = (this.#child ??= this.#start())
    const milliseconds = this.#limits.feedMs + (bytes.length / 1024 ** 2) * this.#limits.mebibyteMs
    const deadline = { milliseconds, patienceMs: milliseconds * this.#limits.mostWaiting }
    const items: FeedItem[] = []
    const takePart = (part: unknown) => void items.push(...readPart(part))
    await sendBytes(child, bytes)
    signal?.throwIfAborted()
    const asked = await askChild(child, { place }, deadline, signal, takePart).catch(() => null)
    if (!asked) return this.#withoutProcess()
    const { answer, isStarved, workedMs } = asked
    this.#jobsDone += 1
    if (answer === null || this.#jobsDone >= this.#limits.maxJobs) this.close()
    else this.#idle = setTimeout(() => this.close(), this.#limits.idleMs).unref()
    if (answer === null) {
      signal?.throwIfAborted()
      if (isStarved) return { refusal: 'Busy' }
      return { refusal: workedMs >= milliseconds ? 'TooSlow' : await refusalOf(child) }
    }
    const { found } = answer as Extract<FeedAnswer, { found: unknown }>
    return 'refusal' in found ? found : { document: { ...found, items } }
  }

  /** The system has no room for one. */
  #withoutProcess(): FeedReading {
    this.close()
    return { refusal: 'Busy' }
  }

  #start(): ChildProcess {
    const child = startChild(this.#program, this.#limits.memoryBytes, niceness)
    this.#jobsDone = 0
    child.unref()
    child.channel?.unref()
    child.once('exit', () => {
      if (this.#child === child) this.#child = null
    })
    return child
  }
}

/** What V8, the allocator and the limit of the system end a process with. */
const outOfMemory: readonly string[] = ['SIGABRT', 'SIGTRAP', 'SIGILL'] satisfies NodeJS.Signals[]

/** Of a process that has ended by itself: whoever kills it says nothing of the feed. */
async function refusalOf(child: ChildProcess): Promise<FeedRefusal> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  const { exitCode, signalCode } = child
  if (exitCode === tooLargeExit || (signalCode !== null && outOfMemory.includes(signalCode)))
    return 'TooLarge'
  return signalCode === 'SIGKILL' || signalCode === 'SIGTERM' ? 'Busy' : 'Failed'
}

/** One piece after the other: to write them holds the thread for as long as one is copied. */
async function sendBytes(child: ChildProcess, bytes: Uint8Array): Promise<void> {
  const send = (message: FeedRequest) => new Promise((sent) => child.send(message, () => sent(undefined)))
  await send({ sizeBytes: bytes.length })
  for (let start = 0; start < bytes.length; start += pieceBytes)
    await send({ piece: bytes.subarray(start, start + pieceBytes) })
}
