import type { PlayersReport, Spread } from './player-jobs.ts'
import type { PlayerEvents } from './player.ts'

/** Beyond this, what a listener misses may be missing because this program has not looked. */
const lateMs = 500
/** For so long after. */
const lateFollowsMs = 5_000

/** What all players together have seen. */
export class PlayersTally implements PlayerEvents {
  readonly #firstByteMs: number[] = []
  readonly #savedMs: number[] = []
  readonly #lagMs: number[] = []
  readonly #surprises: Record<string, number> = {}
  readonly #counts = { stalls: 0, ownStalls: 0, jumps: 0, cuts: 0, bytes: 0 }
  #lateAt = -Infinity

  firstByte(ms: number): void {
    this.#firstByteMs.push(ms)
  }

  bytes(count: number): void {
    this.#counts.bytes += count
  }

  cut(): void {
    this.#counts.cuts += 1
  }

  jump(): void {
    this.#counts.jumps += 1
  }

  stall(): void {
    this.#counts.stalls += 1
    if (performance.now() - this.#lateAt < lateFollowsMs) this.#counts.ownStalls += 1
  }

  saved(ms: number): void {
    this.#savedMs.push(ms)
  }

  /** This program was late itself. */
  lag(ms: number): void {
    this.#lagMs.push(ms)
    if (ms > lateMs) this.#lateAt = performance.now()
  }

  surprise(what: string): void {
    this.#surprises[what] = (this.#surprises[what] ?? 0) + 1
  }

  report(heardSeconds: number): PlayersReport {
    const { user, system } = process.cpuUsage()
    return {
      ...this.#counts,
      firstByteMs: spreadOf(this.#firstByteMs),
      savedMs: spreadOf(this.#savedMs),
      lagMs: spreadOf(this.#lagMs),
      heardSeconds: Math.round(heardSeconds),
      processorSeconds: Math.round((user + system) / 1e6),
      surprises: this.#surprises,
    }
  }
}

function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((one, other) => one - other)
  const at = (share: number) => Math.round(10 * (sorted[Math.floor((sorted.length - 1) * share)] ?? 0)) / 10
  return { count: sorted.length, p50: at(0.5), p99: at(0.99), worst: at(1) }
}
