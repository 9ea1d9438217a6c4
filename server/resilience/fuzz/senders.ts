import { connect } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { within } from '../../src/operations/health.ts'
import type { Header } from './draft.ts'
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

/** As one message on a connection of its own. */
export function writeMessage({ method, url, headers, body }: WireRequest): Buffer {
  const has = (wanted: string) => headers.some(([name]) => name === wanted)
  const framing: Header[] = [
    ...(has('host') ? [] : [['host', 'x'] as const]),
    ...(has('connection') ? [] : [['connection', 'close'] as const]),
    ...(body === null || has('content-length') || has('transfer-encoding')
      ? []
      : [['content-length', String(body.length)] as const]),
  ]
  const lines = [...framing, ...headers].map(([name, value]) => `${name}: ${value}\r\n`)
  const head = Buffer.from(`${method} ${url} HTTP/1.1\r\n${lines.join('')}\r\n`, 'latin1')
  return Buffer.concat([head, body ?? Buffer.alloc(0)])
}

/** Headers by which a message may be longer than what is sent of it. */
const framing = /\r\n(content-length|transfer-encoding|expect|upgrade): /i

/** After this long without a word the rest of what may be cut short is not waited for. */
const quietMs = 50

/**
 * What the server says to these bytes; null when it says nothing.
 *
 * @param isBent whether the message may be cut short, so that the server rightly waits for more
 */
export async function say(port: number, message: Buffer, isBent: boolean): Promise<WireAnswer | null> {
  const socket = connect({ port, host: '127.0.0.1' })
  const isHead = message.toString('latin1', 0, 5) === 'HEAD '
  let hasEnded = false
  const said = new Promise<WireAnswer | null>((resolve) => {
    let bytes = Buffer.alloc(0)
    socket.on('data', (chunk) => {
      bytes = Buffer.concat([bytes, chunk])
      const answer = readAnswer(bytes, isHead)
      if (answer?.isWhole) resolve(answer)
    })
    // Cut off by a reset: the server had no use for what was still being sent (RFC 9112, 9.6).
    socket.on('error', () => resolve(null))
    socket.on('close', () => {
      const answer = readAnswer(bytes, isHead)
      // Whoever ends a connection need not be given what is left of an answer.
      resolve(hasEnded && !answer?.isWhole ? null : answer)
    })
  })
  socket.write(message)
  // The server gives up on what ends too early.
  if (isBent)
    socket.setTimeout(quietMs, () => {
      hasEnded = true
      socket.end()
    })
  return await within(patienceMs, said).finally(() => socket.destroy())
}

/** Whether the headers of a request may say more than is sent of it. */
export function isBentByHeaders({ headers }: WireRequest): boolean {
  return headers.some(([name]) => framing.test(`\r\n${name}: `))
}

/** The first final answer in these bytes (RFC 9112), as far as it has come. */
function readAnswer(bytes: Buffer, isHead: boolean): (WireAnswer & { isWhole: boolean }) | null {
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) return null
  const [start = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n')
  const status = Number(start.split(' ')[1])
  const rest = bytes.subarray(end + 4)
  if (status < 200) return readAnswer(rest, isHead)
  const headers = Object.fromEntries(
    lines.map((line) => {
      const at = line.indexOf(':')
      return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()] as const
    }),
  )
  if (isHead || status === 204 || status === 304) return { status, headers, body: '', isWhole: true }
  const { isWhole, content } = readContent(rest, headers)
  return { status, headers, body: isWhole ? decode(content, headers) : content.toString(), isWhole }
}

function readContent(rest: Buffer, headers: Record<string, string>): { isWhole: boolean; content: Buffer } {
  const length = headers['content-length']
  if (length !== undefined) {
    return { isWhole: rest.length >= Number(length), content: rest.subarray(0, Number(length)) }
  }
  if (headers['transfer-encoding'] !== 'chunked') return { isWhole: false, content: rest }
  return { isWhole: rest.includes('\r\n0\r\n\r\n'), content: Buffer.concat([...readChunks(rest)]) }
}

function* readChunks(rest: Buffer): Generator<Buffer, void> {
  for (let at = 0; ; ) {
    const end = rest.indexOf('\r\n', at)
    const size = Number.parseInt(rest.toString('latin1', at, end), 16)
    if (end < 0 || !(size > 0)) return
    yield rest.subarray(end + 2, end + 2 + size)
    at = end + 2 + size + 2
  }
}
