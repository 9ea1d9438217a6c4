import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Database } from '../db/database.ts'
import { openTestDatabase } from '../testing/engines.ts'
import { growingPauseMs, type Job, JobEnded, type JobKind, type Run } from './job.ts'
import { createJobLane } from './job-lane.ts'
import { askForJob, deleteJobs, insertJob } from './jobs.queries.ts'

const leaseMs = 120_000
const time = { now: 0 }
const logged: object[] = []
let db: Database & AsyncDisposable
beforeEach(async () => {
  db = await openTestDatabase()
  time.now = Date.UTC(2026, 0, 1)
  logged.length = 0
})
afterEach(async () => await db[Symbol.asyncDispose]())

/** A node whose runs of the kind `count` are `work`. */
function openNode(work: (job: Job, run: Run) => Promise<void> | void, kind: Partial<JobKind> = {}) {
  const log = {
    warn: (reason: object) => logged.push(reason),
    error: (reason: object) => logged.push(reason),
  }
  const lane = createJobLane(
    { db, clock: () => time.now, log },
    {
      name: 'count',
      leaseMs,
      longestWaitMs: 7_200_000,
      run: async (job, run) => await work(job, run),
      onFailure: (_error, { attempts }) => ({ retryAt: time.now + growingPauseMs(attempts), restMs: 0 }),
      ...kind,
    },
  )
  return lane
}

const queue = (subject: string | null = null, payload: object = {}, at = time.now) =>
  insertJob(db.connection, { kind: 'count', subject, payload }, at)
const waiting = () =>
  db.connection.selectFrom('jobs').select(['due_at', 'attempts', 'progress']).orderBy('id').execute()

/** Work that a test ends. */
function openWork() {
  const begun = Promise.withResolvers<void>()
  const ending = Promise.withResolvers<void>()
  const work = vi.fn(() => {
    begun.resolve()
    return ending.promise
  })
  return { work, begun: begun.promise, end: ending.resolve, fail: () => ending.reject(new Error('failed')) }
}

it('gives what a dead node had begun to another, after the lease', async () => {
  const dead = openWork()
  await queue()
  const dying = openNode(dead.work).runDue()
  await dead.begun
  const runs = vi.fn()
  const other = openNode(runs)
  await other.runDue()
  expect(runs).not.toHaveBeenCalled()
  time.now += leaseMs
  await other.runDue()
  expect(runs).toHaveBeenCalledOnce()
  dead.fail()
  await dying
  expect(await waiting()).toEqual([])
})

it('does not put off what another node has taken over', async () => {
  const [late, next] = [openWork(), openWork()]
  await queue()
  const first = openNode(late.work).runDue()
  await late.begun
  time.now += leaseMs
  const second = openNode(next.work).runDue()
  await next.begun
  late.fail()
  await first
  expect(await waiting()).toEqual([{ due_at: time.now + leaseMs, attempts: 2, progress: null }])
  next.end()
  await second
  expect(await waiting()).toEqual([])
})

it('runs each job once when several nodes look at one database', async () => {
  for (let number = 0; number < 20; number += 1) await queue(null, { number })
  const runs: unknown[] = []
  const nodes = Array.from({ length: 3 }, () => openNode(({ payload }) => void runs.push(payload)))
  await Promise.all(nodes.map((node) => node.runDue()))
  expect(new Set(runs.map((payload) => JSON.stringify(payload))).size).toBe(20)
  expect(runs).toHaveLength(20)
})

it('tries again after growing pauses', async () => {
  await queue()
  const node = openNode(() => Promise.reject(new Error('failed')))
  const pausesMs: number[] = []
  for (let attempt = 0; attempt < 7; attempt += 1) {
    await node.runDue()
    const [job] = await waiting()
    pausesMs.push((job?.due_at ?? 0) - time.now)
    time.now = job?.due_at ?? 0
  }
  expect(pausesMs).toEqual([10_000, 30_000, 60_000, 300_000, 900_000, 3_600_000, 3_600_000])
})

it('a report keeps the job beyond its lease, and says how far it is', async () => {
  await queue()
  const other = openNode(() => expect.unreachable())
  const node = openNode(async (_job, run) => {
    for (const percent of [25, 50, 75]) {
      await run.report({ percent })
      time.now += leaseMs - 1
      await other.runDue()
      expect(await waiting()).toMatchObject([{ progress: JSON.stringify({ percent }) }])
    }
  })
  await node.runDue()
  expect(await waiting()).toEqual([])
})

