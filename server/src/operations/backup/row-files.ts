import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import type { Value } from '../../db/engine/transfer.ts'
import { ArchiveError } from './manifest.ts'

/** Row files: gzip, a JSON array per line. */

export type Row = readonly Value[]

export interface WrittenRows {
  readonly count: number
  readonly sha256: string
}

export async function writeRows(
  path: string,
  columns: readonly string[],
  batches: AsyncIterable<readonly Readonly<Record<string, Value>>[]>,
): Promise<WrittenRows> {
  let count = 0
  async function* lines(): AsyncGenerator<string> {
    for await (const rows of batches) {
      count += rows.length
      yield rows.map((row) => `${JSON.stringify(columns.map((name) => storable(row[name])))}\n`).join('')
    }
  }
  const hash = createHash('sha256')
  const hashing = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      done(null, chunk)
    },
  })
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600 })
  await pipeline(Readable.from(lines()), createGzip(), hashing, file)
  return { count, sha256: hash.digest('hex') }
}

function storable(value: Value | undefined): Value {
  if (!isValue(value)) throw new Error(`A row holds ${value}, which cannot be archived.`)
  return value
}

const hashedAtOnce = 256 * 1024

/** One buffer: a stream allocates faster than it is collected. */
export async function hashFile(path: string): Promise<string> {
  await using file = await open(path, 'r')
  const hash = createHash('sha256')
  const buffer = Buffer.allocUnsafe(hashedAtOnce)
  for (;;) {
    const { bytesRead } = await file.read(buffer, 0, buffer.length)
    if (bytesRead === 0) return hash.digest('hex')
    hash.update(buffer.subarray(0, bytesRead))
  }
}

const rowsAtOnce = 500
const longestLine = 16 * 1024 ** 2

/** @throws ArchiveError where a line is not a row of `width` values */
export async function* readRows(path: string, width: number): AsyncGenerator<Row[], void> {
  let rows: Row[] = []
  let line = 0
  for await (const text of readLines(path)) {
    line += 1
    rows.push(parseRow(text, width, `${path}, line ${line}`))
    if (rows.length < rowsAtOnce) continue
    yield rows
    rows = []
  }
  if (rows.length > 0) yield rows
}

/** Node's readline also splits at U+2028. */
async function* readLines(path: string): AsyncGenerator<string, void> {
  const source = createReadStream(path)
  const text = source.pipe(createGunzip())
  source.on('error', (error) => text.destroy(error))
  text.setEncoding('utf8')
  let rest = ''
  try {
    for await (const chunk of text as AsyncIterable<string>) {
      rest += chunk
      if (rest.length > longestLine) throw damaged(path, 'it has a line that is too long for a row')
      // Avoids copying an unfinished line twice.
      if (!chunk.includes('\n')) continue
      const lines = rest.split('\n')
      rest = lines.pop() ?? ''
      yield* lines
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code?.startsWith('Z_')) throw damaged(path, 'it cannot be unpacked')
    throw error
  } finally {
    source.destroy()
  }
  if (rest !== '') throw damaged(path, 'its last line has no end')
}

function parseRow(text: string, width: number, place: string): Row {
  let row: unknown
  try {
    row = JSON.parse(text)
  } catch {
    throw damaged(place, 'it is no JSON')
  }
  if (!Array.isArray(row) || row.length !== width || !row.every(isValue))
    throw damaged(place, `it is not a row of ${width} values`)
  return row
}

/** Integers have to be safe in JavaScript. */
function isValue(value: unknown): value is Value {
  if (typeof value !== 'number') return value === null || typeof value === 'string'
  return Number.isInteger(value) ? Number.isSafeInteger(value) : Number.isFinite(value)
}

function damaged(place: string, finding: string): ArchiveError {
  return new ArchiveError(`${place} is damaged: ${finding}.`)
}
