import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFile, mkdir, open, rename, rm, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findPostgresBin } from '../../scripts/machine.mjs'
import { openDatabase } from '../../server/src/db/database.ts'
import { putFolder } from '../../server/src/exchange/import/imports.queries.ts'
import {
  type LookedFile,
  putLookedFiles,
  slicesOf,
} from '../../server/src/exchange/import/library-files.queries.ts'
import type { LookedFacts } from '../../server/src/exchange/import/plan-files.ts'
import { libraryReaderVersion } from '../../server/src/exchange/import/runs/reader-version.ts'
import { libraryFileKey } from '../../server/src/media/library/library-file-key.ts'
import { createIn } from '../../server/src/testing/engines.ts'
import { startCluster } from '../../server/src/testing/postgres-cluster.ts'
import { type BenchRow, median } from '../rows.ts'
import { type ImportingServer, type Measured, startImporting } from './importing-server.ts'

const books = Number(process.env.IMPORT_BOOKS ?? 10_000)
const filesOfBook = Number(process.env.IMPORT_FILES ?? 30)
const authors = 500
/** Epoch seconds; nobody has touched the files since. */
const writtenAt = Date.UTC(2025, 0, 1) / 1000
const rounds = 3

/**
 * A library of ten thousand books, of which one has sound: no other file is ever opened, as the database knows already what
 * a look into it would have found. Brought in on both engines; then looked at again with nothing changed, and with one tag.
 */
export async function measureLargeLibrary(folder: string): Promise<BenchRow[]> {
  const library = join(folder, 'library')
  console.log(`  Writing ${books} books …`)
  const files = await writeLibrary(library)
  const onSqlite = await measureOn({ name: 'SQLite', leastPerSecond: 100 }, '', { folder, library, files })
  process.env.POSTGRES_BIN ??= findPostgresBin() ?? undefined
  const cluster = await startCluster()
  try {
    const { url } = await createIn(cluster.url)
    const onPostgres = { name: 'PostgreSQL', leastPerSecond: 50 }
    return [...onSqlite, ...(await measureOn(onPostgres, url, { folder, library, files }))]
  } finally {
    await cluster.stop()
  }
}

interface Library {
  readonly folder: string
  readonly library: string
  readonly files: readonly LookedFile[]
}

interface Engine {
  readonly name: string
  readonly leastPerSecond: number
}

async function measureOn(
  engine: Engine,
  url: string,
  { folder, library, files }: Library,
): Promise<BenchRow[]> {
  const dataDir = join(folder, engine.name)
  await mkdir(dataDir)
  const db = await openDatabase(url, dataDir)
  const folderId = await putFolder(db.connection, 'books')
  for (const slice of slicesOf(files, 500)) await putLookedFiles(db.connection, folderId, slice, Date.now())
  await db.close()
  const environment: Record<string, string> = url === '' ? {} : { DATABASE_URL: url }
  await using importing = await startImporting(dataDir, library, environment)
  console.log(`  Looking on ${engine.name} …`)
  const first = await importing.look()
  if (first.row.counts.new !== books) throw new Error(`Found ${JSON.stringify(first.row.counts)}`)
  const applied = await importing.apply(first.row.id)
  console.log(`  Looking again on ${engine.name} …`)
  // Books are as the look before the applying has not yet seen them.
  await importing.look()
  const unchanged: Measured[] = []
  for (let round = 0; round < rounds; round += 1) unchanged.push(await importing.look())
  return [
    wholeRow(first, engine),
    applyRow(applied, engine),
    ...unchangedRows(unchanged, engine),
    await changedRow(importing, library, median(unchanged.map(processorOf)), engine),
  ]
}

const processorOf = ({ processorSeconds }: Measured) => processorSeconds
const beside = { yardstick: '–', ratio: '–' }
const sounds = `${books} books, ${books * filesOfBook} files`

function wholeRow({ seconds, processorSeconds, megabytesAbove }: Measured, { name }: Engine): BenchRow {
  return {
    ...beside,
    what: `${sounds}, ${name}: planned as a whole`,
    ours: `${seconds.toFixed(1)} s, ${processorSeconds.toFixed(1)} s CPU, ${megabytesAbove.toFixed(0)} MB above rest`,
    goal: '–',
    isReached: true,
  }
}

function applyRow({ row, seconds, processorSeconds }: Measured, engine: Engine): BenchRow {
  const perSecond = row.progress.applied / seconds
  return {
    ...beside,
    what: `${row.progress.applied} books of ${filesOfBook} files brought in, ${engine.name}`,
    ours: `${perSecond.toFixed(0)} a second, ${((processorSeconds * 1000) / books).toFixed(1)} ms CPU each`,
    goal: `≥ ${engine.leastPerSecond} a second`,
    isReached: perSecond >= engine.leastPerSecond,
  }
}

