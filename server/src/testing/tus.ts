import { randomUUID } from 'node:crypto'
import { bytesType } from '@earmark/contract/endpoint.ts'
import type { Headers } from './server.ts'

/** Requests of tus 1.0.0 to a server that really listens. */

export interface TusAnswer {
  readonly status: number
  readonly codes: readonly string[]
  readonly headers: Record<string, string>
}

export interface TusTarget {
  /** Of the API. */
  readonly address: string
  /** Of the account. */
  readonly headers: Headers
}

export function tusMetadata(metadata: Readonly<Record<string, string>>): string {
  return Object.entries(metadata)
    .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
    .join(',')
}

export function namedFile(relativePath = 'Book/01.mp3', batch: string = randomUUID()): string {
  return tusMetadata({ fileName: relativePath.split('/').at(-1) ?? '', relativePath, batch })
}

/** Headers of the call replace those of every request; empty ones are left out. */
export async function tus(
  { address, headers }: TusTarget,
  method: string,
  path: string,
  given: Headers = {},
  body?: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>,
): Promise<TusAnswer> {
  const all = { 'tus-resumable': '1.0.0', ...headers, ...given }
  const sent = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''))
  const answer = await fetch(`${address}${path}`, {
    method,
    headers: sent,
    ...(body !== undefined && { body, duplex: 'half' as const }),
  })
  const text = await answer.text()
  const codes =
    answer.status >= 400 && text !== ''
      ? (JSON.parse(text) as { code: string }[]).map(({ code }) => code)
      : []
  return { status: answer.status, codes, headers: Object.fromEntries(answer.headers) }
}

/** @returns the path of the upload below the API */
export async function beginTus(
  target: TusTarget,
  sizeBytes: number,
  metadata: string = namedFile(),
): Promise<string> {
  const headers = { 'upload-length': String(sizeBytes), 'upload-metadata': metadata }
  const created = await tus(target, 'POST', '/uploads', headers)
  if (created.status !== 201) throw new Error(`Answered ${created.status}: ${created.codes.join()}`)
  return (created.headers.location as string).replace('/api', '')
}

export async function sendTus(
  target: TusTarget,
  path: string,
  offset: number,
  bytes: Uint8Array<ArrayBuffer>,
  headers: Headers = {},
): Promise<TusAnswer> {
  const told = { 'content-type': bytesType, 'upload-offset': String(offset), ...headers }
  return await tus(target, 'PATCH', path, told, bytes)
}

export async function tusOffset(target: TusTarget, path: string): Promise<number> {
  const { status, headers } = await tus(target, 'HEAD', path)
  if (status !== 200) throw new Error(`Answered ${status}.`)
  return Number(headers['upload-offset'])
}
