import type { Connection } from '../../db/engine/dialect.ts'
import { type MediaContentType, readerVersions } from '../../media/content-type.ts'

export interface ReadMedium {
  readonly id: number
  readonly key: string
  readonly sha256: string
  readonly size_bytes: number
  readonly content_type: string
  readonly duration_ms: number | null
  readonly color: string | null
  readonly placeholder: string | null
  readonly reader_version: number
}

export type Findings = Pick<ReadMedium, 'duration_ms' | 'color' | 'placeholder'>

const mediaAtOnce = 500

export async function* listOutdatedMedia(connection: Connection): AsyncGenerator<ReadMedium[], void> {
  for (let after = 0; ; ) {
    const rows = await connection
      .selectFrom('media')
      .where('id', '>', after)
      .orderBy('id')
      .limit(mediaAtOnce)
      .select(['id', 'key', 'sha256', 'size_bytes', 'content_type'])
      .select(['duration_ms', 'color', 'placeholder', 'reader_version'])
      .execute()
    const outdated = rows.filter((row) => row.reader_version < presentVersion(row))
    if (outdated.length > 0) yield outdated
    const last = rows.at(-1)
    if (last === undefined) return
    after = last.id
  }
}

export async function updateFindings(
  connection: Connection,
  medium: ReadMedium,
  { duration_ms, color, placeholder }: Findings,
): Promise<void> {
  await connection
    .updateTable('media')
    .set({ duration_ms, color, placeholder, reader_version: presentVersion(medium) })
    .where('id', '=', medium.id)
    .execute()
}

function presentVersion({ content_type }: ReadMedium): number {
  return readerVersions[content_type as MediaContentType]
}
