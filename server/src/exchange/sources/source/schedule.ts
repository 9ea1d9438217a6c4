import type { SourceState } from '@earmark/contract/sources.ts'

/** When a source is checked next: pure, in milliseconds. */

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

export const shortestMs = 30 * minuteMs
export const longestMs = dayMs
/** Beyond it a host's own wish does not count. */
export const longestWishMs = 3 * dayMs
/** No check is put off for as long: beyond it the clock was put back. */
export const latestCheckMs = 4 * dayMs
const failingAfterMs = 3 * dayMs
const rareAfterMs = 30 * dayMs
const rareMs = 3 * dayMs
const jitter = 0.1
const gapsOfItems = 10

export interface CheckTimes {
  readonly now: number
  /** Of its items, in any order. */
  readonly publishedAts: readonly number[]
  readonly isFollowed: boolean
  /** What the answer and the feed ask for; null where they do not. */
  readonly maxAgeMs: number | null
  readonly ttlMs: number | null
  /** 0 … 1 */
  readonly random: number
}

/** An eighth of the gap between the last items, but not before the host wants it. */
export function nextCheck({ now, publishedAts, isFollowed, maxAgeMs, ttlMs, random }: CheckTimes): number {
  const own = isFollowed ? clamp(gapOf(publishedAts, now) / 8, shortestMs, longestMs) : longestMs
  const wished = Math.min(Math.max(maxAgeMs ?? 0, ttlMs ?? 0), longestWishMs)
  return Math.round(now + Math.max(jittered(own, random), wished))
}

/** The mean gap between the last ten; of fewer than two, the time since the last. */
function gapOf(publishedAts: readonly number[], now: number): number {
  const last = publishedAts.toSorted((a, b) => b - a).slice(0, gapsOfItems)
  const [newest, oldest] = [last[0], last.at(-1)]
  if (newest === undefined || oldest === undefined) return Number.POSITIVE_INFINITY
  return last.length === 1 ? now - newest : (newest - oldest) / (last.length - 1)
}

export interface FailureTimes {
  readonly now: number
  /** This one included. */
  readonly failures: number
  readonly failedSince: number
  readonly retryAfterMs: number | null
  readonly random: number
}

/** 30 minutes, doubled with each failure up to a day; after 30 days every third. */
export function nextTry({ now, failures, failedSince, retryAfterMs, random }: FailureTimes): {
  state: Extract<SourceState, 'active' | 'failing'>
  nextAt: number
} {
  const lastedMs = now - failedSince
  const doubled = shortestMs * 2 ** Math.min(failures - 1, 20)
  const pause = lastedMs >= rareAfterMs ? rareMs : Math.min(doubled, longestMs)
  const wished = Math.min(retryAfterMs ?? 0, longestWishMs)
  return {
    state: lastedMs >= failingAfterMs ? 'failing' : 'active',
    nextAt: Math.round(now + Math.max(jittered(pause, random), wished)),
  }
}

/** Two answers of 410 a day apart, with none of another kind between. */
export function isGoneForGood(goneSince: number | null, now: number): boolean {
  return goneSince !== null && now - goneSince >= dayMs
}

function jittered(milliseconds: number, random: number): number {
  return milliseconds * (1 - jitter + 2 * jitter * random)
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most)
}

/** `Retry-After` of an answer (RFC 9110, 10.2.3), from `now` on; null for none. */
export function readRetryAfter(header: string | undefined, now: number): number | null {
  if (header === undefined) return null
  if (/^\s*\d{1,9}\s*$/.test(header)) return Number(header) * 1000
  const at = Date.parse(header)
  return Number.isNaN(at) ? null : Math.max(0, at - now)
}

/** `max-age` of an answer (RFC 9111, 5.2.2.1) less its age; null for none. */
export function readMaxAge(headers: Readonly<Record<string, string>>): number | null {
  const seconds = /(?:^|[\s,])max-age\s*=\s*"?(\d{1,9})/i.exec(headers['cache-control'] ?? '')?.[1]
  if (seconds === undefined) return null
  const age = /^\d{1,9}$/.test(headers.age ?? '') ? Number(headers.age) : 0
  return Math.max(0, Number(seconds) - age) * 1000
}
