import { Ajv } from 'ajv'
import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StartError } from '../../errors.ts'

/** The message is one sentence for the operator. */
export class ArchiveError extends StartError {}

/** Written last: it makes a folder an archive. */
export interface Manifest {
  readonly format: typeof format
  readonly formatVersion: number
  readonly program: string
  /** ISO 8601. */
  readonly createdAt: string
  readonly engine: 'sqlite' | 'postgres'
  readonly migrations: readonly string[]
  readonly rows: string
  readonly tables: readonly ArchivedRows[]
  readonly media: { readonly files: number; readonly bytes: number }
  /** Library files that stay in their folders, outside of the archive; since format 2, where there are some. */
  readonly library?: { readonly files: number; readonly bytes: number }
}

/** The rows of a table in `<name>.jsonl.gz`: a JSON array of column values per line. */
export interface ArchivedRows {
  readonly name: string
  readonly columns: readonly string[]
  readonly count: number
  /** Of the compressed file. */
  readonly sha256: string
  /** The last generated id; null for tables without one. */
  readonly lastId: number | null
}

export const format = 'earmark-backup'
export const formatVersion = 2
export const manifestName = 'manifest.json'

const count = { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER }
const sha256 = { type: 'string', pattern: '^[0-9a-f]{64}$' }
const text = { type: 'string' }
const texts = { type: 'array', items: text }

function record(properties: Record<string, object>, optional: Record<string, object> = {}) {
  const required = Object.keys(properties)
  return { type: 'object', properties: { ...properties, ...optional }, required, additionalProperties: false }
}

const isManifest = new Ajv().compile<Manifest>(
  record(
    {
      format: { const: format },
      formatVersion: { enum: [1, formatVersion] },
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
    },
    { library: record({ files: count, bytes: count }) },
  ),
)

/** Canonical JSON with its own checksum. */
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

export function rowsOf({ tables }: Pick<Manifest, 'tables'>, name: string): ArchivedRows {
  const rows = tables.find((table) => table.name === name)
  if (!rows) throw new ArchiveError(`The archive is damaged: its ${manifestName} has no table ${name}.`)
  return rows
}
