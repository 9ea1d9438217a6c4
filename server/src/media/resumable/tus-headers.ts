import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyReply } from 'fastify'
import type { FailureOf } from '../../errors.ts'
import { isSoundFileName, isSoundPath } from './upload-path.ts'
import type { UploadRow } from './uploads.queries.ts'

/** Headers of tus 1.0.0, https://tus.io/protocols/resumable-upload. */

export const tusVersion = '1.0.0'
export const tusExtensions = 'creation,creation-with-upload,expiration,termination'

type Headers = IncomingHttpHeaders

/** @throws AppError `PreconditionFailed` for other versions of the protocol */
export function requireTus(headers: Headers, reply: FastifyReply, failure: FailureOf<'PreconditionFailed'>) {
  if (headers['tus-resumable'] === tusVersion) return
  reply.header('tus-version', tusVersion)
  throw failure('PreconditionFailed', { description: `The header Tus-Resumable must be ${tusVersion}.` })
}

/** @throws AppError `InvalidBody` for what is no whole number of bytes */
export function readBytes(headers: Headers, name: string, failure: FailureOf<'InvalidBody'>): number {
  const given = headers[name]
  const bytes = typeof given === 'string' && /^\d{1,16}$/.test(given) ? Number(given) : Number.NaN
  if (!Number.isSafeInteger(bytes))
    throw failure('InvalidBody', { description: `The header ${name} must be a whole number of bytes.` })
  return bytes
}

/** @throws AppError `FileTooLarge` also for a number that no number type has, `InvalidBody` */
export function readUploadLength(
  headers: Headers,
  failure: FailureOf<'InvalidBody' | 'FileTooLarge'>,
): number {
  const given = headers['upload-length']
  if (typeof given === 'string' && /^\d+$/.test(given) && Number(given) > Number.MAX_SAFE_INTEGER)
    throw failure('FileTooLarge')
  return readBytes(headers, 'upload-length', failure)
}

/** Null where the request does not say; 0 for a request without a body. */
export function bodyLength(headers: Headers): number | null {
  if (headers['transfer-encoding'] !== undefined) return null
  return Number(headers['content-length'] ?? 0)
}

export interface UploadMetadata {
  readonly fileName: string
  readonly relativePath: string
  readonly batch: string
  /** The header as it came, also with pairs that mean nothing here. */
  readonly given: string
}

const pairForm = /^([^\s,]+)(?: +([A-Za-z0-9+/]*={0,2}))?$/
const uuidForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * The file's name may be left out where the path is given, and the other way round.
 *
 * @throws AppError `InvalidBody`, `PathInvalid` with the field
 */
export function readMetadata(
  headers: Headers,
  failure: FailureOf<'InvalidBody' | 'PathInvalid'>,
): UploadMetadata {
  const given = String(headers['upload-metadata'] ?? '')
  const values = readPairs(given, failure)
  const relativePath = values.get('relativePath') || values.get('fileName') || ''
  const fileName = values.get('fileName') || (relativePath.split('/').at(-1) as string)
  if (!isSoundPath(relativePath)) throw failure('PathInvalid', { field: 'relativePath' })
  if (!isSoundFileName(fileName)) throw failure('PathInvalid', { field: 'fileName' })
  const batch = values.get('batch') || randomUUID()
  if (!uuidForm.test(batch))
    throw failure('InvalidBody', { field: 'batch', description: 'A batch is a UUID.' })
  return { fileName, relativePath, batch: batch.toLowerCase(), given }
}

function readPairs(header: string, failure: FailureOf<'InvalidBody'>): Map<string, string> {
  const values = new Map<string, string>()
  if (header.trim() === '') return values
  for (const pair of header.split(',')) {
    const [, key, value = ''] = pairForm.exec(pair.trim()) ?? []
    const text = key === undefined || values.has(key) ? null : decode(value)
    if (key === undefined || text === null)
      throw failure('InvalidBody', { description: 'The header Upload-Metadata is malformed.' })
    values.set(key, text)
  }
  return values
}

/** Null for what is neither base64 nor UTF-8. */
function decode(base64: string): string | null {
  const bytes = Buffer.from(base64, 'base64')
  const plain = base64.replace(/=+$/, '')
  if (bytes.toString('base64').replace(/=+$/, '') !== plain) return null
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}

export function describeUpload(reply: FastifyReply, row: UploadRow): FastifyReply {
  return tellOffset(reply, row)
    .header('upload-length', row.size_bytes)
    .header('upload-metadata', row.metadata ?? writePairs(row))
}

function writePairs({ file_name: fileName, relative_path: relativePath, batch }: UploadRow): string {
  return Object.entries({ fileName, relativePath, batch })
    .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
    .join(',')
}

/** RFC 9110, 5.6.7, for the time. */
export function tellOffset(
  reply: FastifyReply,
  { received_bytes, expires_at }: Pick<UploadRow, 'received_bytes' | 'expires_at'>,
): FastifyReply {
  return reply
    .header('upload-offset', received_bytes)
    .header('upload-expires', new Date(expires_at).toUTCString())
}
