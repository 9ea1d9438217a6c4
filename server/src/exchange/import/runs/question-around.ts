import { folderOf } from '@earmark/contract/planner/file-names.ts'
import type { HandGroup } from '@earmark/contract/planner/plan-input.ts'
import type { LibraryFolders } from '@earmark/contract/planner/neighbourhoods.ts'
import type { ImportDeps } from '../import-deps.ts'
import {
  listAwayBooks,
  listFolderBooks,
  listPrintsElsewhere,
  listSharedNames,
} from '../known-books.queries.ts'
import { listStoredFiles } from '../library-files.queries.ts'
import type { FolderBook } from '../plan-files.ts'
import type { PlanQuestion } from '../planning/plan-question.ts'
import { listChaptersChoices, listGroups } from '../review/library-groups.queries.ts'
import { listBooksAround, listPlacesOf } from '../settlement.queries.ts'
import type { WalkedPlace } from '../walk/walk-folder.ts'
import type { LookedFolder } from './looked-folder.ts'

interface Around {
  readonly around: WalkedPlace
  readonly folders: LibraryFolders
  /** The neighbourhood of a file; undefined for those that are not planned. */
  readonly placeOf: (path: string) => string | undefined
}

/**
 * What is known of some neighbourhoods of a folder; null where sounds of them may be elsewhere in it, or where a file of a
 * known book is not there: then they cannot be planned by themselves.
 */
export async function questionAround(
  { db }: ImportDeps,
  { id, setting }: LookedFolder,
  { around, folders, placeOf }: Around,
): Promise<PlanQuestion | null> {
  const { connection } = db
  const keys = around.sounds.map(({ pathKey }) => pathKey)
  const stored = await listStoredFiles(connection, id, keys)
  const prints = new Set(stored.flatMap(({ print }) => print ?? []))
  const ids = await listBooksAround(connection, id, {
    folders: around.signatures.map(([path]) => path),
    prints: [...prints],
  })
  const knownBooks = await listFolderBooks(db, id, ids)
  if (!areAllThere(knownBooks, around)) return null
  const groups = (await listGroups(connection, id)).filter((group) =>
    soundsOf(group).some((print) => prints.has(print)),
  )
  const awayBooks = await listAwayBooks(db, id, [...prints])
  const ofBooks = [...knownBooks, ...awayBooks].flatMap(({ files }) => files.map(({ print }) => print))
  const asked = [...prints, ...ofBooks, ...groups.flatMap(soundsOf)]
  const places = await listPlacesOf(connection, id, asked)
  const mayBeThere = places.filter(({ path }) => folders.has(folderOf(path)))
  if (mayBeThere.some(({ path }) => placeOf(path) === undefined)) return null
  const inOnePlace = (group: HandGroup) => {
    const own = mayBeThere.filter(({ print }) => soundsOf(group).includes(print))
    return new Set(own.map(({ path }) => placeOf(path))).size < 2
  }
  if (!groups.every(inOnePlace)) return null
  return {
    root: setting.path,
    knownBooks,
    awayBooks,
    handGroups: groups,
    chaptersChoices: await listChaptersChoices(connection, id),
    knownElsewhere: await listPrintsElsewhere(connection, id, [...prints]),
    ambiguousNames: await listSharedNames(connection),
  }
}

function soundsOf({ prints, leftOut = [] }: HandGroup): string[] {
  return [...prints, ...leftOut]
}

/** Books that are known as missing need not be. */
function areAllThere(books: readonly FolderBook[], { sounds }: WalkedPlace): boolean {
  const paths = new Set(sounds.map(({ path }) => path))
  return books.every(
    ({ isMissing, files }) => isMissing || files.every((file) => file.isMissing || paths.has(file.path)),
  )
}
