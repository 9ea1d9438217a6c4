import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { within } from '../../src/http/responses/within.ts'
import type { WireRequest } from './wire.ts'

export interface WireAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Whoever waits longer for an answer gets none. */
export const patienceMs = 20_000

export async function inject(app: FastifyInstance, request: WireRequest): Promise<WireAnswer> {
  const { method, url, headers, body } = request
  const sent = app.inject({
    method: method as 'GET',
    url,
    headers: Object.fromEntries(headers),
    ...(body === null ? {} : { payload: body }),
  })
  const answer = await within(patienceMs, sent)
  const named = Object.entries(answer.headers).map(([name, value]) => [name, String(value)])
  const headersByName = Object.fromEntries(named) as Record<string, string>
  return { status: answer.statusCode, headers: headersByName, body: decode(answer.rawPayload, headersByName) }
}

/** The text of a body, whatever it was coded in. */
export function decode(bytes: Buffer, headers: Record<string, string>): string {
  // What is asked for by HEAD is coded, too, and does not come.
  if (bytes.length === 0) return ''
  if (headers['content-encoding'] === 'br') return brotliDecompressSync(bytes).toString()
  return (headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes).toString()
}
