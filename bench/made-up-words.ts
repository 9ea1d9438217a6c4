/** Generated texts, equal for equal seeds, with the word frequencies of a natural language. */

const syllables =
  'a ar ba be bel bor ca cor da del den do el en er fa fen fi ga gar ge hal han hi il in ka kel ko la le lin lo ma mer mi mon na nel ni no or pa per pi ra re rin ro sa sel si sol ta ter ti tor ul va vel vi wen wi ya zo'.split(
    ' ',
  )
const accented: Record<string, string> = { a: 'á', e: 'é', i: 'í', o: 'ö', u: 'ü' }
const wordCount = 20_000
const accentedShare = 0.03

/** Numbers from 0 to 1, the same row for the same seed (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export interface MadeUpWords {
  /** Most frequent first. */
  readonly words: readonly string[]
  /** The n-th word comes up half as often as the n/2-th (Zipf). */
  word(): string
  text(words: number): string
  /** With a capital letter for each word. */
  title(words: number): string
  /** From 0 to `below` - 1. */
  integer(below: number): number
}

export function madeUpWords(seed = 1): MadeUpWords {
  const random = randomNumbers(seed)
  const integer = (below: number) => Math.floor(random() * below)
  const words = makeWords(integer, random)
  const shares = sharesUpTo(words.length)
  const word = () => words[placeOf(shares, random())] ?? ''
  const text = (count: number) => Array.from({ length: count }, word).join(' ')
  const title = (count: number) => text(count).replaceAll(/(?<=^| )\p{L}/gu, (letter) => letter.toUpperCase())
  return { words, word, text, title, integer }
}

/** The more frequent, the shorter. */
function makeWords(integer: (below: number) => number, random: () => number): string[] {
  const words = new Set<string>()
  while (words.size < wordCount) {
    const shortest = words.size < 100 ? 1 : words.size < 2_000 ? 2 : 3
    const length = shortest + integer(3)
    const word = Array.from({ length }, () => syllables[integer(syllables.length)]).join('')
    const isAccented = random() < accentedShare
    words.add(isAccented ? word.replace(/[aeiou]/, (vowel) => accented[vowel] ?? vowel) : word)
  }
  return [...words]
}

function sharesUpTo(count: number): number[] {
  const sums: number[] = []
  let sum = 0
  for (let place = 1; place <= count; place++) {
    sum += 1 / place
    sums.push(sum)
  }
  return sums.map((share) => share / sum)
}

/** The first place whose share reaches `share`. */
function placeOf(shares: readonly number[], share: number): number {
  let low = 0
  let high = shares.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if ((shares[middle] ?? 1) < share) low = middle + 1
    else high = middle
  }
  return low
}
