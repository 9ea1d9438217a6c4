import { isWithin } from '@earmark/contract/planner/hand-groups.ts'
import type { HandGroup } from '@earmark/contract/planner/plan-input.ts'
import { type ChaptersChoice, isChoiceOf } from '../import-chapters.ts'
import { unsettle } from '../settlement.queries.ts'
import type { Connection } from '../../../db/engine/dialect.ts'

interface LibraryGroup extends HandGroup {
  readonly id: number
}

export async function listGroups(connection: Connection, folderId: number): Promise<LibraryGroup[]> {
  return (await readRows(connection, folderId)).flatMap(({ id, written }) =>
    'chaptersOf' in written ? [] : [{ id, ...('prints' in written ? written : { prints: written }) }],
  )
}

export async function listChaptersChoices(
  connection: Connection,
  folderId: number,
): Promise<(ChaptersChoice & { readonly id: number })[]> {
  return (await readRows(connection, folderId)).flatMap(({ id, written }) =>
    'chaptersOf' in written ? [{ id, ...written }] : [],
  )
}

async function readRows(connection: Connection, folderId: number) {
  const rows = await connection
    .selectFrom('library_groups')
    .where('folder_id', '=', folderId)
    .orderBy('id')
    .select(['id', 'prints'])
    .execute()
  return rows.map(({ id, prints }) => {
    return { id, written: JSON.parse(prints) as readonly string[] | HandGroup | ChaptersChoice }
  })
}

/** Remembers a choice instead of a former one of the same book. */
export async function writeChaptersChoice(
  connection: Connection,
  folderId: number,
  choice: ChaptersChoice,
): Promise<void> {
  const { chaptersOf } = choice
  const choices = await listChaptersChoices(connection, folderId)
  const former = choices.flatMap((each) => (isChoiceOf(each, chaptersOf) ? [each.id] : []))
  await unsettle(connection, folderId, chaptersOf)
  if (former.length > 0) await connection.deleteFrom('library_groups').where('id', 'in', former).execute()
  const row = { folder_id: folderId, prints: JSON.stringify(choice) }
  await connection.insertInto('library_groups').values(row).execute()
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
