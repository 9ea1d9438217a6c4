import type { Genre } from '@earmark/contract/genres.ts'
import type { CoreDeps } from '../../deps.ts'
import { changeCatalogue } from '../../db/changes/change-catalogue.ts'
import type { Connection } from '../../db/engine/dialect.ts'
import type { Browses } from '../browse/browse.ts'
import { type GenredKind, listRecordsWith, removeGenreFrom, renameGenreIn } from './genres.queries.ts'

type GenreDeps = Pick<CoreDeps, 'config' | 'db' | 'changes' | 'clock'>

/** Bounds a transaction, and is what a change may name one by one without voiding everything. */
const recordsAtOnce = 40

/** Of public records, by name. */
export async function listGenres(browses: Browses): Promise<Genre[]> {
  const counts = new Map<string, number>()
  for (const browse of [browses['audio-book'], browses.podcast])
    for (const { value, count } of (await browse.current()).genres())
      counts.set(value, (counts.get(value) ?? 0) + count)
  const genres = [...counts].map(([name, count]) => ({ name, count }))
  return genres.toSorted((one, other) => (one.name < other.name ? -1 : 1))
}

/** @returns whether any record had it */
export async function renameGenre(deps: GenreDeps, name: string, newName: string): Promise<boolean> {
  if (name === newName) return await isUsed(deps, name)
  return await changeGenre(deps, name, async (transaction, kind, ids) => {
    await renameGenreIn(transaction, kind, ids, { name, newName })
  })
}

/** @returns whether any record had it */
export async function deleteGenre(deps: GenreDeps, name: string): Promise<boolean> {
  return await changeGenre(deps, name, async () => {})
}

async function isUsed({ db }: GenreDeps, name: string): Promise<boolean> {
  const book = await listRecordsWith(db.connection, 'audio-book', name, 1)
  return book.length > 0 || (await listRecordsWith(db.connection, 'podcast', name, 1)).length > 0
}

type Change = (transaction: Connection, kind: GenredKind, ids: readonly number[]) => Promise<void>

/** In one transaction for every few records. */
async function changeGenre(deps: GenreDeps, name: string, change: Change): Promise<boolean> {
  let hadAny = false
  for (const kind of ['audio-book', 'podcast'] as const) {
    for (;;) {
      const ids = await listRecordsWith(deps.db.connection, kind, name, recordsAtOnce)
      if (ids.length === 0) break
      hadAny = true
      await changeCatalogue(
        deps,
        { changes: ids.map((id) => `${kind}s/${id}` as const) },
        async (transaction) => {
          await change(transaction, kind, ids)
          await removeGenreFrom(transaction, kind, ids, { name, now: deps.clock() })
        },
      )
    }
  }
  return hadAny
}
