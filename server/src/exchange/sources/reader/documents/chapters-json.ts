import type { FeedChapter } from '../feed-document.ts'
import { parseLink, parseUrl } from '../text/feed-values.ts'
import { oneLine } from '../text/plain-text.ts'
import { parseChapterTime } from './chapter-time.ts'
import { decodeText } from '../text/decode-text.ts'

export const maxDocumentBytes = 2 * 1024 ** 2
const maxChapters = 1_000
const maxTitleLength = 200

/**
 * JSON chapters of Podcasting 2.0 that are in the table of contents, in order of time: what cannot be read of one leaves out
 * that one. Null for what is no such document.
 */
export function readChaptersJson(bytes: Uint8Array, url: string): FeedChapter[] | null {
  const list = bytes.length <= maxDocumentBytes ? chapterList(bytes) : null
  if (list === null) return null
  return list
    .slice(0, maxChapters)
    .flatMap((given) => readChapter(given, url))
    .toSorted((one, other) => one.startSeconds - other.startSeconds)
}

function readChapter(given: unknown, base: string): FeedChapter[] {
  if (typeof given !== 'object' || given === null) return []
  const { startTime, title, toc, url, img } = given as Record<string, unknown>
  const isTime = typeof startTime === 'number' || typeof startTime === 'string'
  const startSeconds = isTime ? parseChapterTime(startTime) : null
  const name = typeof title === 'string' ? oneLine(title, maxTitleLength) : ''
  if (startSeconds === null || name === '' || toc === false) return []
  const href = parseLink(typeof url === 'string' ? url : null, base)
  return [{ startSeconds, title: name, href, imageUrl: parseUrl(typeof img === 'string' ? img : null, base) }]
}

function chapterList(bytes: Uint8Array): unknown[] | null {
  try {
    const document = JSON.parse(decodeText(bytes)) as { chapters?: unknown } | null
    const list = document?.chapters
    return Array.isArray(list) ? (list as unknown[]) : null
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return null
    throw error
  }
}
