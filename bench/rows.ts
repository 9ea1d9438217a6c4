/** One line of the result table. */
export interface BenchRow {
  readonly what: string
  readonly ours: string
  readonly yardstick: string
  readonly ratio: string
  readonly goal: string
  readonly isReached: boolean
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

export function percentile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}

export function markdownTable(rows: readonly BenchRow[]): string {
  const cells = rows.map((row) => [
    row.what,
    row.ours,
    row.yardstick,
    row.ratio,
    row.goal,
    row.isReached ? 'yes' : 'NO',
  ])
  const lines = [
    ['what', 'ours', 'yardstick', 'ratio', 'must reach', 'reached'],
    Array(6).fill('---'),
    ...cells,
  ]
  return lines.map((line) => `| ${line.join(' | ')} |`).join('\n')
}
