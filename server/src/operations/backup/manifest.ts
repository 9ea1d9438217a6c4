import { Ajv } from 'ajv'
import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ArchiveError } from './archive-error.ts'

/** What an archive holds. It is written last: without it there is no archive. */
export interface Manifest {
  readonly format: typeof format
  readonly formatVersion: number
  /** Version of the program that made it. */
  readonly program: string
  /** ISO 8601. */
  readonly createdAt: string
  readonly engine: 'sqlite' | 'postgres'
  /** What the database's schema was made by, in this order. */
  readonly migrations: readonly string[]
  /** Folder of the files of rows, below the archive's. */
  readonly rows: string
  readonly tables: readonly ArchivedRows[]
  /** How many files, and bytes in all, the table `media` names; they lie below `media/`. */
  readonly media: { readonly files: number; readonly bytes: number }
}

/** The rows of one table, in `<name>.jsonl.gz`: on each line a JSON array of the columns' values. */
export interface ArchivedRows {
  readonly name: string
  readonly columns: readonly string[]
  readonly count: number
  /** Of the file as it is, compressed. */
  readonly sha256: string
  /** The last generated id that was ever given out; null where the table has none. */
  readonly lastId: number | null
}

export const format = 'earmark-backup'
export const formatVersion = 1
export const manifestName = 'manifest.json'

const count = { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER }
const sha256 = { type: 'string', pattern: '^[0-9a-f]{64}$' }
const text = { type: 'string' }
const texts = { type: 'array', items: text }

function record(properties: Record<string, object>) {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false }
}

const isManifest = new Ajv().compile<Manifest>(
  record({
    format: { const: format },
    formatVersion: { const: formatVersion },
    program: text,
    createdAt: text,
    engine: { enum: ['sqlite', 'postgres'] },
    migrations: { ...texts, minItems: 1 },
    rows: { type: 'string', pattern: '^rows/[0-9TZ]{16,24}$' },
    tables: {
      type: 'array',
      items: record({ name: text, columns: texts, count, sha256, lastId: { ...count, nullable: true } }),
    },
    media: record({ files: count, bytes: count }),
  }),
)

/** The one way in which a manifest is written, with its own checksum: a byte that differs shows. */
export function writeManifest(manifest: Manifest): string {
  const checksum = hash('sha256', JSON.stringify(manifest))
  return `${JSON.stringify({ manifest, sha256: checksum }, null, 2)}\n`
}

/** @throws ArchiveError when there is none, or it is damaged or not for this program */
export async function readManifest(folder: string): Promise<Manifest> {
  const written = await readFile(join(folder, manifestName), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error
    throw new ArchiveError(
      `There is no backup in ${folder}: it has no ${manifestName}, which a backup writes when all else is there.`,
    )
  })
  const manifest = parse(written)
  if (manifest?.format === format && (manifest.formatVersion as number) > formatVersion) {
    throw new ArchiveError(
      `The backup in ${folder} was made by a newer version of Earmark (${manifest.program}): restore it with that one.`,
    )
  }
  if (!isManifest(manifest) || written !== writeManifest(manifest)) {
    throw new ArchiveError(`${join(folder, manifestName)} is damaged: it is not as it was written.`)
  }
  return manifest
}

function parse(written: string): Partial<Manifest> | undefined {
  try {
    return (JSON.parse(written) as { manifest?: Partial<Manifest> } | null)?.manifest
  } catch {
    return undefined
  }
}
