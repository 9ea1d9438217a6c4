import { sql } from 'kysely'
import type { Connection } from '../../db/engine/dialect.ts'

/** A record that has a file. */
export interface MediaUse {
  readonly sha256: string
  readonly kind: 'audio book' | 'podcast' | 'episode'
  readonly id: number
  readonly name: string
  readonly field: 'cover' | 'preview' | 'audio'
}

const tables = { 'audio book': 'audio_books', podcast: 'podcasts', episode: 'episodes' } as const
const fieldsOf = {
  'audio book': ['cover', 'preview', 'audio'],
  podcast: ['cover', 'preview'],
  episode: ['cover', 'preview', 'audio'],
} as const

/** The records that have these files. */
export async function listMediaUses(connection: Connection, hashes: readonly string[]): Promise<MediaUse[]> {
  if (hashes.length === 0) return []
  const uses: MediaUse[] = []
  for (const kind of ['audio book', 'podcast', 'episode'] as const) {
    for (const field of fieldsOf[kind]) {
      const rows = await connection
        .selectFrom(`${tables[kind]} as record` as 'audio_books as record')
        .innerJoin('media', 'media.id', `record.${field}_media_id` as 'record.cover_media_id')
        .where('media.sha256', 'in', hashes)
        .select(['media.sha256', 'record.id', 'record.name'])
        .orderBy('record.id')
        .execute()
      uses.push(...rows.map((row) => ({ ...row, kind, field })))
    }
  }
  return uses
}

/** What the rows say of a file. */
export interface NamedFile {
  readonly sha256: string
  readonly sizeBytes: number
  /** Whether a record has it, and not only an upload under way. */
  readonly isUsed: boolean
}

/** The files that the rows of media name, each once, by their hashes ascending, behind `after`. */
export async function listNamedFiles(
  connection: Connection,
  after: string,
  limit: number,
): Promise<NamedFile[]> {
  const rows = await connection
    .selectFrom('media')
    .where('sha256', '>', after)
    .groupBy('sha256')
    .orderBy('sha256')
    .limit(limit)
    .select(['sha256', sql<number>`max(size_bytes)`.as('sizeBytes')])
    .execute()
  const used = new Set(
    (
      await listMediaUses(
        connection,
        rows.map(({ sha256 }) => sha256),
      )
    ).map(({ sha256 }) => sha256),
  )
  return rows.map((row) => ({ ...row, isUsed: used.has(row.sha256) }))
}
