import { unsettle } from '../settlement.queries.ts'
import type { Connection } from '../../../db/engine/dialect.ts'

/** Prints of files that an editor has put together as one book, in order. */
export type GroupPrints = readonly string[]

export async function listGroups(
  connection: Connection,
  folderId: number,
): Promise<{ id: number; prints: GroupPrints }[]> {
  const rows = await connection
    .selectFrom('library_groups')
    .where('folder_id', '=', folderId)
    .orderBy('id')
    .select(['id', 'prints'])
    .execute()
  return rows.map(({ id, prints }) => ({ id, prints: JSON.parse(prints) as string[] }))
}

/** Remembers a book of files; groups that had any of them before are void. */
export async function writeGroup(
  connection: Connection,
  folderId: number,
  prints: GroupPrints,
): Promise<void> {
  const grouped = new Set(prints)
  const former = (await listGroups(connection, folderId)).filter((group) =>
    group.prints.some((print) => grouped.has(print)),
  )
  await unsettle(connection, folderId, [...prints, ...former.flatMap((group) => group.prints)])
  if (former.length > 0) {
    await connection
      .deleteFrom('library_groups')
      .where(
        'id',
        'in',
        former.map(({ id }) => id),
      )
      .execute()
  }
  await connection
    .insertInto('library_groups')
    .values({ folder_id: folderId, prints: JSON.stringify(prints) })
    .execute()
}
