import { sql } from 'kysely'
import type { Connection, Dialect } from '../engine/dialect.ts'
import { type NamedKind, nameTerms, phraseOf, rangeAfter, type TermRange } from './names.ts'

export interface NamedRecord {
  readonly id: number
  /** None for a record that is not to be suggested. */
  readonly names: readonly string[]
}

/** Replaces the names by which records are suggested; writes nothing where they are the same. */
export async function putNames(
  connection: Connection,
  dialect: Dialect,
  kind: NamedKind,
  records: readonly NamedRecord[],
): Promise<void> {
  const ids = dialect.idSet(records.map(({ id }) => id))
  const rows = await connection
    .selectFrom('search_names')
    .where('kind', '=', kind)
    .where('id', 'in', ids)
    .select(['id', 'phrases'])
    .execute()
  const before = new Map(rows.map(({ id, phrases }) => [id, phrases]))
  const changed = records
    .map(({ id, names }) => ({ id, phrases: phrasesOf(names), former: before.get(id) ?? '' }))
    .filter(({ phrases, former }) => phrases !== former)
  if (changed.length === 0) return
  const changedIds = changed.map(({ id }) => id)
  await deleteTerms(
    connection,
    dialect,
    changed.flatMap(({ id, former }) => termRows(kind, id, former)),
  )
  await connection
    .deleteFrom('search_names')
    .where('kind', '=', kind)
    .where('id', 'in', dialect.idSet(changedIds))
    .execute()
  const present = changed.filter(({ phrases }) => phrases !== '')
  if (present.length === 0) return
  await connection
    .insertInto('search_names')
    .values(present.map(({ id, phrases }) => ({ kind, id, phrases })))
    .execute()
  const terms = present.flatMap(({ id, phrases }) => termRows(kind, id, phrases))
  await connection
    .insertInto('search_name_terms')
    .columns(['term', 'id'])
    .expression(
      sql`select value ->> 0, cast(value ->> 1 as bigint) from ${dialect.jsonRows(terms)} where true`,
    )
    .execute()
}

const betweenPhrases = '\n'

function phrasesOf(names: readonly string[]): string {
  const phrases = names.map(phraseOf).filter((phrase) => phrase !== '')
  return [...new Set(phrases)].join(betweenPhrases)
}

type TermRow = readonly [term: string, id: number]

function termRows(kind: NamedKind, id: number, phrases: string): TermRow[] {
  const terms = phrases.split(betweenPhrases).flatMap((phrase) => [...nameTerms(kind, phrase)])
  return [...new Set(terms)].map((term) => [term, id])
}

async function deleteTerms(
  connection: Connection,
  dialect: Dialect,
  terms: readonly TermRow[],
): Promise<void> {
  if (terms.length === 0) return
  await sql`delete from search_name_terms where (term, id) in (
    select value ->> 0, cast(value ->> 1 as bigint) from ${dialect.jsonRows(terms)})`.execute(connection)
}

export interface FoundTerm {
  readonly range: number
  readonly term: string
  readonly id: number
}

/** The first different terms of each range, in their order; those of public records alone. */
export async function listTerms(
  connection: Connection,
  ranges: readonly TermRange[],
  limit: number,
): Promise<FoundTerm[][]> {
  const found = ranges.map(() => new Map<string, FoundTerm>())
  let open = ranges.map((range, place) => ({ range, place }))
  while (open.length > 0) {
    const asked = open.map(({ range }) => range)
    const rows = Map.groupBy(await selectTerms(connection, asked, limit), (row) => row.range)
    open = open.flatMap(({ range, place }, asked) => {
      const terms = rows.get(asked) ?? []
      const those = found[place] as Map<string, FoundTerm>
      for (const one of terms) if (!those.has(one.term)) those.set(one.term, one)
      const isWhole = terms.length < limit || those.size >= limit
      return isWhole ? [] : [{ range: rangeAfter(range, (terms.at(-1) as FoundTerm).term), place }]
    })
  }
  return found.map((terms) => [...terms.values()].slice(0, limit))
}

async function selectTerms(
  connection: Connection,
  ranges: readonly TermRange[],
  limit: number,
): Promise<FoundTerm[]> {
  const parts = ranges.map(
    ({ from, to }, range) => sql`select * from (
      select ${sql.lit(range)} as range, term, id from search_name_terms as name
      where term >= ${from} and term < ${to} ${isEpisodeTerm(from) ? ofPublicPodcast : sql``}
      order by term, id limit ${limit}) as range_${sql.raw(String(range))}`,
  )
  const { rows } = await sql<FoundTerm>`${sql.join(parts, sql` union all `)}`.execute(connection)
  return rows
}

function isEpisodeTerm(term: string): boolean {
  return term.startsWith('e')
}

/** An episode's own state is in its names; that of its podcast is not, or publishing one would rewrite all of them. */
const ofPublicPodcast = sql`and not exists (
  select 1 from episodes join podcasts on podcasts.id = episodes.podcast_id
  where episodes.id = name.id and podcasts.is_public = 0)`
