import type { IncomingHttpHeaders, ServerResponse } from 'node:http'

/** What hosts of the made-up internet answer, well and badly. */

export interface AskedOf {
  readonly path: string
  readonly method: string
  readonly headers: IncomingHttpHeaders
  /** Of the internet's clock. */
  readonly now: number
}

export type Answer = (asked: AskedOf, response: ServerResponse) => void

export function send(answer: Answer, asked: AskedOf, response: ServerResponse): void {
  response.on('error', () => undefined)
  response.sendDate = false
  response.setHeader('date', new Date(asked.now).toUTCString())
  answer(asked, response)
}

type Headers = Readonly<Record<string, string>>

export function answers(status: number, body: string | Uint8Array = '', headers: Headers = {}): Answer {
  return (_asked, response) => {
    response.writeHead(status, { 'content-length': Buffer.byteLength(body), ...headers })
    response.end(body)
  }
}

export const notFound = answers(404)
export const gone = answers(410)
export const busy = (retryAfter: string) => answers(503, '', { 'retry-after': retryAfter })
export const loginPage = answers(200, '<!doctype html><html><title>Sign in</title><form></form></html>', {
  'content-type': 'text/html',
})

export function redirects(to: string, status = 302): Answer {
  // Servers send UTF-8 as it is.
  return answers(status, '', { location: Buffer.from(to, 'utf8').toString('latin1') })
}

/** The feed of that moment, with its tag and 304 for who has it. `headers` such as `cache-control` come along. */
export function feed(body: string | ((now: number) => string), headers: Headers = {}): Answer {
  return (asked, response) => {
    const text = typeof body === 'string' ? body : body(asked.now)
    const tag = `"${Buffer.byteLength(text)}-${hashOf(text)}"`
    const isKnown = asked.headers['if-none-match'] === tag
    const own = { etag: tag, 'content-type': 'application/rss+xml', ...headers }
    answers(isKnown ? 304 : 200, isKnown ? '' : text, own)(asked, response)
  }
}

function hashOf(text: string): number {
  let hash = 0
  for (const character of text) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) >>> 0
  return hash
}

/** Connected, and never a byte. */
export const silent: Answer = () => undefined

/** A byte of the body each `everyMs`, without an end. */
export function dripping(everyMs: number): Answer {
  return (_asked, response) => {
    response.writeHead(200, { 'content-type': 'application/rss+xml' }).flushHeaders()
    const timer = setInterval(() => response.write(' '), everyMs)
    response.on('close', () => clearInterval(timer))
  }
}

/** A byte of a header each `everyMs`, without an end. */
export function drippingHead(everyMs: number): Answer {
  return (_asked, { socket }) => {
    socket?.write('HTTP/1.1 200 OK\r\nx-')
    const timer = setInterval(() => socket?.write('a'), everyMs)
    socket?.on('error', () => undefined).on('close', () => clearInterval(timer))
  }
}

/** Ends in the middle of what it said it would send. */
export function cut(body: string | Uint8Array): Answer {
  return (_asked, response) => {
    response.writeHead(200, { 'content-length': Buffer.byteLength(body) * 2 })
    response.write(body, () => response.destroy())
  }
}

/** `right`, or: all of it for any range, another range than was asked for, a wrong total, a shorter body. */
export type RangeManners = 'right' | 'ignored' | 'another' | 'wrongTotal' | 'short'

/** A file with its validator, by ranges (RFC 9110, 14). */
export function file(bytes: Uint8Array, type = 'audio/mpeg', manners: RangeManners = 'right'): Answer {
  return (asked, response) => {
    const own = { 'content-type': type, etag: `"f${bytes.length}"`, 'accept-ranges': 'bytes' }
    const asksRange = /^bytes=(\d+)-(\d*)$/.exec(asked.headers.range ?? '')
    const isCurrent = (asked.headers['if-range'] ?? own.etag) === own.etag
    if (!asksRange || !isCurrent || manners === 'ignored') return answers(200, bytes, own)(asked, response)
    const start = Number(asksRange[1]) + (manners === 'another' ? 1 : 0)
    const end = Math.min(bytes.length, asksRange[2] ? Number(asksRange[2]) + 1 : bytes.length)
    const total = manners === 'wrongTotal' ? bytes.length + 1 : bytes.length
    if (start >= end) return answers(416, '', { 'content-range': `bytes */${total}` })(asked, response)
    const part = bytes.subarray(start, manners === 'short' ? end - 1 : end)
    const range = { 'content-range': `bytes ${start}-${end - 1}/${total}` }
    answers(206, part, { ...own, ...range })(asked, response)
  }
}
