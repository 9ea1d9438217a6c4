import { megabytes } from '../src/operations/backup/archive-media.ts'
import { backUp, type FinishedBackup } from '../src/operations/backup/backup.service.ts'
import server from '../package.json' with { type: 'json' }
import { type Called, runCommand, sayNowAndThen } from './command.ts'
import { inLibrary } from './library.ts'

const usage = `npm run backup -- <folder> [--verify] [--with-library]

Writes the whole library into a folder, while the server runs: rows, media and their checksums. Run again into the same
folder it copies only what is new, and replaces the older backup once the new one is whole. Uses the server's settings.

  --verify         looks into the media that the folder has already, too
  --with-library   takes along the files of library folders (IMPORT_FOLDERS), which are only named otherwise
  --help           this text

The folder holds password hashes and addresses: it is made for its owner alone. The secret that signs tokens
(TOKEN_SECRET, or DATA_DIR/token-secret) is not in it.`

async function run({ folder, has }: Called): Promise<boolean> {
  const { version: program } = server
  await inLibrary(async (library) => {
    const deps = { ...library, clock: Date.now, program, progress: sayNowAndThen }
    report(folder, await backUp(deps, folder, { verify: has('verify'), withLibrary: has('with-library') }))
  })
  return true
}

function report(folder: string, { manifest, media, removed }: FinishedBackup): void {
  const rows = manifest.tables.reduce((sum, { count }) => sum + count, 0)
  const copied = media.files - media.kept
  console.log(
    `Backed up ${rows} rows and ${media.files} media files (${megabytes(media.bytes)}, ${copied} of them copied now, ` +
      `${removed} old ones removed) into ${folder}, as of ${manifest.createdAt}.`,
  )
  const { files, bytes } = media.inPlace
  if (files > 0)
    console.log(`${files} files of library folders (${megabytes(bytes)}) stay there: they are not inside.`)
}

await runCommand({ usage, options: ['verify', 'with-library'], takesFolder: true, run })
