import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { episodesAtOnce } from '../writing/feed-slices.ts'
import { queueKeeping } from '../keep/keep-jobs.ts'
import { leaseMs, type SourceDeps } from '../source/source-deps.ts'
import {
  heldUntil,
  holdHost,
  leaseDueSources,
  renewLease,
  returnLease,
  type SourceRow,
} from '../source/sources.queries.ts'
import { queueArchive } from './archive-job.ts'
import { writeParts } from './change-batch.ts'
import { checkFeed, type Checked } from './check-source.ts'
import { endOfCheck, endOfFailure, endOfForeign, settleCheck } from './end-of-check.ts'
import { type ChangePart, episodesOf, partsOf } from './feed-change.ts'
import { HostQueue } from './host-queue.ts'

/** Sources that a node leases at once. */
const leasedAtOnce = 8
const requestsAtOnce = 16
/** Until there may be time to read feeds. */
const busyMs = 60_000
/** After an error that says nothing of the feed. */
const afterErrorMs = 30 * 60_000

export interface CheckPace {
  /** Between two requests to a host. */
  readonly hostPauseMs: number
  /** Between two looks for what is due. */
  readonly lookMs: number
  /** For which changes wait for others, to be written together. */
  readonly batchMs: number
}

const usualPace: CheckPace = { hostPauseMs: 250, lookMs: 2_000, batchMs: 5_000 }

/** Checks the sources of all nodes: each leases a few that are due, and those of one that died are due again (0062). */
export interface SourceChecks {
  start(): void
  wake(): void
  /** Checks all that are due, and writes what they bring. */
  runDue(): Promise<void>
  stop(): Promise<void>
}

export function createSourceChecks(deps: SourceDeps, pace: Partial<CheckPace> = {}): SourceChecks {
  return new NodeChecks(deps, { ...usualPace, ...pace })
}

class NodeChecks implements SourceChecks {
  readonly #deps: SourceDeps
  readonly #pace: CheckPace
  readonly #hosts: HostQueue
  readonly #ended = new AbortController()
  /** Each with its host. */
  readonly #running = new Map<Promise<void>, string>()
  /** Hosts of which several were due at once, and more may be. */
  readonly #crowded = new Set<string>()
  #parts: ChangePart[] = []
  #covers: AsyncDisposable[] = []
  #writing: Promise<void> = Promise.resolve()
  #batchTimer: NodeJS.Timeout | undefined
  #timer: NodeJS.Timeout | undefined
  #looking: Promise<unknown> = Promise.resolve()

