import { createCoverFinder } from '../../exchange/move-in/apply/cover-finder.ts'
import type { MoveDeps } from '../../exchange/move-in/apply/move-deps.ts'
import { readAudiobookshelf } from '../../exchange/move-in/audiobookshelf/read-library.ts'
import { carryOut, prepareMove } from '../../exchange/move-in/move-in.service.ts'
import type { PathMap } from '../../exchange/move-in/places/mapped-path.ts'
import { reportLines } from '../../exchange/move-in/report.ts'
import { lookIntoFile } from '../../media/probe/look-file.ts'
import type { TestServer } from '../server.ts'

export interface TestMove {
  readonly databasePath: string
  readonly maps: readonly PathMap[]
  readonly metadataFolders?: readonly string[]
  /** After so many files the program dies. */
  readonly diesAfter?: number
}

export class Died extends Error {}

/** Moves a library in as the command does, in this process. */
export async function moveIntoServer(
  { deps }: TestServer,
  { databasePath, maps, metadataFolders = [], diesAfter = Number.POSITIVE_INFINITY }: TestMove,
  isApplied: boolean,
) {
  const placing = { maps, folders: deps.config.importFolders }
  let looked = 0
  const moveDeps: MoveDeps = {
    ...deps,
    covers: createCoverFinder({ metadataFolders, fromBackup: () => Promise.resolve(null), placing }),
    progress: () => undefined,
    lookInto: async (place, sizeBytes) => {
      looked += 1
      if (looked > diesAfter) throw new Died()
      return await lookIntoFile(place, sizeBytes)
    },
  }
  const library = readAudiobookshelf(databasePath, null)
  const prepared = await prepareMove(deps.db.connection, library, placing)
  const applied = isApplied ? await carryOut(moveDeps, prepared) : null
  const lines = reportLines({ ...prepared, applied, maps, folders: placing.folders })
  return { ...prepared, applied, lines }
}
