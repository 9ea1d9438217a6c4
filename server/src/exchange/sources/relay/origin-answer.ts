import { isWholeAnswer } from '../../../egress/egress.ts'
import { parseRange } from '../../../media/delivery/ranges.ts'

/** What an origin's answer to a request is worth: pure. */
export type OriginAnswer =
  | {
      readonly kind: 'content'
      readonly status: 200 | 206
      /** Of the body; null where the origin does not say. */
      readonly length: number | null
      readonly contentRange: string | null
      /** Of the whole sound; null where the origin does not say. */
      readonly total: number | null
    }
  | { readonly kind: 'unsatisfiable'; readonly total: number | null }
  | { readonly kind: 'missing' }
  | { readonly kind: 'broken' }

type Headers = Readonly<Record<string, string>>

/** @param asked the range that was asked for; undefined for the whole */
export function judgeAnswer(status: number, headers: Headers, asked: string | undefined): OriginAnswer {
  if (status === 404 || status === 410) return { kind: 'missing' }
  const length = wholeNumber(headers['content-length'])
  const isWhole = isWholeAnswer(status)
  if ((isWhole || status === 206) && noSound.test(headers['content-type'] ?? '')) return { kind: 'broken' }
  if (isWhole) return { kind: 'content', status: 200, length, contentRange: null, total: length }
  const range = contentRangeForm.exec(headers['content-range'] ?? '')?.groups
  if (status === 416 && asked !== undefined) {
    const total = unsatisfiedForm.exec(headers['content-range'] ?? '')?.[1]
    return { kind: 'unsatisfiable', total: wholeNumber(total) }
  }
  if (status !== 206 || asked === undefined || !range) return { kind: 'broken' }
  const [start, end, total] = [range.start, range.end, range.total].map(wholeNumber)
  if (start == null || end == null || end < start) return { kind: 'broken' }
  const size = end - start + 1
  const isRight = total == null ? isAskedStart(asked, start) : isAskedRange(asked, { start, end, total })
  if (!isRight || (length !== null && length !== size)) return { kind: 'broken' }
  const contentRange = `bytes ${start}-${end}/${total ?? '*'}`
  return { kind: 'content', status, length: size, contentRange, total: total ?? null }
}

/** Pages and documents. `text/plain` is not among them: servers say it of files that they do not know. */
const noSound = /^\s*(?:text\/html|(?:text|application)\/(?:[\w.-]+\+)?(?:xml|json))\s*(?:;|$)/i
const contentRangeForm = /^bytes (?<start>\d{1,15})-(?<end>\d{1,15})\/(?<total>\d{1,15}|\*)$/
const unsatisfiedForm = /^bytes \*\/(\d{1,15})$/

function wholeNumber(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : null
}

function isAskedStart(asked: string, start: number): boolean {
  return /^bytes=(\d+)-/.exec(asked)?.[1] === String(start)
}

interface AnsweredRange {
  readonly start: number
  readonly end: number
  readonly total: number
}

/** A server may answer less than was asked for, from the same byte on (RFC 9110, 15.3.7). */
function isAskedRange(asked: string, { start, end, total }: AnsweredRange): boolean {
  const range = parseRange(asked, total)
  if (typeof range === 'string' || end >= total) return false
  return range.start === start && end <= range.end
}