function unchangedRows(looks: readonly Measured[], { name }: Engine): BenchRow[] {
  const of = (figure: (look: Measured) => number) => median(looks.map(figure))
  const [seconds, processor] = [of((look) => look.seconds), of(processorOf)]
  const megabytes = of((look) => look.megabytesAbove)
  const isUnchanged = looks.every(({ row }) => row.state === 'Done' && row.counts.unchanged === books)
  return [
    {
      ...beside,
      what: `${sounds}, ${name}, nothing changed`,
      ours: `${seconds.toFixed(1)} s, ${processor.toFixed(2)} s CPU, ${megabytes.toFixed(0)} MB above rest`,
      goal: '≤ 10 s, ≤ 2 s CPU, ≤ 150 MB',
      isReached: isUnchanged && seconds <= 10 && processor <= 2 && megabytes <= 150,
    },
  ]
}

let retags = 0

async function changedRow(
  importing: ImportingServer,
  library: string,
  unchangedSeconds: number,
  { name }: Engine,
): Promise<BenchRow> {
  const more: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    retags += 1
    await retag(join(library, pathOf(0, 0)), retags)
    const { row, processorSeconds } = await importing.look()
    if (row.progress.filesLooked !== 1) throw new Error(`Looked at ${JSON.stringify(row.progress)}`)
    more.push(processorSeconds - unchangedSeconds)
    if (row.state === 'Review') await importing.apply(row.id)
  }
  const above = median(more)
  return {
    ...beside,
    what: `${sounds}, ${name}, one tag changed: processor time above nothing changed`,
    ours: `${above.toFixed(2)} s`,
    goal: '≤ 0.5 s',
    isReached: above <= 0.5,
  }
}

function pathOf(book: number, file: number): string {
  return `Author ${book % authors}/Book ${book}/${String(file + 1).padStart(2, '0')}.mp3`
}

/** @returns the rows of those that are not to be opened */
async function writeLibrary(library: string): Promise<LookedFile[]> {
  await writeRealBook(library)
  const files: LookedFile[] = []
  for (let book = 1; book < books; book += 1) {
    await mkdir(join(library, pathOf(book, 0), '..'), { recursive: true })
    for (let file = 0; file < filesOfBook; file += 1) {
      const place = join(library, pathOf(book, file))
      await (await open(place, 'w')).close()
      await utimes(place, writtenAt, writtenAt)
      files.push(lookedFile(book, file))
    }
  }
  return files
}

async function writeRealBook(library: string): Promise<void> {
  const first = join(library, pathOf(0, 0))
  await mkdir(join(first, '..'), { recursive: true })
  for (let file = 0; file < filesOfBook; file += 1) {
    const sound = ['-f', 'lavfi', '-i', `sine=f=${200 + 10 * file}:d=2`]
    const tags = ['-metadata', `title=Part ${file + 1}`, '-metadata', `track=${file + 1}`]
    const place = join(library, pathOf(0, file))
    await promisify(execFile)('ffmpeg', ['-v', 'error', ...sound, ...tags, place])
    await utimes(place, writtenAt, writtenAt)
  }
}

async function retag(file: string, round: number): Promise<void> {
  const [before, after] = [`${file}.before`, `${file}.after.mp3`]
  await copyFile(file, before)
  const metadata = ['-c', 'copy', '-metadata', `title=Part 1, again ${round}`]
  await promisify(execFile)('ffmpeg', ['-v', 'error', '-y', '-f', 'mp3', '-i', before, ...metadata, after])
  await rm(before)
  await rename(after, file)
  const seconds = writtenAt + 1 + round
  await utimes(file, seconds, seconds)
}

function lookedFile(book: number, file: number): LookedFile {
  const path = pathOf(book, file)
  const print = createHash('sha256').update(path).digest('hex')
  const facts: LookedFacts = {
    contentType: 'audio/mpeg',
    durationMs: 600_000 + file,
    needsIndex: false,
    tags: {
      title: `Part ${file + 1}`,
      album: `Book ${book}`,
      artist: `Author ${book % authors}`,
      track: file + 1,
      year: String(2000 + (book % 20)),
    },
    chapters: [],
    joinKey: null,
    hasPicture: false,
    isCutShort: false,
  }
  return {
    path,
    pathKey: path,
    sizeBytes: 0,
    modifiedSeconds: writtenAt,
    print,
    fileKey: libraryFileKey(print, 0, writtenAt),
    facts: JSON.stringify(facts),
    refusal: null,
    readerVersion: libraryReaderVersion,
  }
}
