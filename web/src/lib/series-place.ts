/** `book 2`, `books 2-3`; a sequence that is no number is its own name. */
export function seriesPlace(sequence: string): string {
  if (!/^\d/.test(sequence)) return sequence
  return /^\d[\d.]*\s*[-–]/.test(sequence) ? `books ${sequence}` : `book ${sequence}`
}
