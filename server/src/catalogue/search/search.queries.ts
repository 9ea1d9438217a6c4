import { sql } from 'kysely'
import type { Connection, Dialect } from '../../db/engine/dialect.ts'
import type { NamedKind } from '../../db/search/names.ts'

/** Podcasts that are not public and have episodes that would be. */
export async function listHidingPodcasts(connection: Connection): Promise<number[]> {
  const rows = await connection
    .selectFrom('podcasts')
    .where('is_public', '=', sql.lit<0>(0))
    .where((is) =>
      is.exists(
        is
          .selectFrom('episodes')
          .whereRef('episodes.podcast_id', '=', 'podcasts.id')
          .where('episodes.is_public', '=', 1)
          .select('episodes.id'),
      ),
    )
    .select('id')
    .execute()
  return rows.map(({ id }) => id)
}

const names = {
  series: ['series', 'name'],
  creator: ['creators', 'nickname'],
  'audio-book': ['audio_books', 'name'],
  podcast: ['podcasts', 'name'],
  episode: ['episodes', 'name'],
} as const

export interface NamedRef {
  readonly kind: NamedKind
  readonly id: number
}

interface Named extends NamedRef {
  readonly name: string
  /** Of an episode. */
  readonly podcast_id: number | null
}

/** The names of records of any kinds, in their order; those that are gone are left out. */
export async function listNames(
  connection: Connection,
  dialect: Dialect,
  records: readonly NamedRef[],
): Promise<Named[]> {
  const byKind = Map.groupBy(records, ({ kind }) => kind)
  if (byKind.size === 0) return []
  const parts = [...byKind].map(([kind, those]) => {
    const [table, column] = names[kind]
    const ids = dialect.idSet(those.map(({ id }) => id))
    const podcastId = kind === 'episode' ? sql.ref('podcast_id') : sql`cast(null as bigint) as podcast_id`
    return sql`select ${sql.lit(kind)} as kind, id, ${sql.ref(column)} as name, ${podcastId}
      from ${sql.table(table)} where id in ${ids}`
  })
  const { rows } = await sql<Named>`${sql.join(parts, sql` union all `)}`.execute(connection)
  const keyOf = ({ kind, id }: NamedRef) => `${kind}/${id}`
  const found = new Map(rows.map((row) => [keyOf(row), row]))
  return records.flatMap((record) => found.get(keyOf(record)) ?? [])
}
