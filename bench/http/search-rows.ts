import type { BenchRow } from '../rows.ts'
import type { SearchTimes } from './search.ts'

const goals = { p50: 30, p99: 150 }
const judged = 'all of these'

/** The times of `measureSearch` as rows; the goals hold for the mix of all searches. */
export function searchRows(times: readonly SearchTimes[], engine: string): BenchRow[] {
  return times.map(({ kind, p50, p99, matches }) => ({
    what: `search in 100 000 audio books, ${engine}: ${kind}`,
    ours: `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, ${matches} matches`,
    yardstick: '',
    ratio: '',
    goal: kind === judged ? `p50 ≤ ${goals.p50} ms, p99 ≤ ${goals.p99} ms` : '',
    isReached: kind !== judged || (p50 <= goals.p50 && p99 <= goals.p99),
  }))
}
