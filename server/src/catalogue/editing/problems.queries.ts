import {
  type EditedCounts,
  type PublishingStatus,
  publishingStatuses,
  type RecordProblem,
} from '@earmark/contract/edited-records.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Connection, Dialect, IdQuery } from '../../db/engine/dialect.ts'
import { shownRoles } from '../creators/credits.queries.ts'

/** What records lack that listeners would look for. */

const kinds = {
  audio_books: { owner: 'audio_book_id', kind: 'audio-book' },
  podcasts: { owner: 'podcast_id', kind: 'podcast' },
  episodes: { owner: 'episode_id', kind: 'episode' },
} as const

type Table = keyof typeof kinds

/** Whether a record of `table` lacks all of that. */
export function lacks(table: Table, problems: readonly RecordProblem[]): RawBuilder<boolean> {
  const conditions = [...new Set(problems)].map((problem) => conditionOf(table, problem))
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`
}

function conditionOf(table: Table, problem: RecordProblem): RawBuilder<boolean> {
  const { owner, kind } = kinds[table]
  const column = (name: string) => sql.ref(`${table}.${name}`)
  switch (problem) {
    case 'NoCover':
      return sql`${column('cover_media_id')} is null`
    case 'NoLanguage':
      return sql`${column('language')} is null`
    case 'NoAudio':
      return sql`not exists (select 1 from recordings where ${sql.ref(`recordings.${owner}`)} = ${column('id')}
        and (media_id is not null or relay_key is not null or exists (select 1 from recording_files where recording_id = recordings.id)))`
    case 'NoReader':
    case 'NoVoicer':
      return sql`not exists (select 1 from credits
        where ${sql.ref(`credits.${owner}`)} = ${column('id')}
          and credits.role in (${sql.join(shownRoles[kind])}))`
  }
}

/** Ids of one statement: a few milliseconds of SQLite, which runs in the server's thread. */
const idsAtOnce = 5_000

/** The ids of all records that lack all of that, ascending. */
export async function listLacking(
  { connection, dialect }: { readonly connection: Connection; readonly dialect: Dialect },
  table: 'audio_books' | 'podcasts',
  problems: readonly RecordProblem[],
): Promise<number[]> {
  const { last } = await connection
    .selectFrom(table)
    .select(({ fn }) => fn.max<number | null>('id').as('last'))
    .executeTakeFirstOrThrow()
  const found: number[][] = []
  for (let after = 0; after < (last ?? 0); after += idsAtOnce) {
    const slice = connection
      .selectFrom(table)
      .select('id')
      .where('id', '>', after)
      .where('id', '<=', after + idsAtOnce)
      .where(lacks(table, problems))
      .orderBy('id') as unknown as IdQuery
    found.push(await dialect.listIds(connection, slice))
  }
  return found.flat()
}

const statusConditions: Record<PublishingStatus, RawBuilder<boolean>> = {
  Draft: sql`is_public = 0 and publish_at is null`,
  Scheduled: sql`is_public = 0 and publish_at is not null`,
  Published: sql`is_public = 1`,
}

/** All records of a kind; of episodes, those of one podcast. */
export type CountedRecords =
  | { readonly table: 'audio_books' | 'podcasts' }
  | { readonly table: 'episodes'; readonly podcastId: number }

/** How many records lack each of these, and how many have each status. */
export async function countProblems<Problem extends RecordProblem>(
  connection: Connection,
  records: CountedRecords,
  problems: readonly Problem[],
): Promise<EditedCounts<Problem>> {
  const { table } = records
  const counted = new Map<string, RawBuilder<boolean>>([
    ...problems.map((problem) => [problem, conditionOf(table, problem)] as const),
    ...publishingStatuses.map((status) => [status, statusConditions[status]] as const),
  ])
  const totals = new Map<string, number>()
  for (let after: number | null = -1; after !== null; ) {
    const row: Record<string, number | null> = await countSlice(connection, records, after, counted)
    for (const value of counted.keys()) totals.set(value, (totals.get(value) ?? 0) + (row[value] ?? 0))
    after = row['last'] ?? null
  }
  const countOf = <Value extends string>(value: Value) => ({ value, count: totals.get(value) ?? 0 })
  return { problems: problems.map(countOf), statuses: publishingStatuses.map(countOf) }
}

/** `last` is null after the last slice. */
async function countSlice(
  connection: Connection,
  records: CountedRecords,
  after: number,
  counted: ReadonlyMap<string, RawBuilder<boolean>>,
): Promise<Record<string, number | null>> {
  const { table } = records
  const place = sql.ref(table === 'episodes' ? 'number' : 'id')
  const those = table === 'episodes' ? sql`podcast_id = ${records.podcastId}` : sql`1 = 1`
  const counts = [...counted].map(([value, is]) => sql`count(*) filter (where ${is}) as ${sql.ref(value)}`)
  const { rows } = await sql<Record<string, number | null>>`
    select max(${place}) as last, ${sql.join(counts)}
    from (select * from ${sql.table(table)} where ${those} and ${place} > ${after}
      order by ${place} limit ${idsAtOnce}) as ${sql.table(table)}`.execute(connection)
  return rows[0] ?? {}
}
