import { foldName } from './file-names.ts'

/** Names of people as tags, folders and texts write lists of them. */

const ends = /\s*(?:[;&\n\r]|\s\/\s|\s(?:and|und)\s)\s*/iu
const suffixes = new Set([
  ...['jr', 'sr', 'ii', 'iii', 'iv', 'phd', 'md', 'rd', 'ma', 'ba', 'bs', 'msc', 'mba', 'mph', 'rn', 'esq'],
  ...['dds', 'dvm', 'jd', 'edd', 'psyd', 'lcsw', 'lpc', 'lmft', 'obe', 'mbe', 'cbe', 'dphil', 'llb', 'llm'],
  ...['ccc', 'ret', 'usn', 'usa', 'facs', 'frs', 'od', 'do'],
])

/**
 * Commas part names, but for a suffix, which stays with its name; for "surname, first", one such pair or pairs all through.
 * `;`, `&`, `and`, `und`, ` / ` and line ends always part them.
 */
export function splitNames(text: string): string[] {
  const lines = text.replaceAll(/[\p{Zs}\t]+/gu, ' ').replaceAll(/[\u200b\u200e\u200f\u2060\ufeff]/g, '')
  return distinctNames(lines.split(ends).flatMap(splitAtCommas))
}

/** Each once, without empty ones. */
export function distinctNames(names: readonly string[]): string[] {
  const distinct = new Map<string, string>()
  for (const name of names.map((each) => each.trim()))
    if (foldName(name) !== '' && !distinct.has(foldName(name))) distinct.set(foldName(name), name)
  return [...distinct.values()]
}

function splitAtCommas(text: string): string[] {
  const pieces: string[] = []
  for (const piece of text.split(',').map((each) => each.trim())) {
    if (piece === '') continue
    if (isSuffix(piece) && pieces.length > 0) pieces.push(`${pieces.pop()}, ${piece}`)
    else pieces.push(piece)
  }
  return arePairs(pieces) ? inPairs(pieces) : pieces
}

function isSuffix(piece: string): boolean {
  return suffixes.has(piece.replaceAll('.', '').toLowerCase())
}

/** Two pieces of which the first is one word, or an even number of pieces whose odd ones all are. */
function arePairs(pieces: readonly string[]): boolean {
  if (pieces.length === 0 || pieces.length % 2 !== 0) return false
  return pieces.every((piece, place) => place % 2 !== 0 || !/\s/.test(piece))
}

function inPairs(pieces: readonly string[]): string[] {
  return pieces.flatMap((surname, place) => {
    if (place % 2 !== 0) return []
    const [first = '', ...suffixesOfIt] = pieces[place + 1]?.split(', ') ?? []
    return [[`${first} ${surname}`, ...suffixesOfIt].join(', ')]
  })
}
