import type { NotNull } from 'kysely'
import { selectedByIds } from '../../db/engine/compiled.ts'
import type { Connection, IdSet } from '../../db/engine/dialect.ts'

/** What has genres; a podcast's are called categories. */
export type GenredKind = 'audio-book' | 'podcast'

const owners = { 'audio-book': 'audio_book_id', podcast: 'podcast_id' } as const

function byOwner(kind: GenredKind) {
  const owner = owners[kind]
  return selectedByIds((connection, ids) =>
    connection
      .selectFrom('genres')
      .where(owner, 'in', ids)
      .select(['name', `${owner} as owner_id`])
      .orderBy(owner)
      .orderBy('ordinal')
      .orderBy('id')
      .$narrowType<{ owner_id: NotNull }>(),
  )
}

const selectByOwner = { 'audio-book': byOwner('audio-book'), podcast: byOwner('podcast') }

/** The genres of each of `ids`, in their order. */
export async function genresByOwner(
  connection: Connection,
  kind: GenredKind,
  ids: readonly number[] | IdSet,
): Promise<Map<number, string[]>> {
  const rows = Map.groupBy(await selectByOwner[kind](connection, ids), (row) => row.owner_id)
  return new Map([...rows].map(([id, those]) => [id, those.map(({ name }) => name)]))
}
