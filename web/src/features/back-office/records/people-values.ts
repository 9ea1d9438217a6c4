/** The rows of a table of credits. */
import type { NewCredit } from '@earmark/contract/credit-edits.ts'
import type { Credit } from '@earmark/contract/credits.ts'

export interface CreditRow {
  /** Stays the same when the role or the order changes. */
  id: string
  place: number
  credit: Credit
}

export function rowsOf(credits: readonly Credit[]): CreditRow[] {
  return credits.map((credit, place) => {
    const earlier = credits.slice(0, place).filter(({ creator }) => creator.id === credit.creator.id)
    return { id: `${credit.creator.id}-${earlier.length}`, place, credit }
  })
}

export function moveCredit(rows: readonly CreditRow[], id: string, place: number): Credit[] {
  const moved = rows.filter((row) => row.id === id).map(({ credit }) => credit)
  const others = rows.filter((row) => row.id !== id).map(({ credit }) => credit)
  return others.toSpliced(place, 0, ...moved)
}

/** As they are sent. */
export function newCredits(credits: readonly Credit[]): NewCredit[] {
  return credits.map(({ creator, role, as }) => ({ creatorId: creator.id, role, as }))
}
