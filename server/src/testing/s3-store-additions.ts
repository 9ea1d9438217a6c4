import { mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'

/** What s3rver lacks of what an S3 store does, on the files that it keeps. */

export const uploadsFolder = '._S3rver_uploads'

/**
 * Answers ListMultipartUploads and AbortMultipartUpload.
 *
 * @returns whether the request was one of these
 */
export function answerMultipartCalls(
  { method, url = '' }: IncomingMessage,
  response: ServerResponse,
  bucketFolder: string,
): boolean {
  const { pathname, searchParams } = new URL(url, 'http://store')
  const uploads = join(bucketFolder, uploadsFolder)
  const uploadId = searchParams.get('uploadId')
  if (method === 'DELETE' && uploadId !== null) {
    rmSync(join(uploads, uploadId), { recursive: true, force: true })
    response.writeHead(204).end()
    return true
  }
  if (method !== 'GET' || !searchParams.has('uploads') || pathname.split('/').filter(Boolean).length !== 1)
    return false
  mkdirSync(uploads, { recursive: true })
  const listed = readdirSync(uploads).map((id) => {
    const key = readFileSync(join(uploads, id, 'key'), 'utf8')
    const initiated = statSync(join(uploads, id, 'key')).mtime.toISOString()
    return `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${initiated}</Initiated></Upload>`
  })
  const body = `<ListMultipartUploadsResult><IsTruncated>false</IsTruncated>${listed.join('')}</ListMultipartUploadsResult>`
  response.writeHead(200, { 'content-type': 'application/xml' }).end(body)
  return true
}

/** Answers BadDigest where the bytes are not those of the request's Content-MD5. */
export function refuseWrongDigests({ headers }: IncomingMessage, response: ServerResponse): void {
  const digest = headers['content-md5']
  if (typeof digest !== 'string') return
  const expected = Buffer.from(digest, 'base64').toString('hex')
  const end = response.end.bind(response) as (...given: unknown[]) => ServerResponse
  response.end = ((...given: unknown[]) => {
    const etag = response.getHeader('etag')
    if (etag === undefined || String(etag).replaceAll('"', '') === expected) return end(...given)
    response.removeHeader('etag')
    response.removeHeader('content-length')
    response.statusCode = 400
    return end('<Error><Code>BadDigest</Code><Message>The bytes are others.</Message></Error>')
  }) as ServerResponse['end']
}
