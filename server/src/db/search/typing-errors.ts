/**
 * Symmetric delete: a word and its misspelling are equal after deleting some letters of each. The vocabulary stores
 * the shortened forms of each word; a search looks up its own forms and measures the candidates. Only the first
 * letters are shortened, which bounds a word to 29 forms: later errors leave them unchanged.
 */

export const fewestLetters = 4
const longWordLetters = 8
const mostErrors = 2
const shortenedLetters = 7

function allowedErrors(letters: number): number {
  if (letters < fewestLetters) return 0
  return letters < longWordLetters ? 1 : mostErrors
}

export function shortenedForms(word: string): Set<string> {
  const letters = Array.from(word)
  return deletions(letters.slice(0, shortenedLetters), allowedErrors(letters.length))
}

export function typedForms(typed: string): Set<string> {
  const letters = Array.from(typed)
  if (letters.length < fewestLetters - 1) return new Set()
  const errors = letters.length < longWordLetters - mostErrors ? 1 : mostErrors
  return deletions(letters.slice(0, shortenedLetters), errors)
}

function deletions(letters: readonly string[], count: number): Set<string> {
  const forms = new Set([letters.join('')])
  if (count === 0) return forms
  for (let place = 0; place < letters.length; place++)
    for (const form of deletions(letters.toSpliced(place, 1), count - 1)) forms.add(form)
  return forms
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

/** Optimal string alignment (restricted Damerau-Levenshtein distance). */
function alignmentDistance(from: readonly string[], to: readonly string[]): number {
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
  return at(previous, to.length)
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? 0
}
