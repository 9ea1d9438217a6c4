/**
 * Kept: `audio-books` is a list with all that its pages and searches show, `audio-books/5` a record; an episode belongs
 * to its podcast; `media/<key>` is a file's public address. Changed: `audio-books/5` voids record and list,
 * `audio-books/+` (a new record) the list, `audio-books/*` the list and its records (0028).
 */
const lists = ['audio-books', 'podcasts', 'creators', 'series', 'collections', 'media'] as const
export type ScopeList = (typeof lists)[number]
export type Scope = ScopeList | `${ScopeList}/${number | string}`
export type ChangedScope = `${ScopeList}/${number | string}`

export const everything: readonly ChangedScope[] = lists.map((list) => `${list}/*` as const)

export function listOf(scope: Scope): ScopeList {
  return scope.split('/', 1)[0] as ScopeList
}

const mostOfOneList = 40

export function summarizeScopes(scopes: Iterable<ChangedScope>): ChangedScope[] {
  const byList = Map.groupBy(new Set(scopes), listOf)
  return [...byList].flatMap(([list, those]) =>
    those.length > mostOfOneList || those.includes(`${list}/*`) ? [`${list}/*` as const] : those,
  )
}
