import { readConfig } from '../src/config/config.ts'
import { megabytes } from '../src/operations/backup/archive-media.ts'
import { restoreLibrary } from '../src/operations/backup/restore-library.ts'
import { openStorage } from '../src/media/storage/open-storage.ts'
import { type Called, runCommand, sayNowAndThen } from './command.ts'
import { sentences } from './library.ts'

const usage = `npm run restore -- <folder>

Brings a backup back into an empty place: the database of DATABASE_URL, or of DATA_DIR, and the media store of S3_BUCKET,
or of DATA_DIR. Which ones they were before does not matter. The backup is checked as a whole before anything is changed,
and the server must not run. Start it afterwards with the same settings.

  --help     this text`

async function run({ folder }: Called): Promise<boolean> {
  const config = readConfig()
  const open = () => openStorage(config, sentences)
  const { tables, media, library, createdAt } = await restoreLibrary(config, open, folder, sayNowAndThen)
  const rows = tables.reduce((sum, { count }) => sum + count, 0)
  console.log(
    `Restored ${rows} rows and ${media.files} media files (${megabytes(media.bytes)}), as of ${createdAt}. ` +
      'Unless TOKEN_SECRET, or the file token-secret, is the same as it was, everybody has to sign in again.',
  )
  if (library)
    console.log(
      `${library.files} files of library folders (${megabytes(library.bytes)}) are not in the backup: ` +
        'they play again where IMPORT_FOLDERS names those folders as before.',
    )
  return true
}

await runCommand({ usage, options: [], takesFolder: true, run })
