import { rss } from '../../src/testing/made-up-feeds.ts'
import { type Answer, feed, silent } from '../../src/testing/made-up-internet/internet.ts'

/** Feeds that publish by the clock: of a hundred checks three find something new, and two get no answer. */

export interface Published {
  readonly hosts: number
  readonly feeds: number
}

const hourMs = 60 * 60_000
/** An eighth of it is the interval of a source: an hour. */
const gapMs = 8 * hourMs
const changedOf = 100 / 3
const unansweredOf = 50

export const intervalMs = gapMs / 8

export const hostOf = ({ hosts }: Published, number: number) => `host${number % hosts}.example`
export const addressOf = (published: Published, number: number) =>
  `http://${hostOf(published, number)}/feed${number}`

/** What a host answers for `/feed<number>` at the time; all of them until `from`. */
export function answerOf(path: string, now: number, from: number): Answer {
  const number = Number(/^\/feed(\d+)$/.exec(path)?.[1])
  const turn = Math.floor((now - from) / intervalMs)
  if (turn >= 0 && (number * 7 + turn * 13) % unansweredOf === 0) return silent
  // Each in a moment of its own.
  const phase = (number % changedOf) / changedOf
  const added = Math.max(0, Math.floor((now - from) / (changedOf * intervalMs) + phase))
  const first = from - 100 * gapMs
  const items = Array.from({ length: 2 + added }, (_, index) => ({
    title: `Episode ${number} ${index + 1}`,
    publishedAt: first + index * gapMs,
  }))
  return feed(rss({ title: `Podcast ${number}`, items: items.toReversed() }))
}
