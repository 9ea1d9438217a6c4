import { megabytes } from '../src/operations/backup/archive-media.ts'
import { type Diagnosis, examine } from '../src/operations/backup/doctor.service.ts'
import { type Called, runCommand, sayNowAndThen } from './command.ts'
import { inLibrary } from './library.ts'

const usage = `npm run doctor -- [--quick] [--fix]

Compares the media that records name with those that are stored, while the server runs, and tells what is missing,
damaged, away with its library folder, or belongs to nobody. Uses the server's settings.

  --quick    names and sizes only, without reading the files
  --fix      puts files that belong to nobody into quarantine/ of the media store; changes nothing else
  --help     this text`

async function run({ has }: Called): Promise<boolean> {
  const options = { quick: has('quick'), fix: has('fix') }
  return await inLibrary(async (library) => {
    const deps = { ...library, clock: Date.now, progress: sayNowAndThen }
    return report(await examine(deps, options))
  })
}

/** @returns whether all is well now */
function report({ findings, files, bytes }: Diagnosis): boolean {
  for (const { kind, sentence } of findings) console.log(`${kind.padEnd(11)} ${sentence}`)
  const counts = (['missing', 'damaged', 'away', 'orphan', 'quarantined', 'left over'] as const)
    .map((kind) => `${findings.filter((finding) => finding.kind === kind).length} ${kind}`)
    .join(', ')
  console.log(`${files} media files (${megabytes(bytes)}): ${counts}.`)
  return findings.every(({ kind }) => kind === 'quarantined')
}

await runCommand({ usage, options: ['quick', 'fix'], takesFolder: false, run })
