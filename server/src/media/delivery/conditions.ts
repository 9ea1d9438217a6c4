import { parseHttpDate } from './http-date.ts'

/** What a conditional request is measured by: the current state of an immutable file. */
export interface Validators {
  /** Strong, with its quotes. */
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

/** `go on`: as if there were no conditions. */
export type Verdict = 'go on' | 'not modified' | 'precondition failed'

/**
 * Evaluates the preconditions of a GET or HEAD in the order of RFC 9110, 13.2.2. A header that is not of its
 * form is ignored where it is a date (13.1.3, 13.1.4) and matches nothing where it is a list of tags.
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

/**
 * Whether a Range is to be honoured (RFC 9110, 13.1.5): only a strong tag or the very date of Last-Modified
 * will do. That date is a strong validator here, as the file never changes.
 */
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

/** The entity tags of a list (RFC 9110, 5.6.1 and 8.8.3); none when anything in it is not of their form. */
function parseTags(header: string): string[] {
  const tags: string[] = []
  // The blanks after a tag belong to it: two runs of them in a row could share a long one in as many ways as it has.
  const element = /[ \t]*(?:((?:W\/)?"[\x21\x23-\x7e\x80-\xff]*")[ \t]*)?(?:,|$)/y
  while (element.lastIndex < header.length) {
    const found = element.exec(header)
    if (!found) return []
    if (found[1] !== undefined) tags.push(found[1])
  }
  return tags
}
