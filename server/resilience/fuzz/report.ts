import type { WireAnswer } from './senders.ts'
import type { WireRequest } from './wire.ts'

/** Something that a request has brought to light. */
export interface Finding {
  readonly problem: string
  readonly request: WireRequest
  /** As it went over a connection; null where it was injected. */
  readonly message: Buffer | null
  readonly answer: WireAnswer | null
}

/** Of findings that are alike one is enough, and of all these many. */
const most = 20

/** What a reader can paste to send the requests once more. */
export function describeFindings(findings: readonly Finding[]): string[] {
  const different = new Map(findings.map((finding) => [keyOf(finding), finding]))
  return [...different.values()].slice(0, most).map(describe)
}

function keyOf({ problem, request: { method, url }, answer }: Finding): string {
  const place = url.split('?', 1)[0]?.replaceAll(/[\da-f-]{36}|\d+/g, '#')
  return `${problem.slice(0, 100)} ${method} ${place} ${answer?.status}`
}

function describe({ problem, request, message, answer }: Finding): string {
  const call = message ? `socket.write(${bytes(message)})` : injection(request)
  const told = answer ? `${answer.status} ${answer.body.slice(0, 500)}` : 'nothing'
  return `${problem}\n  ${call}\n  answered: ${told}`
}

function injection({ method, url, headers, body }: WireRequest): string {
  const payload = body === null ? '' : `, payload: ${bytes(body)}`
  return `app.inject({ method: '${method}', url: ${literal(url)}, headers: ${literal(Object.fromEntries(headers))}${payload} })`
}

function bytes(buffer: Buffer): string {
  return `Buffer.from(${literal(buffer.toString('latin1'))}, 'latin1')`
}

/** JavaScript in which what repeats itself is said once. */
function literal(value: unknown): string {
  const piece = String.raw`\\u\w{4}|\\.|[^\\"]`
  return JSON.stringify(value).replaceAll(
    new RegExp(`((?:${piece}){1,12}?)\\1{39,}`, 'gs'),
    (run, repeated: string) => `" + "${repeated}".repeat(${run.length / repeated.length}) + "`,
  )
}
