import type { QueryExecutorProvider } from 'kysely'

/**
 * Full text as both engines have it alike: an index is a set of opaque tokens per record. Whatever gives a
 * token a meaning (a word, the field it stands in, a symbol) is written into the token itself by the search
 * domain; no engine parses text, stems, weighs or ranks, so both find the same records.
 */
export interface FullText {
  createIndex(db: QueryExecutorProvider, index: string): Promise<void>
  /** Replaces the tokens of these records; tokens have neither ASCII punctuation nor white space. */
  put(connection: QueryExecutorProvider, index: string, records: readonly IndexedTokens[]): Promise<void>
  remove(connection: QueryExecutorProvider, index: string, id: number): Promise<void>
  count(connection: QueryExecutorProvider, index: string, match: Match): Promise<number>
  /** Ids ascending. */
  page(connection: QueryExecutorProvider, index: string, match: Match, part: PagePart): Promise<number[]>
  /** All ids, ascending; made for very many. */
  all(connection: QueryExecutorProvider, index: string, match: Match): Promise<number[]>
}

export interface IndexedTokens {
  readonly id: number
  readonly tokens: ReadonlySet<string>
}

export interface PagePart {
  readonly offset: number
  readonly limit: number
}

/** What the tokens of a record must be like. */
export type Match =
  | { readonly token: string }
  | { readonly beginning: string }
  | { readonly all: readonly Match[] }
  | { readonly any: readonly Match[] }
  | { readonly match: Match; readonly except: Match }

export interface MatchSyntax {
  readonly token: (token: string) => string
  readonly beginning: (token: string) => string
  readonly and: string
  readonly or: string
  readonly except: string
}

/** Writes a match in an engine's own query language; every token is quoted by `syntax`. */
export function writeMatch(match: Match, syntax: MatchSyntax): string {
  const write = (part: Match): string => writeMatch(part, syntax)
  if ('token' in match) return syntax.token(match.token)
  if ('beginning' in match) return syntax.beginning(match.beginning)
  if ('all' in match) return `(${match.all.map(write).join(syntax.and)})`
  if ('any' in match) return `(${match.any.map(write).join(syntax.or)})`
  return `(${write(match.match)}${syntax.except}${write(match.except)})`
}
