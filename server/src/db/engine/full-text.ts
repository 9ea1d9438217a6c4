import type { QueryExecutorProvider } from 'kysely'

/** A full-text index of opaque tokens, alike on both engines: no engine parses, stems or ranks. */
export interface FullText {
  createIndex(db: QueryExecutorProvider, index: string): Promise<void>
  /** Replaces the tokens of these records; tokens contain no ASCII punctuation or white space. */
  put(connection: QueryExecutorProvider, index: string, records: readonly IndexedTokens[]): Promise<void>
  remove(connection: QueryExecutorProvider, index: string, ids: readonly number[]): Promise<void>
  count(connection: QueryExecutorProvider, index: string, match: Match): Promise<number>
  /** Ids ascending. */
  page(connection: QueryExecutorProvider, index: string, match: Match, part: PagePart): Promise<number[]>
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

export function writeMatch(match: Match, syntax: MatchSyntax): string {
  const write = (part: Match): string => writeMatch(part, syntax)
  if ('token' in match) return syntax.token(match.token)
  if ('beginning' in match) return syntax.beginning(match.beginning)
  if ('all' in match) return `(${match.all.map(write).join(syntax.and)})`
  if ('any' in match) return `(${match.any.map(write).join(syntax.or)})`
  return `(${write(match.match)}${syntax.except}${write(match.except)})`
}
