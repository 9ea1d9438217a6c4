import { foldText } from './fold.ts'

/**
 * Tokens are what a record is found by. Words are runs of letters and digits; scripts that write without
 * spaces give a token per character. Every other visible character is a token too, so that `%` finds exactly
 * the records with a percent sign. The engines split tokens at ASCII punctuation, hence such a character
 * travels as a private-use one; foldText lets no private-use character of the user's through.
 */

/** What a record is found by. */
export interface SearchedRecord {
  readonly name: string
  /** Nicknames, names and surnames; of a user the address. */
  readonly creators?: readonly (string | null)[]
  readonly description?: string | null
}

/** Put before a token: where it stands. A token without a mark stands anywhere. */
export const mark = { name: '\uE100', creators: '\uE101', wholeName: '\uE102' } as const
const endOfWord = '\uE103'

const firstSymbol = 0xe000
const maxWordLetters = 64
const maxWholeNameLetters = 240
/** PostgreSQL takes 1 MB of tokens per record; this much text gives less, whatever it is. */
const maxTextLength = 50_000

const unspaced = String.raw`[[\p{L}\p{N}\p{M}]&&[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]]`
const letters = String.raw`[[\p{L}\p{N}\p{M}]--${unspaced}]+`
const pieces = new RegExp(
  String.raw`(?<character>${unspaced})|(?<compound>${letters}(?:['.\-]${letters})*)|(?<symbol>\S)`,
  'gv',
)
const meaningfulSymbol = /[\p{S}%_#&@*\\]/u

/** What a search term asks for. */
export interface SearchTerms {
  /** In the order typed, with repetitions. */
  readonly words: readonly string[]
  /** Tokens of symbols, and of scripts without spaces: found as they are or not at all. */
  readonly exact: readonly string[]
  /** The token of the name that is exactly these words. */
  readonly wholeName: string
}

/** Takes a search term apart. Punctuation counts only where it stands alone, symbols always: `100%`, `c++`. */
export function searchTerms(search: string): SearchTerms {
  const words: string[] = []
  const exact: string[] = []
  const sequence: string[] = []
  for (const term of foldText(search).split(' ')) {
    const found = termPieces(term)
    words.push(...found.words)
    exact.push(...found.characters, ...found.symbols)
    sequence.push(...found.sequence)
  }
  return { words, exact, wholeName: wholeNameToken(sequence) }
}

/** All tokens that a record is found by. */
export function recordTokens(record: SearchedRecord): Set<string> {
  const name = foldText(record.name).slice(0, maxTextLength)
  const creators = (record.creators ?? []).map((creator) => foldText(creator ?? ''))
  const tokens = textTokens(record.description ?? '')
  for (const token of textTokens(name)) tokens.add(token).add(mark.name + token)
  for (const token of textTokens(creators.join(' '))) tokens.add(token).add(mark.creators + token)
  return tokens.add(wholeNameToken(name.split(' ').flatMap((term) => termPieces(term).sequence)))
}

/** Whether a token is a word in which typing errors can be told from other words: no mark, symbol or digit. */
export function isPlainWord(token: string): boolean {
  return plainWord.test(token)
}

const plainWord = new RegExp(String.raw`^[[\p{L}\p{M}]--${unspaced}]+$`, 'v')

function termPieces(term: string) {
  const words: string[] = []
  const characters: string[] = []
  const symbols: string[] = []
  const sequence: string[] = []
  for (const { groups } of term.matchAll(pieces)) {
    const { character, compound, symbol } = groups ?? {}
    if (character) characters.push(character)
    if (symbol) symbols.push(symbol)
    const parts = compound ? compound.split(/[.-]/).map(wordToken) : []
    words.push(...parts)
    sequence.push(...(character ? [character] : parts))
  }
  const isSymbolic = words.length + characters.length === 0
  const counting = symbols.filter((symbol) => isSymbolic || meaningfulSymbol.test(symbol)).map(symbolToken)
  return { words, characters, symbols: counting, sequence }
}

/** O'Brien is found by obrien and by brien, Spider-Man by spiderman and by man. */
function textTokens(text: string): Set<string> {
  const tokens = new Set<string>()
  for (const { groups } of foldText(text).slice(0, maxTextLength).matchAll(pieces)) {
    const { character, compound, symbol } = groups ?? {}
    if (character) tokens.add(character)
    if (symbol) tokens.add(symbolToken(symbol))
    if (compound) for (const token of compoundTokens(compound)) tokens.add(token)
  }
  return tokens
}

function compoundTokens(compound: string): string[] {
  const joints = compound.match(/['.-]/g)
  if (!joints) return [wordToken(compound)]
  const parts = [...compound.split(/['.-]/), ...compound.split(/[.-]/), compound]
  return [...parts.map(wordToken), ...joints.map(symbolToken)]
}

function wordToken(part: string): string {
  return firstLetters(part.replaceAll(/['.-]/g, ''), maxWordLetters)
}

function symbolToken(symbol: string): string {
  const code = symbol.charCodeAt(0)
  return code < 0x80 ? String.fromCharCode(firstSymbol + code) : symbol
}

function wholeNameToken(sequence: readonly string[]): string {
  return mark.wholeName + firstLetters(sequence.map((word) => word + endOfWord).join(''), maxWholeNameLetters)
}

function firstLetters(text: string, count: number): string {
  return text.length <= count ? text : Array.from(text).slice(0, count).join('')
}
