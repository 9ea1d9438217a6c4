import { type RawBuilder, sql } from 'kysely'
import type { PlainDatabase } from '../../db/plain-database.ts'

type ReadDatabase = Pick<PlainDatabase, 'connection' | 'dialect'>

export interface MediaColumn {
  readonly table: keyof typeof kinds | 'recordings' | 'recording_files' | 'joined_parts'
  readonly column: string
}

/** By the names of the columns: the database may be older than the program. */
export async function listMediaColumns({ connection, dialect }: ReadDatabase): Promise<MediaColumn[]> {
  const found: MediaColumn[] = []
  for (const table of [
    'audio_books',
    'podcasts',
    'episodes',
    'creators',
    'recordings',
    'recording_files',
    'joined_parts',
  ] as const) {
    const columns = await dialect.transfer.columns(connection, table)
    const referring = columns.filter(({ name }) => name.endsWith('media_id'))
    found.push(...referring.map(({ name }) => ({ table, column: name })))
  }
  return found
}

export interface MediaUse {
  readonly sha256: string
  readonly kind: (typeof kinds)[keyof typeof kinds]
  readonly id: number
  readonly name: string
  readonly field: 'cover' | 'image' | 'preview' | 'audio'
}

const kinds = {
  audio_books: 'audio book',
  podcasts: 'podcast',
  episodes: 'episode',
  creators: 'creator',
} as const

export async function listMediaUses(db: ReadDatabase, hashes: readonly string[]): Promise<MediaUse[]> {
  if (hashes.length === 0) return []
  const uses: MediaUse[] = []
  const columns = await listMediaColumns(db)
  const files = filesAmong(columns)
  for (const { table, column } of columns) {
    const { rows } = await sql<MediaUse>`
      select media.sha256, use.kind, use.id, use.name, use.field
      from (${usesOf(table, column, files)}) as use
      join media on media.id = use.media_id
      where media.sha256 in (${sql.join(hashes)}) order by use.kind, use.id`.execute(db.connection)
    uses.push(...rows)
  }
  return uses
}

function recordUses(table: keyof typeof kinds, column: string) {
  const field = column.replace('_media_id', '')
  const name = table === 'creators' ? 'nickname' : 'name'
  return sql`select id, ${sql.ref(name)} as name, cast(${kinds[table]} as text) as kind, cast(${field} as text) as field,
    ${sql.ref(column)} as media_id from ${sql.table(table)}`
}

/** The media that recordings name, by the recordings' ids. */
function filesAmong(columns: readonly MediaColumn[]): RawBuilder<unknown> {
  const selects = columns.flatMap(({ table }) => {
    if (table === 'recordings') return [sql`select id as recording_id, media_id from recordings`]
    return table === 'recording_files' ? [sql`select recording_id, media_id from recording_files`] : []
  })
  return sql`(${sql.join(selects, sql` union all `)})`
}

function usesOf(table: MediaColumn['table'], column: string, files: RawBuilder<unknown>) {
  if (table === 'recordings') return fileUses(sql`(select id as recording_id, media_id from recordings)`)
  if (table === 'recording_files') return fileUses(sql`recording_files`)
  if (table !== 'joined_parts') return recordUses(table, column)
  return fileUses(sql`(select file.recording_id, part.media_id
    from joined_parts as part join ${files} as file on file.media_id = part.joined_id)`)
}

const fileUses = (files: RawBuilder<unknown>) => sql`
  select coalesce(book.id, episode.id) as id, coalesce(book.name, episode.name) as name, 'audio' as field,
    case when book.id is null then 'episode' else 'audio book' end as kind, file.media_id
  from ${files} as file join recordings on recordings.id = file.recording_id
    left join audio_books as book on book.id = recordings.audio_book_id
    left join episodes as episode on episode.id = recordings.episode_id`

export interface NamedFile {
  readonly sha256: string
  readonly sizeBytes: number
  /** False for a pending upload. */
  readonly isUsed: boolean
  readonly origin: 'library' | null
}

/** Behind the hash `after`, ascending. */
export async function listNamedFiles(db: ReadDatabase, after: string, limit: number): Promise<NamedFile[]> {
  // The database may be older than library files.
  const columns = await db.dialect.transfer.columns(db.connection, 'media')
  const origin = columns.some(({ name }) => name === 'origin') ? sql.ref('origin') : sql`cast(null as text)`
  const rows = await db.connection
    .selectFrom('media')
    .where('sha256', '>', after)
    .groupBy('sha256')
    .orderBy('sha256')
    .limit(limit)
    .select(['sha256', sql<number>`max(size_bytes)`.as('sizeBytes')])
    .select(sql<'library' | null>`max(${origin})`.as('origin'))
    .execute()
  const hashes = rows.map(({ sha256 }) => sha256)
  const used = new Set((await listMediaUses(db, hashes)).map(({ sha256 }) => sha256))
  return rows.map((row) => ({ ...row, isUsed: used.has(row.sha256) }))
}

/** Descriptions of files by their records, such as `the audio of episode 12 “Rain” (3fa9…)`. */
export async function describeFiles(db: PlainDatabase, hashes: readonly string[]): Promise<string[]> {
  const uses = await listMediaUses(db, hashes)
  return hashes.map((hash) => {
    const those = uses.filter(({ sha256 }) => sha256 === hash).map(inWords)
    return `${those.length > 0 ? those.join(' and ') : 'a file that no record has any more'} (${hash})`
  })
}

function inWords({ field, kind, id, name }: MediaUse): string {
  return `the ${field} of ${kind} ${id} “${name}”`
}
