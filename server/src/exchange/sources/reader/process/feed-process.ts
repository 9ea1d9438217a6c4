import { once } from 'node:events'
import { join } from 'node:path'
import { askChild } from '../../../../processes/ask-child.ts'
import { Child } from '../../../../processes/child.ts'
import type {
  FeedItem,
  FeedPlace,
  FeedReader,
  FeedReading,
  FeedRefusal,
  UnchangedItem,
} from '../feed-document.ts'
import { type FeedAnswer, type FeedRequest, readPart, tooLargeExit } from './feed-request.ts'

/** One child process, one feed at a time; killed when a feed exceeds its time or memory. */

export interface FeedReaderLimits {
  /** Of processor time: for the start of the process, for any feed, and for each MiB of it. */
  readonly startMs: number
  readonly feedMs: number
  readonly mebibyteMs: number
  /** Of the wall clock, as a multiple of that. */
  readonly mostWaiting: number
  readonly memoryBytes: number
  readonly idleMs: number
  readonly maxJobs: number
}

export const feedReaderLimits: FeedReaderLimits = {
  startMs: 10_000,
  feedMs: 3_000,
  mebibyteMs: 250,
  mostWaiting: 20,
  memoryBytes: 1024 ** 3,
  idleMs: 60_000,
  maxJobs: 2_000,
}

/** Runs in the child. */
export const feedProgram = join(import.meta.dirname, '../../../../../commands/read-feed.ts')

export interface FeedProcess extends FeedReader {
  close(): void
}

export function createFeedReader(limits: Partial<FeedReaderLimits> = {}, program = feedProgram): FeedProcess {
  return new SingleFeedProcess({ ...feedReaderLimits, ...limits }, program)
}

class SingleFeedProcess implements FeedProcess {
  readonly #limits: FeedReaderLimits
  readonly #program: string
  #child: Child | null = null
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
    this.#child?.kill()
    this.#child = null
  }

  async #work(bytes: Uint8Array, place: FeedPlace, signal?: AbortSignal): Promise<FeedReading> {
    clearTimeout(this.#idle)
    const child = (this.#child ??= this.#start())
    const startMs = this.#jobsDone === 0 ? this.#limits.startMs : 0
    const feedMs = this.#limits.feedMs + (bytes.length / 1024 ** 2) * this.#limits.mebibyteMs
    const milliseconds = startMs + feedMs
    const deadline = { milliseconds, patienceMs: milliseconds * this.#limits.mostWaiting }
    const items: FeedItem[] = []
    const unchanged: UnchangedItem[] = []
    const takePart = (part: unknown) => {
      const read = readPart(part)
      items.push(...read.items)
      unchanged.push(...read.unchanged)
    }
    const request: FeedRequest = { place }
    child.send(bytes)
    const asked = await askChild(child, request, deadline, signal, takePart).catch(() => null)
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
    return 'refusal' in found ? found : { document: { ...found, items, unchanged } }
  }

  /** The system has no room for one. */
  #withoutProcess(): FeedReading {
    this.close()
    return { refusal: 'Busy' }
  }

  #start(): Child {
    const child = new Child(this.#program, this.#limits.memoryBytes)
    this.#jobsDone = 0
    child.once('exit', () => {
      if (this.#child === child) this.#child = null
    })
    return child
  }
}

/** What V8, the allocator and the limit of the system end a process with. */
const outOfMemory: readonly string[] = ['SIGABRT', 'SIGTRAP', 'SIGILL'] satisfies NodeJS.Signals[]

/** Of a process that has ended by itself: whoever kills it says nothing of the feed. */
async function refusalOf(child: Child): Promise<FeedRefusal> {
  if (child.exit === null) await once(child, 'exit')
  const { code = null, signal = null } = child.exit ?? {}
  if (code === tooLargeExit || (signal !== null && outOfMemory.includes(signal))) return 'TooLarge'
  return signal === 'SIGKILL' || signal === 'SIGTERM' ? 'Busy' : 'Failed'
}
