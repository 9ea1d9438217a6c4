import { join } from 'node:path'
import { createCoverFinder } from '../src/exchange/move-in/apply/cover-finder.ts'
import type { MoveDeps } from '../src/exchange/move-in/apply/move-deps.ts'
import { type OpenedSource, openSource } from '../src/exchange/move-in/audiobookshelf/open-source.ts'
import { readAudiobookshelf } from '../src/exchange/move-in/audiobookshelf/read-library.ts'
import { carryOut, prepareMove } from '../src/exchange/move-in/move-in.service.ts'
import { movedSystems } from '../src/exchange/move-in/library/moved-library.ts'
import type { Placing } from '../src/exchange/move-in/places/find-files.ts'
import { cleanPath, type PathMap } from '../src/exchange/move-in/places/mapped-path.ts'
import { type Reported, reportJson, reportLines } from '../src/exchange/move-in/report.ts'
import { type Config, readConfig } from '../src/config/config.ts'
import { probeProcess } from '../src/media/probe/probe-process.ts'
import { type Called, pathFrom, runCommand, sayNowAndThen, UsageError } from './command.ts'
import { inLibrary, inWrittenLibrary, requireMigrated } from './library.ts'

const usage = `npm run move-in -- audiobookshelf <backup file or config folder> [--map /old=/new]… [--metadata <folder>] [--apply] [--json]

Brings users, books, podcasts, positions and bookmarks of Audiobookshelf (2.3 or newer) here. Without --apply it tells what
it would do, and changes nothing. Running it again changes nothing, and goes on with what was left.

The sound stays where it is: its folders are to be in IMPORT_FOLDERS. Uses the server's settings. With SQLite the server has
to be stopped for --apply.

  --map       where a folder of Audiobookshelf is here: --map /audiobooks=/srv/books; as often as needed
  --metadata  its metadata folder, where covers are; otherwise the one beside its config folder, or in the backup
  --apply     does it: accounts are made without passwords, and a link to set one is mailed to each
  --json      the whole report, for programs
  --help      this text`

async function run(called: Called): Promise<boolean> {
  const config = readConfig()
  const placing = { maps: called.valuesOf('map').map(readMap), folders: config.importFolders }
  await using source = await openSource(called.folder)
  const library = readAudiobookshelf(source.databasePath, source.version)
  const reported = called.has('apply')
    ? await inWrittenLibrary(async (deps) => {
        const prepared = await prepareMove(deps.db.connection, library, placing)
        const covers = coversOf(called, source, { config, placing })
        const lookInto: MoveDeps['lookInto'] = (path, size) => probeProcess.look(path, size)
        const moveDeps = { ...deps, lookInto, covers, progress: sayNowAndThen }
        return { ...prepared, applied: await carryOut(moveDeps, prepared) }
      })
    : await inLibrary(async ({ db }) => {
        await requireMigrated(db)
        return { ...(await prepareMove(db.connection, library, placing)), applied: null }
      })
  print({ ...reported, ...placing }, called.has('json'))
  return true
}

function readMap(given: string): PathMap {
  const equals = given.indexOf('=')
  const from = cleanPath(given.slice(0, Math.max(0, equals)))
  const to = given.slice(equals + 1)
  if (equals < 1 || from === null || to === '')
    throw new UsageError(`--map is /old=/new, both absolute; "${given}" is not.`)
  return { from, to: pathFrom(to) }
}

function coversOf(
  called: Called,
  { metadataFolder, backup, temporaryFolder }: OpenedSource,
  { config, placing }: { readonly config: Config; readonly placing: Placing },
): MoveDeps['covers'] {
  const given = called.valuesOf('metadata').map(pathFrom)
  const target = join(temporaryFolder, 'picture')
  return createCoverFinder({
    metadataFolders: given.length > 0 || metadataFolder === null ? given : [metadataFolder],
    // One after another.
    fromBackup: async (name) =>
      (await backup?.extractPicture(name, target, config.maxImageBytes)) ? target : null,
    placing,
  })
}

function print(reported: Reported, isJson: boolean): void {
  if (isJson) console.log(JSON.stringify(reportJson(reported), null, 2))
  else for (const line of reportLines(reported)) console.log(line)
}

await runCommand({
  usage,
  firstWords: movedSystems,
  takesFolder: true,
  options: ['apply', 'json'],
  values: ['map', 'metadata'],
  run,
})
