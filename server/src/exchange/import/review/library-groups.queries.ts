import { isWithin } from '@earmark/contract/planner/hand-groups.ts'
import type { HandGroup } from '@earmark/contract/planner/plan-input.ts'
import { unsettle } from '../settlement.queries.ts'
import type { Connection } from '../../../db/engine/dialect.ts'

interface LibraryGroup extends HandGroup {
  readonly id: number
}

export async function listGroups(connection: Connection, folderId: number): Promise<LibraryGroup[]> {
  const rows = await connection
    .selectFrom('library_groups')
    .where('folder_id', '=', folderId)
    .orderBy('id')
    .select(['id', 'prints'])
    .execute()
  return rows.map(({ id, prints }) => {
    const written = JSON.parse(prints) as readonly string[] | HandGroup
    return { id, ...('prints' in written ? written : { prints: written }) }
  })
}

/** Of books that sound the same, in folders of their own. */
function areApart({ folder: one }: HandGroup, { folder: other }: HandGroup): boolean {
  return one !== undefined && other !== undefined && !isWithin(one, other) && !isWithin(other, one)
}

/** Remembers a book of files; groups that had any of them before are void, but for what they leave out. */
export async function writeGroup(connection: Connection, folderId: number, group: HandGroup): Promise<void> {
  const { prints, folder } = group
  const grouped = new Set(prints)
  const former = (await listGroups(connection, folderId)).filter(
    (each) => each.prints.some((print) => grouped.has(print)) && !areApart(each, group),
  )
  const leftOut = [group, ...former]
    .flatMap((each) => each.leftOut ?? [])
    .filter((print) => !grouped.has(print))
  await unsettle(connection, folderId, [...prints, ...leftOut, ...former.flatMap((each) => each.prints)])
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
    .values({
      folder_id: folderId,
      prints: JSON.stringify({ prints, ...(leftOut.length > 0 && { leftOut }), folder }),
    })
    .execute()
}
