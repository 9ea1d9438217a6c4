import { foldText } from '@earmark/contract/fold.ts'

/**
 * Words are runs of letters and digits; scripts that write without spaces give a token per character. Other visible
 * characters are tokens, too. The engines split tokens at ASCII punctuation, so such characters are mapped to
 * private-use ones, which foldText removes from texts.
 */

export interface RecordTexts {
  readonly name: string
  readonly description?: string | null
}

export interface SearchedRecord extends RecordTexts {
  readonly subtitle?: string | null | undefined
  readonly creators?: readonly (string | null)[]
  /** The titles of its chapters, in one. */
  readonly chapters?: string | undefined
  /** The names of an audio book's series. */
  readonly series?: readonly string[]
  /** Of an episode. */
  readonly podcastId?: number | undefined
  /** Not public: found by editors alone. */
  readonly isHidden?: boolean
  /** Cached `textTokens` of name and description. */
  readonly tokens?: ReadonlySet<string> | undefined
}

export const mark = {
  name: '\uE100',
  creators: '\uE101',
  wholeName: '\uE102',
  hidden: '\uE104',
  podcast: '\uE105',
} as const
const endOfWord = '\uE103'

const firstSymbol = 0xe000
const maxWordLetters = 64
const maxWholeNameLetters = 240
/** PostgreSQL takes 1 MB of tokens per record. */
const maxTextLength = 50_000
/** Made anew whenever a record is indexed. */
const maxChaptersLength = 20_000

const unspaced = String.raw`[[\p{L}\p{N}\p{M}]&&[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]]`
const letters = String.raw`[[\p{L}\p{N}\p{M}]--${unspaced}]+`
const pieces = new RegExp(String.raw`(${unspaced})|(${letters}(?:['.\-]${letters})*)|\S`, 'gv')
const meaningfulSymbol = /[\p{S}%_#&@*\\]/u
const plainWord = new RegExp(String.raw`^[[\p{L}\p{M}]--${unspaced}]+$`, 'v')

export interface SearchTerms {
  /** Matched exactly or as a prefix; plain words also with typing errors. May repeat. */
  readonly words: readonly string[]
  readonly exact: readonly string[]
  readonly wholeName: string
}

/** Splits a search. Punctuation counts only where it stands alone, symbols always: `100%`, `c++`. */
export function searchTerms(search: string): SearchTerms {
  const terms = foldText(search).split(' ').map(termPieces)
  return {
    words: terms.flatMap((term) => [...wordsOf(term), ...gluedTokens(term)]),
    exact: terms.flatMap(exactTokens),
    wholeName: wholeNameToken(terms),
  }
}

export function recordTokens(record: SearchedRecord): Set<string> {
  const tokens = new Set(record.tokens ?? textTokens(record))
  for (const token of tokensOf(record.subtitle ?? '')) tokens.add(token).add(mark.name + token)
  for (const token of tokensOf((record.chapters ?? '').slice(0, maxChaptersLength))) tokens.add(token)
  for (const token of linkedTokens(record)) tokens.add(token).add(mark.creators + token)
  if (record.podcastId !== undefined) tokens.add(podcastToken(record.podcastId))
  return record.isHidden ? tokens.add(mark.hidden) : tokens
}

/** Of the names of creators and series. */
export function linkedTokens({ creators = [], series = [] }: SearchedRecord): Set<string> {
  return tokensOf([...creators, ...series].map((name) => name ?? '').join(' '))
}

export function podcastToken(podcastId: number): string {
  return mark.podcast + podcastId
}

/** The tokens of the record's own texts; milliseconds for a long description. */
export function textTokens({ name, description }: RecordTexts): Set<string> {
  const tokens = tokensOf(description ?? '')
  for (const token of tokensOf(name)) tokens.add(token).add(mark.name + token)
  return tokens.add(wholeNameToken(foldedTerms(name).map(termPieces)))
}

export function isPlainWord(token: string): boolean {
  return plainWord.test(token)
}

interface Piece {
  readonly kind: 'words' | 'character' | 'symbol' | 'punctuation'
  readonly text: string
  /** Spider-Man is two words, O'Brien is one. */
  readonly tokens: readonly [string, ...string[]]
}

function termPieces(term: string): Piece[] {
  return Array.from(term.matchAll(pieces), ([text, character, compound]) => {
    if (character) return { kind: 'character', text, tokens: [character] }
    if (compound) return { kind: 'words', text, tokens: compound.split(/[.-]/).map(wordToken) as [string] }
    return { kind: meaningfulSymbol.test(text) ? 'symbol' : 'punctuation', text, tokens: [symbolToken(text)] }
  })
}

function wordsOf(term: readonly Piece[]): string[] {
  return term.flatMap((piece) => (piece.kind === 'words' ? piece.tokens : []))
}

function exactTokens(term: readonly Piece[]): string[] {
  const isSymbolic = term.every((piece) => piece.kind === 'symbol' || piece.kind === 'punctuation')
  const counting = term.filter(({ kind }) => kind === 'character' || kind === 'symbol' || isSymbolic)
  return counting.flatMap((piece) => piece.tokens)
}

/** A symbol with its neighbours: `100%` does not match "100 and %". */
function gluedTokens(term: readonly Piece[]): string[] {
  return term.slice(1).flatMap((piece, place) => {
    const before = term[place]
    if (!before || before.kind === 'punctuation' || piece.kind === 'punctuation') return []
    if (before.kind !== 'symbol' && piece.kind !== 'symbol') return []
    return [`${before.tokens.at(-1)}${piece.tokens[0]}`]
  })
}

function tokensOf(text: string): Set<string> {
  const tokens = new Set<string>()
  for (const term of foldedTerms(text).map(termPieces)) {
    for (const piece of term) for (const token of [...piece.tokens, ...spellings(piece)]) tokens.add(token)
    for (const token of gluedTokens(term)) tokens.add(token)
  }
  return tokens
}

/** O'Brien is also found by brien, Spider-Man by spiderman. */
function spellings({ kind, text }: Piece): string[] {
  const joints = kind === 'words' ? text.match(/['.-]/g) : null
  return joints ? [...[...text.split(/['.-]/), text].map(wordToken), ...joints.map(symbolToken)] : []
}

function wordToken(part: string): string {
  return firstLetters(part.replaceAll(/['.-]/g, ''), maxWordLetters)
}

function symbolToken(symbol: string): string {
  const code = symbol.charCodeAt(0)
  return code < 0x80 ? String.fromCharCode(firstSymbol + code) : symbol
}

/** The words of a name in their order, without punctuation and symbols. */
export function nameWords(name: string): string[] {
  return wordsIn(foldedTerms(name).map(termPieces))
}

function wordsIn(terms: readonly (readonly Piece[])[]): string[] {
  const named = terms.flat().filter(({ kind }) => kind === 'words' || kind === 'character')
  return named.flatMap((piece) => piece.tokens)
}

function wholeNameToken(terms: readonly (readonly Piece[])[]): string {
  const words = wordsIn(terms).map((word) => word + endOfWord)
  return mark.wholeName + firstLetters(words.join(''), maxWholeNameLetters)
}

function foldedTerms(text: string): string[] {
  return foldText(text.slice(0, maxTextLength)).slice(0, maxTextLength).toWellFormed().split(' ')
}

function firstLetters(text: string, count: number): string {
  return text.length <= count ? text : Array.from(text).slice(0, count).join('')
}
