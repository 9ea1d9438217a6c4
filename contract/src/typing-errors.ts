export const fewestLetters = 4
export const longWordLetters = 8
export const mostErrors = 2

/** How many errors a word of so many letters may have. */
export function allowedErrors(letters: number): number {
  if (letters < fewestLetters) return 0
  return letters < longWordLetters ? 1 : mostErrors
}

/** @returns undefined when there are more than the word allows */
export function typingErrors(meant: string, typed: string): number | undefined {
  const from = Array.from(meant)
  const to = Array.from(typed)
  const allowed = allowedErrors(from.length)
  if (Math.abs(from.length - to.length) > allowed) return undefined
  const errors = alignmentDistance(from, to)
  return errors <= allowed ? errors : undefined
}

/**
 * As `typingErrors`, of a word that is still being typed.
 *
 * @returns the fewest of the beginnings of `meant`
 */
export function beginningErrors(meant: string, typed: string): number | undefined {
  const letters = Array.from(typed)
  const errors = Math.min(...alignmentDistances(letters, Array.from(meant)))
  return errors <= allowedErrors(letters.length) ? errors : undefined
}

function alignmentDistance(from: readonly string[], to: readonly string[]): number {
  return at(alignmentDistances(from, to), to.length)
}

/**
 * Optimal string alignment (restricted Damerau-Levenshtein distance).
 *
 * @returns of `from` to each beginning of `to`, by its length
 */
function alignmentDistances(from: readonly string[], to: readonly string[]): number[] {
  let beforePrevious: number[] = []
  let previous = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (let row = 1; row <= from.length; row++) {
    const current = [row]
    for (let column = 1; column <= to.length; column++) {
      const substitution = at(previous, column - 1) + (from[row - 1] === to[column - 1] ? 0 : 1)
      let least = Math.min(substitution, at(previous, column) + 1, at(current, column - 1) + 1)
      const isSwap = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
      if (row > 1 && column > 1 && isSwap) least = Math.min(least, at(beforePrevious, column - 2) + 1)
      current.push(least)
    }
    beforePrevious = previous
    previous = current
  }
  return previous
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? 0
}