  constructor(deps: SourceDeps, pace: CheckPace) {
    this.#deps = deps
    this.#pace = pace
    this.#hosts = new HostQueue(requestsAtOnce, pace.hostPauseMs, (milliseconds) =>
      sleep(milliseconds, undefined, { ref: false, signal: this.#ended.signal }).catch(() => undefined),
    )
  }

  start(): void {
    this.#look()
  }

  wake(): void {
    if (this.#timer === undefined) return
    clearTimeout(this.#timer)
    this.#look()
  }

  #look(): void {
    this.#timer = undefined
    this.#looking = this.#beginDue()
      .catch((error: unknown) => this.#deps.log.warn({ err: error }, 'looking for due sources'))
      .finally(() => {
        if (!this.#ended.signal.aborted)
          this.#timer = setTimeout(() => this.#look(), this.#pace.lookMs).unref()
      })
  }

  async runDue(): Promise<void> {
    do {
      await Promise.all(this.#running.keys())
    } while ((await this.#beginDue()) > 0)
    await Promise.all(this.#running.keys())
    await this.#write()
  }

  async stop(): Promise<void> {
    this.#ended.abort()
    clearTimeout(this.#timer)
    await this.#looking
    await Promise.all(this.#running.keys())
    await this.#write()
  }

  /**
   * Of hosts that this node asks already no more are leased: those with many feeds, which may not answer, take one of the
   * requests at a time like every other.
   *
   * @returns how many have begun
   */
  async #beginDue(): Promise<number> {
    let begun = 0
    while (!this.#ended.signal.aborted) {
      const busyHosts = [...new Set(this.#running.values())]
      if (busyHosts.length >= requestsAtOnce) break
      const now = this.#deps.clock()
      const rows = await leaseDueSources(this.#deps.db, {
        lease: randomUUID(),
        now,
        until: now + leaseMs,
        limit: leasedAtOnce,
        busyHosts,
      })
      for (const row of rows) this.#begin(row)
      begun += rows.length
      if (rows.length < leasedAtOnce) break
    }
    return begun
  }

  #begin(row: SourceRow): void {
    const run = this.#hosts
      .run(row.host, () => this.#check(row))
      .catch((error: unknown) => {
        if (this.#ended.signal.aborted) return
        this.#deps.log.warn({ err: error, sourceId: row.id }, 'checking a source')
      })
      .finally(() => this.#end(run, row.host))
    if ([...this.#running.values()].includes(row.host)) this.#crowded.add(row.host)
    this.#running.set(run, row.host)
  }

  /** Looks at once for what was left out because its host, or all requests, were taken. */
  #end(run: Promise<void>, host: string): void {
    const wereAllTaken = new Set(this.#running.values()).size >= requestsAtOnce
    this.#running.delete(run)
    if ([...this.#running.values()].includes(host)) return
    if (this.#crowded.delete(host) || wereAllTaken) this.wake()
  }

  async #check(row: SourceRow): Promise<void> {
    const { db, clock } = this.#deps
    const { connection } = db
    const lease = { id: row.id, lease: row.lease ?? '' }
    if (this.#ended.signal.aborted) return await returnLease(connection, lease, row.next_at ?? clock())
    // Others of its host may have taken their time.
    const renewed = await renewLease(connection, lease, clock() + leaseMs)
    if (!renewed) return
    const held = heldUntil(renewed, clock())
    if (held !== null) return await returnLease(connection, lease, held)
    try {
      await this.#settle(row, await checkFeed(this.#deps, row, this.#ended.signal))
    } catch (error) {
      // Another node goes on at once with what this one leaves.
      const isLeft = this.#ended.signal.aborted
      await returnLease(connection, lease, clock() + (isLeft ? 0 : afterErrorMs))
      throw error
    }
  }

  async #settle(row: SourceRow, checked: Checked): Promise<void> {
    const { connection } = this.#deps.db
    const lease = { id: row.id, lease: row.lease ?? '' }
    switch (checked.kind) {
      case 'change':
        return this.#collect(partsOf(checked.change))
      case 'busy':
        return await returnLease(connection, lease, this.#deps.clock() + busyMs)
      case 'same':
        await settleCheck(this.#deps, row, await endOfCheck(this.#deps, row, checked.fetched))
        if (row.keep !== 'none') await queueKeeping(connection, row.id, this.#deps.clock())
        if (row.archive_url !== null) await queueArchive(connection, row.id, this.#deps.clock())
        return
      case 'foreign':
        return await settleCheck(this.#deps, row, await endOfForeign(this.#deps, row, checked.fetched))
      case 'failed': {
        const end = endOfFailure(this.#deps.clock(), row, checked.failure)
        await settleCheck(this.#deps, row, end)
        await this.#holdBusyHost(row, checked.failure, end.next_at)
      }
    }
  }

  /** Of a host that asks for fewer requests no feed is asked for. */
  async #holdBusyHost(
    { host }: SourceRow,
    { status }: { readonly status: number | null },
    until: number | null,
  ): Promise<void> {
    if ((status !== 429 && status !== 503) || until === null) return
    await holdHost(this.#deps.db.connection, host, until)
  }

  #collect(parts: readonly ChangePart[]): void {
    this.#parts.push(...parts)
    const cover = parts[0]?.change.cover
    if (cover) this.#covers.push(cover.opened)
    const episodes = this.#parts.reduce((sum, part) => sum + episodesOf(part), 0)
    if (episodes >= episodesAtOnce) void this.#write()
    else this.#batchTimer ??= setTimeout(() => void this.#write(), this.#pace.batchMs).unref()
  }

  /** Never rejects. */
  #write(): Promise<void> {
    clearTimeout(this.#batchTimer)
    this.#batchTimer = undefined
    const [parts, covers] = [this.#parts, this.#covers]
    this.#parts = []
    this.#covers = []
    this.#writing = this.#writing.then(async () => {
      await writeParts(this.#deps, parts)
      for (const cover of covers) await cover[Symbol.asyncDispose]()
    })
    return this.#writing.catch((error: unknown) =>
      this.#deps.log.warn({ err: error }, 'writing what feeds brought'),
    )
  }
}
