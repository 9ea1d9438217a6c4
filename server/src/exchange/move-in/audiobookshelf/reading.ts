import type { LeftoverKind } from '../library/moved-library.ts'
import { jsonOf } from './values.ts'
import type { SourceRows, SourceValue } from './source-rows.queries.ts'

/** What reading goes by: the rows, and what has no counterpart or cannot be read. */
export interface Reading {
  readonly source: SourceRows
  readonly leftovers: Map<LeftoverKind, number>
  readonly oddities: string[]
}

const maxOddities = 1000

export function count(reading: Reading, kind: LeftoverKind, by = 1): void {
  if (by > 0) reading.leftovers.set(kind, (reading.leftovers.get(kind) ?? 0) + by)
}

export function note(reading: Reading, sentence: string): void {
  if (reading.oddities.length < maxOddities) reading.oddities.push(sentence)
}

/** Broken JSON is noted and counts as absent. */
export function readJson(
  reading: Reading,
  row: Record<string, SourceValue>,
  column: string,
  what: string,
): unknown {
  const value = jsonOf(row[column] ?? null)
  if (value === undefined) note(reading, `The ${column} of ${what} cannot be read.`)
  return value ?? null
}
