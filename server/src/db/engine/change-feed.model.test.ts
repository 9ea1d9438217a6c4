import fc from 'fast-check'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createChanges } from '../changes/changes.ts'
import { type FeedConnection, type SubscribeToChanges, createChangeFeed } from './change-feed.ts'

/**
 * A database, the way to it and the time, made up: other nodes commit, lines die, fall silent or are not to be had,
 * in any order. What this node keeps is never used when another has committed a second before.
 */

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

type Listened = Parameters<SubscribeToChanges>[0]

type Way = 'open' | 'silent' | 'refused'

class MadeUpDatabase {
  way: Way = 'open'
  /** How long an answer is under way. */
  answerMs = 5
  /** When each change was committed and acknowledged. */
  readonly commits: number[] = []
  readonly #lines = new Set<MadeUpLine>()

  commit(delayMs: number): void {
    this.commits.push(performance.now())
    for (const line of this.#lines) line.notify(delayMs)
  }

  cutLines(): void {
    for (const line of this.#lines) line.state = 'cut'
    this.#lines.clear()
  }

  silenceLines(): void {
    for (const line of this.#lines) line.state = 'silent'
    this.#lines.clear()
  }

  async open(changed: Listened): Promise<FeedConnection> {
    if (this.way === 'refused') throw new Error('refused')
    if (this.way === 'silent') await failAfter(2_000)
    const line = new MadeUpLine(changed, this)
    this.#lines.add(line)
    await pause(20)
    return line
  }
}

class MadeUpLine implements FeedConnection {
  state: 'alive' | 'silent' | 'cut' = 'alive'
  #untold = 0
  readonly #changed: Listened
  readonly #database: MadeUpDatabase

  constructor(changed: Listened, database: MadeUpDatabase) {
    this.#changed = changed
    this.#database = database
  }

  notify(delayMs: number): void {
    this.#untold += 1
    setTimeout(() => this.#tell(), delayMs)
  }

  async confirm(): Promise<void> {
    await pause(5)
    if (this.state === 'cut') throw new Error('cut')
    if (this.state === 'silent') await failAfter(900)
    this.#tell()
    await pause(this.#database.answerMs)
    if (this.state !== 'alive') await failAfter(900)
  }

  close(): void {
    this.state = 'cut'
  }

  /** What was committed so far, though it may have been on its way still. */
  #tell(): void {
    if (this.state === 'alive') while (this.#untold > 0) this.#untold -= (this.#changed(['audio-books/1']), 1)
  }
}

function pause(milliseconds: number, end?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    setTimeout(resolve, milliseconds)
    end?.addEventListener('abort', () => reject(new Error('ended')))
  })
}

async function failAfter(milliseconds: number): Promise<never> {
  await pause(milliseconds)
  throw new Error('no answer')
}

type Step =
  | readonly ['wait' | 'commit' | 'slow', number]
  | readonly ['cut' | 'silence' | 'catch up']
  | readonly ['way', Way]

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.tuple(fc.constant('wait' as const), fc.integer({ min: 1, max: 1_500 })) },
  { weight: 4, arbitrary: fc.tuple(fc.constant('commit' as const), fc.integer({ min: 0, max: 3_000 })) },
  fc.tuple(fc.constantFrom('cut' as const, 'silence' as const)),
  { weight: 3, arbitrary: fc.tuple(fc.constant('catch up' as const)) },
  fc.tuple(fc.constant('slow' as const), fc.integer({ min: 0, max: 850 })),
  fc.tuple(fc.constant('way' as const), fc.constantFrom<Way>('open', 'silent', 'refused')),
)

/** An answer that takes long, a change meanwhile, and silence after it: what the answer knew was old already. */
const slowAnswer: fc.Arbitrary<Step[]> = fc
  .tuple(fc.integer({ min: 0, max: 1_300 }), fc.integer({ min: 1, max: 850 }))
  .map(([before, after]) => [
    ['slow', 800],
    ['wait', 1_000 + before],
    ['commit', 5_000],
    ['wait', after],
    ['silence'],
    ['wait', 1_500],
  ])

/** Looks at every moment that something can have changed in. */
const lookEveryMs = 25

it('never uses what is older than a second or than a reader wants it, and keeps again once it can', async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.array(step, { maxLength: 25 }), slowAnswer), async (steps) => {
      const database = new MadeUpDatabase()
      const listen = createChangeFeed({
        open: (changed) => database.open(changed),
        now: () => performance.now(),
        pause,
        report: () => undefined,
      })
      const changes = createChanges(listen)
      /** What was kept first at each version, and how many changes it shows. */
      const kept = new Map<number, number>()
      const catchingUp: Promise<unknown>[] = []

      const committedASecondAgo = () => database.commits.filter((at) => at < performance.now() - 1_000).length
      const look = (mustBeSeen = committedASecondAgo()): boolean => {
        const { version } = changes
        if (Number.isNaN(version)) return false
        const shown = kept.get(version)
        if (shown === undefined) kept.set(version, database.commits.length)
        else expect(shown).toBeGreaterThanOrEqual(mustBeSeen)
        return shown !== undefined
      }
      const wait = async (milliseconds: number): Promise<void> => {
        for (let waited = 0; waited < milliseconds; waited += lookEveryMs) {
          await vi.advanceTimersByTimeAsync(lookEveryMs)
          look()
        }
      }
      const take = {
        wait,
        commit: (delayMs: number) => database.commit(delayMs),
        slow: (answerMs: number) => void (database.answerMs = answerMs),
        way: (way: Way) => void (database.way = way),
        cut: () => database.cutLines(),
        silence: () => database.silenceLines(),
        'catch up': () => {
          const committed = database.commits.length
          catchingUp.push(changes.catchUp().then(() => look(committed)))
        },
      }
      for (const [what, value] of steps) {
        await take[what](value as never)
        look()
      }
      database.way = 'open'
      database.answerMs = 5
      await wait(6_000)
      await Promise.all(catchingUp)
      look()
      expect(look()).toBe(true)
      const ended = changes.close()
      await vi.advanceTimersByTimeAsync(5_000)
      await ended
    }),
    { numRuns: 200 },
  )
})