it.each([
  ['is cancelled', () => deleteJobs(db.connection, 'count', ['book 1']), []],
  ['is replaced', () => queue('book 1', { again: true }), [{ again: true }]],
])('a run whose job %s ends at its next report', async (_what, change, followers) => {
  await queue('book 1')
  const ended: unknown[] = []
  const runs: unknown[] = []
  const node = openNode(async (job, run) => {
    runs.push(job.payload)
    if (runs.length > 1) return
    await run.report({})
    await change()
    await run.report({}).catch((error: unknown) => {
      ended.push(error)
      throw error
    })
  })
  await node.runDue()
  expect(ended).toEqual([expect.any(JobEnded)])
  expect(runs.slice(1)).toEqual(followers)
  expect(await waiting()).toEqual([])
})

it('keeps the newest of the jobs with one subject', async () => {
  for (const number of [1, 2, 3]) await queue('book 1', { number })
  await queue('book 2', { number: 4 })
  const runs: unknown[] = []
  await openNode(({ payload }) => void runs.push(payload)).runDue()
  expect(runs).toEqual([{ number: 3 }, { number: 4 }])
})

it('runs a job again that was asked for during its run, in a transaction that ends after it', async () => {
  const [first, runs] = [openWork(), vi.fn()]
  await queue('a')
  const node = openNode(({ attempts }) => {
    runs(attempts)
    return runs.mock.calls.length === 1 ? first.work() : undefined
  })
  const running = node.runDue()
  await first.begun
  await db.connection.transaction().execute(async (connection) => {
    await askForJob(connection, { kind: 'count', subject: 'a', payload: {} }, time.now)
    first.end()
  })
  await running
  expect(runs.mock.calls).toEqual([[1], [1]])
  expect(await waiting()).toEqual([])
})

it('a recurring job comes once for all nodes, again and again', async () => {
  const runs: (number | null)[] = []
  const hourMs = 3_600_000
  const nodes = [1, 2].map(() => openNode(({ ranAt }) => void runs.push(ranAt), { everyMs: hourMs }))
  const ends: number[] = []
  for (let hour = 0; hour < 4; hour += 1) {
    await Promise.all(nodes.map((node) => node.runDue()))
    if (hour > 0) ends.push(time.now)
    time.now += hourMs
  }
  expect(runs).toEqual([null, ...ends.slice(0, 2)])
})

it('is due when the clock is put back by more than the longest wait', async () => {
  const runs = vi.fn()
  await queue(null, {}, time.now + 365 * 24 * 3_600_000)
  await openNode(runs).runDue()
  expect(runs).toHaveBeenCalledOnce()
})

it('wakes after its caller has gone on, once for many calls, and serves who comes in between', async () => {
  const ranAgain = Promise.withResolvers<void>()
  let runs = 0
  const node = openNode(async () => {
    runs += 1
    if (runs > 1) return ranAgain.resolve()
    await queue()
    node.wake()
  })
  await queue()
  const claims = vi.spyOn(db.connection, 'updateTable')
  for (let call = 0; call < 10; call++) node.wake()
  expect(claims).not.toHaveBeenCalled()
  await ranAgain.promise
  await node.stop()
  expect(claims.mock.calls.length).toBeLessThan(6)
  expect(await waiting()).toEqual([])
})

it('looks again by itself when the next job is due', async () => {
  const timer = Promise.withResolvers<() => void>()
  const { setTimeout: realSetTimeout } = globalThis
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((callback: () => void, ms?: number) => {
    if (ms === 12_345) timer.resolve(callback)
    return realSetTimeout(callback, ms)
  }) as typeof setTimeout)
  const ran = Promise.withResolvers<void>()
  const node = openNode(() => ran.resolve())
  await queue(null, {}, time.now + 12_345)
  node.wake()
  const look = await timer.promise
  time.now += 12_345
  look()
  await ran.promise
  await node.stop()
  expect(await waiting()).toEqual([])
})

it('stops after the run in progress, which is told, and begins no other', async () => {
  const begun = Promise.withResolvers<AbortSignal>()
  const ending = Promise.withResolvers<void>()
  const close = vi.fn()
  const runs = vi.fn((_job: Job, { signal }: Run) => {
    begun.resolve(signal)
    return ending.promise
  })
  const node = openNode(runs, { close })
  await queue()
  await queue()
  node.wake()
  const signal = await begun.promise
  const stopping = node.stop()
  expect(signal.aborted).toBe(true)
  expect(close).not.toHaveBeenCalled()
  ending.resolve()
  await stopping
  expect(close).toHaveBeenCalled()
  expect(await waiting()).toHaveLength(1)
  node.wake()
  await node.runDue()
  expect(runs).toHaveBeenCalledOnce()
})

it('breaks off a run that does not end', async () => {
  const hanging = openWork()
  const node = openNode(hanging.work, { close: hanging.fail })
  await queue()
  node.wake()
  await hanging.begun
  vi.spyOn(globalThis, 'setTimeout').mockImplementationOnce(((callback: () => void) => {
    callback()
  }) as never)
  await node.stop()
  expect(await waiting()).toMatchObject([{ due_at: time.now + 10_000, attempts: 1 }])
})
