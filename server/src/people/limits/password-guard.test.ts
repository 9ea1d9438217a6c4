import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { startTestServer } from '../../testing/server.ts'
import { anyFailure, AppError } from '../../errors.ts'
import { forgiveFailures, guardPassword } from './password-guard.ts'
import { forAllTests } from '../../testing/for-all-tests.ts'

const minute = 60_000

let account: string
const server = await forAllTests(startTestServer())
beforeEach(() => {
  account = `${randomUUID()}@example.org`
})

const ip = '192.0.2.7'

interface Try {
  readonly emailKey?: string
  readonly from?: string
  readonly isRight?: boolean
}

/** What comes of one try; `locked` when the password was not looked at. */
async function attempt({ emailKey = account, from = ip, isRight = false }: Try = {}) {
  let isLookedAt = false
  const verify = async () => {
    isLookedAt = true
    return isRight
  }
  try {
    const found = await guardPassword(server.deps, { emailKey, ip: from }, verify, anyFailure)
    return found ? 'right' : 'wrong'
  } catch (error) {
    expect(error).toMatchObject({ code: 'TooManyAttempts' })
    expect(isLookedAt).toBe(false)
    return 'locked'
  }
}

async function attempts(count: number, what: Try = {}): Promise<string[]> {
  const found: string[] = []
  for (let turn = 0; turn < count; turn += 1) found.push(await attempt(what))
  return found
}

const five = ['wrong', 'wrong', 'wrong', 'wrong', 'wrong']

async function countFailures(): Promise<number> {
  const { connection } = server.deps.db
  return (await connection.selectFrom('password_failures').select('id').execute()).length
}

describe('the sixth password after five wrong ones', () => {
  it('is not looked at, right or wrong', async () => {
    expect(await attempts(6)).toEqual([...five, 'locked'])
    expect(await attempt({ isRight: true })).toBe('locked')
  })

  it('is told after how long it will be, and is looked at then', async () => {
    await attempts(5)
    const refusal = async () =>
      await guardPassword(server.deps, { emailKey: account, ip }, async () => true, anyFailure).catch(
        (error) => error,
      )
    expect(await refusal()).toMatchObject({ retryAfterMs: 5 * minute })
    server.time.now += 5 * minute - 1
    expect(await refusal()).toMatchObject({ code: 'TooManyAttempts', retryAfterMs: 1 })
    server.time.now += 1
    expect(await attempt({ isRight: true })).toBe('right')
  })

  it('does not make the wait longer, and costs no write', async () => {
    await attempts(5)
    const before = await countFailures()
    server.time.now += 4 * minute
    await attempts(10)
    expect(await countFailures()).toBe(before)
    server.time.now += minute
    expect(await attempt()).toBe('wrong')
  })

  it('is looked at as soon as the owner has set the password anew', async () => {
    await attempts(5)
    await attempts(5, { from: '198.51.100.1' })
    await forgiveFailures(server.deps, account)
    expect(await attempt()).toBe('wrong')
    expect(await attempt({ from: '198.51.100.1' })).toBe('wrong')
  })

  it('is looked at from another address, and for another account', async () => {
    await attempts(5)
    expect(await attempt({ from: '192.0.2.8', isRight: true })).toBe('right')
    expect(await attempt({ emailKey: `another.${account}` })).toBe('wrong')
    expect(await attempt()).toBe('locked')
  })

  it.each([
    ['2001:db8:1:2::1', '2001:db8:1:2:ffff::1', 'locked'],
    ['2001:db8:1:2::1', '2001:db8:1:3::1', 'wrong'],
    ['192.0.2.7', '::ffff:192.0.2.7', 'locked'],
    ['::ffff:192.0.2.7', '::ffff:192.0.2.8', 'wrong'],
  ])('after five from %s, from %s, is %s', async (first, second, outcome) => {
    await attempts(5, { from: first })
    expect(await attempt({ from: second })).toBe(outcome)
  })
})

describe('a password that could not be looked at', () => {
  it('does not count', async () => {
    const busy = async () => {
      throw new AppError('ServiceUnavailable')
    }
    const before = await countFailures()
    for (let turn = 0; turn < 10; turn += 1) {
      const failing = guardPassword(server.deps, { emailKey: account, ip }, busy, anyFailure)
      await expect(failing).rejects.toMatchObject({ code: 'ServiceUnavailable' })
    }
    expect(await countFailures()).toBe(before)
    expect(await attempts(6)).toEqual([...five, 'locked'])
  })
})

describe('passwords at any times', () => {
  interface Step {
    readonly pauseMs: number
    readonly isRight: boolean
  }

  /** The rule in words: the latest five within five minutes, the newest not five minutes ago. */
  function createModel() {
    let failures: number[] = []
    return (now: number, { isRight }: Step) => {
      const [first, , , , last] = failures.slice(-5)
      const isLocked = first !== undefined && last !== undefined
      if (isLocked && last - first < 5 * minute && now - last < 5 * minute) return 'locked'
      failures = isRight ? [] : [...failures, now]
      return isRight ? 'right' : 'wrong'
    }
  }

  it('are looked at by the rule, and only by it', async () => {
    const edges = fc.constantFrom(
      0,
      1,
      minute,
      75_000,
      2 * minute,
      5 * minute - 1,
      5 * minute,
      5 * minute + 1,
    )
    const pauseMs = fc.oneof({ arbitrary: edges, weight: 2 }, { arbitrary: fc.nat(90_000), weight: 3 })
    const isRight = fc.oneof({ arbitrary: fc.constant(false), weight: 12 }, fc.constant(true))
    const steps = fc.array(fc.record({ pauseMs, isRight }), { minLength: 6, maxLength: 24, size: 'max' })
    const seen = new Set<string>()
    const check = async (tries: Step[]) => {
      account = randomUUID()
      const model = createModel()
      for (const step of tries) {
        server.time.now += step.pauseMs
        const found = await attempt(step)
        seen.add(found)
        expect(found).toBe(model(server.time.now, step))
      }
    }
    await fc.assert(fc.asyncProperty(steps, check), { numRuns: 50 })
    expect([...seen].toSorted()).toEqual(['locked', 'right', 'wrong'])
  })
})

describe('wrong passwords at once', () => {
  /** The guard as another process has it, which knows of the others by the database alone. */
  async function loadGuard(): Promise<typeof guardPassword> {
    vi.resetModules()
    return (await import('./password-guard.ts')).guardPassword
  }

  async function countGuesses(tries: number, guards: readonly (typeof guardPassword)[]): Promise<number> {
    let guesses = 0
    const verify = async () => {
      guesses += 1
      // Others come while it is looked at.
      await new Promise((resolve) => setImmediate(resolve))
      return false
    }
    const guess = async (place: number) =>
      await guards[place % guards.length]?.(server.deps, { emailKey: account, ip }, verify, anyFailure)
    const outcomes = await Promise.allSettled(Array.from({ length: tries }, (_, place) => guess(place)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(guesses)
    return guesses
  }

  it('are five guesses, if they are a hundred', async () => {
    expect(await countGuesses(100, [guardPassword])).toBe(5)
  })

  it('are no more on any number of nodes, whatever was tried before', async () => {
    const guards: (typeof guardPassword)[] = []
    for (let node = 0; node < 6; node += 1) guards.push(await loadGuard())
    expect(new Set(guards).size).toBe(6)
    for (const before of [0, 1, 2, 3, 4, 5]) {
      account = randomUUID()
      await attempts(before)
      expect(before + (await countGuesses(60, guards))).toBeLessThanOrEqual(5)
    }
  })
})
