import { parseHttpDate } from './http-date.ts'

export interface Validators {
  /** Strong, quoted. */
  readonly etag: string
  /** Epoch milliseconds, whole seconds. */
  readonly lastModified: number
}

export interface ConditionHeaders {
  readonly 'if-match'?: string | undefined
  readonly 'if-none-match'?: string | undefined
  readonly 'if-modified-since'?: string | undefined
  readonly 'if-unmodified-since'?: string | undefined
}

export type Verdict = 'go on' | 'not modified' | 'precondition failed'

/**
 * RFC 9110, 13.2.2. Malformed dates are ignored (13.1.3, 13.1.4); malformed tag lists match nothing.
 *
 * @param now epoch milliseconds
 */
export function evaluateConditions(headers: ConditionHeaders, current: Validators, now: number): Verdict {
  const ifMatch = headers['if-match']
  if (ifMatch !== undefined) {
    if (!matchesStrongly(ifMatch, current.etag)) return 'precondition failed'
  } else if (isBefore(headers['if-unmodified-since'], current.lastModified, now)) {
    return 'precondition failed'
  }

  const ifNoneMatch = headers['if-none-match']
  if (ifNoneMatch !== undefined) {
    return matchesWeakly(ifNoneMatch, current.etag) ? 'not modified' : 'go on'
  }
  const since = parseDate(headers['if-modified-since'], now)
  return since !== null && current.lastModified <= since ? 'not modified' : 'go on'
}

/** RFC 9110, 13.1.5. The exact Last-Modified date is a strong validator here, since files never change. */
export function allowsRange(ifRange: string | undefined, current: Validators, now: number): boolean {
  if (ifRange === undefined) return true
  return ifRange.endsWith('"')
    ? ifRange === current.etag
    : parseHttpDate(ifRange, now) === current.lastModified
}

function parseDate(text: string | undefined, now: number): number | null {
  return text === undefined ? null : parseHttpDate(text, now)
}

function isBefore(text: string | undefined, lastModified: number, now: number): boolean {
  const date = parseDate(text, now)
  return date !== null && date < lastModified
}

function matchesStrongly(header: string, etag: string): boolean {
  return header.trim() === '*' || parseTags(header).includes(etag)
}

function matchesWeakly(header: string, etag: string): boolean {
  return header.trim() === '*' || parseTags(header).some((tag) => tag.replace(/^W\//, '') === etag)
}

/** RFC 9110, 5.6.1 and 8.8.3; none when one is malformed. */
function parseTags(header: string): string[] {
  const tags: string[] = []
  // Two optional runs of blanks in a row would backtrack quadratically.
  const element = /[ \t]*(?:((?:W\/)?"[\x21\x23-\x7e\x80-\xff]*")[ \t]*)?(?:,|$)/y
  while (element.lastIndex < header.length) {
    const found = element.exec(header)
    if (!found) return []
    if (found[1] !== undefined) tags.push(found[1])
  }
  return tags
}
