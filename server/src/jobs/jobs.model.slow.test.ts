import fc from 'fast-check'
import { expect, it } from 'vitest'
import { openTestDatabase } from '../testing/engines.ts'
import type { Job } from './job.ts'
import * as jobs from './jobs.queries.ts'
import { forAllTests } from '../testing/for-all-tests.ts'

/**
 * Random walks of three nodes over one table: jobs are queued, replaced, asked for, cancelled, claimed, reported on,
 * finished, fail, and nodes die or sleep through their leases. One run at a time holds a job, no job is lost, and none is
 * run again after it has ended, unless it was asked for during the run.
 */

const db = await forAllTests(openTestDatabase())

const kind = 'walk'
const leaseMs = 1_000
const subjects = ['a', 'b', 'c'] as const

type Ending = 'report' | 'finish' | 'fail' | 'die'
type Step =
  | { readonly do: 'queue' | 'ask' | 'cancel'; readonly subject: (typeof subjects)[number] }
  | { readonly do: 'claim'; readonly node: number }
  | { readonly do: Ending; readonly node: number }
  | { readonly do: 'wait'; readonly ms: number }

const node = fc.integer({ min: 0, max: 2 })
const subject = fc.constantFrom(...subjects)
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constantFrom<'queue' | 'ask' | 'cancel'>('queue', 'queue', 'ask', 'ask', 'cancel'),
    subject,
  }),
  fc.record({
    do: fc.constantFrom<'claim' | Ending>('claim', 'claim', 'report', 'finish', 'fail', 'die'),
    node,
  }),
  fc.record({ do: fc.constant('wait'), ms: fc.constantFrom(1, leaseMs / 2, leaseMs) }),
)

/** What is queued last under a subject, and who may run it. */
interface Known {
  readonly order: number
  /** Since the last claim. */
  isAsked: boolean
  holder: { readonly node: number; leaseUntil: number } | null
  dueAt: number
}

class Walk {
  readonly #known = new Map<string, Known>()
  readonly #held = new Map<number, { job: Job; subject: string; order: number }>()
  #now = 1_000_000
  #orders = 0

  async take(next: Step): Promise<void> {
    if (next.do === 'wait') this.#now += next.ms
    else if (next.do === 'claim') await this.#claim(next.node)
    else if ('node' in next) await this.#goOn(next.node, next.do)
    else if (next.do === 'queue') await this.#queue(next.subject)
    else if (next.do === 'ask') await this.#ask(next.subject)
    else await this.#cancel(next.subject)
  }

  async #cancel(subject: string): Promise<void> {
    await jobs.deleteJobs(db.connection, kind, [subject])
    this.#known.delete(subject)
  }

  async #queue(subject: string): Promise<void> {
    const order = (this.#orders += 1)
    await jobs.insertJob(db.connection, { kind, subject, payload: { subject, order } }, this.#now)
    this.#known.set(subject, { order, isAsked: false, holder: null, dueAt: this.#now })
  }

  async #ask(subject: string): Promise<void> {
    const known = this.#known.get(subject)
    const order = (this.#orders += 1)
    await jobs.askForJob(db.connection, { kind, subject, payload: { subject, order } }, this.#now)
    if (known) known.isAsked = true
    else this.#known.set(subject, { order, isAsked: false, holder: null, dueAt: this.#now })
  }

  async #claim(node: number): Promise<void> {
    if (this.#held.has(node)) return
    const times = { now: this.#now, latestDue: Number.MAX_SAFE_INTEGER, leaseUntil: this.#now + leaseMs }
    const job = await jobs.claimJob(db.connection, kind, times)
    const due = [...this.#known.values()].filter(({ dueAt }) => dueAt <= this.#now)
    expect(job === undefined).toBe(due.length === 0)
    if (!job) return
    const { subject, order } = job.payload as { subject: string; order: number }
    const known = this.#known.get(subject)
    expect(known).toMatchObject({ order })
    expect(known?.dueAt).toBe(Math.min(...due.map(({ dueAt }) => dueAt)))
    Object.assign(known as Known, { isAsked: false, holder: { node }, dueAt: times.leaseUntil })
    this.#held.set(node, { job, subject, order })
  }

  async #goOn(node: number, what: Ending): Promise<void> {
    const held = this.#held.get(node)
    if (!held) return
    const { job, subject, order } = held
    const known = this.#known.get(subject)
    const isHeld = known?.order === order && known.holder?.node === node
    expect(await jobs.isHeld(db.connection, job)).toBe(isHeld)
    if (what === 'report') {
      const leaseUntil = this.#now + leaseMs
      expect(await jobs.renewJob(db.connection, job, { progress: {}, leaseUntil })).toBe(isHeld)
      if (isHeld) known.dueAt = leaseUntil
      return
    }
    this.#held.delete(node)
    if (what === 'die') return
    if (what === 'finish') await jobs.endJob(db.connection, job, this.#now)
    else await jobs.postponeJob(db.connection, job, this.#now + 10)
    if (!isHeld) return
    if (what === 'finish' && !known.isAsked) this.#known.delete(subject)
    else if (what === 'finish') Object.assign(known, { holder: null, dueAt: this.#now })
    else Object.assign(known, { holder: null, dueAt: this.#now + 10 })
  }

  async settle(): Promise<void> {
    const rows = await db.connection.selectFrom('jobs').select(['subject', 'due_at']).execute()
    const expected = [...this.#known].map(([name, { dueAt }]) => ({ subject: name, due_at: dueAt }))
    const byName = (a: { subject: string | null }, b: { subject: string | null }) =>
      String(a.subject).localeCompare(String(b.subject))
    expect(rows.toSorted(byName)).toEqual(expected.toSorted(byName))
  }
}

it('holds for every walk', { timeout: 300_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      await db.connection.deleteFrom('jobs').execute()
      const walk = new Walk()
      for (const next of steps) {
        await walk.take(next)
        await walk.settle()
      }
    }),
    { numRuns: 200 },
  )
})
