import type { FileChapter } from '../../media/chapters/chapter-list.ts'
import type { ChapterList } from '../editing/recording-chapters.queries.ts'

/** Chapters as others write them. Null for what is neither a cue sheet nor JSON chapters. */
export function readChaptersText(text: string): ChapterList | null {
  const isJson = /^\s*\{/.test(text)
  const chapters = isJson ? readJsonChapters(text) : readCueSheet(text)
  return chapters === null ? null : { source: isJson ? 'Json' : 'Cue', chapters }
}

/** Podcasting 2.0, JSON chapters 1.2: those of the table of contents. */
function readJsonChapters(text: string): FileChapter[] | null {
  const { chapters } = parseObject(text)
  if (!Array.isArray(chapters)) return null
  const found: FileChapter[] = []
  for (const chapter of chapters as unknown[]) {
    if (typeof chapter !== 'object' || chapter === null) return null
    const { startTime, title = '', toc } = chapter as Record<string, unknown>
    if (typeof startTime !== 'number' || typeof title !== 'string') return null
    if (toc !== false) found.push({ startMs: startTime * 1000, title })
  }
  return found
}

function parseObject(text: string): { readonly chapters?: unknown } {
  try {
    return JSON.parse(text) as { chapters?: unknown }
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return {}
    throw error
  }
}

const fileLine = /^\s*FILE\s/i
const trackLine = /^\s*TRACK\s+\d+\s/i
const titleLine = /^\s*TITLE\s+(?:"(.*)"|(.*\S))\s*$/i
const indexLine = /^\s*INDEX\s+0*1\s+(\d{1,5}):(\d\d):(\d\d)\s*$/i
const framesOfSecond = 75

/** A cue sheet of one file: tracks begin at their INDEX 01, in minutes, seconds and 75ths. */
function readCueSheet(text: string): FileChapter[] | null {
  const chapters: { startMs: number | null; title: string }[] = []
  let files = 0
  for (const line of text.split(/\r\n|\n|\r/)) {
    if (fileLine.test(line)) files += 1
    if (trackLine.test(line)) chapters.push({ startMs: null, title: '' })
    const track = chapters.at(-1)
    if (!track) continue
    const [, quoted, plain] = titleLine.exec(line) ?? []
    track.title ||= quoted ?? plain ?? ''
    const [, minutes, seconds, frames] = indexLine.exec(line) ?? []
    if (minutes !== undefined)
      track.startMs ??= (Number(minutes) * 60 + Number(seconds) + Number(frames) / framesOfSecond) * 1000
  }
  const begun = chapters.flatMap(({ startMs, title }) => (startMs === null ? [] : [{ startMs, title }]))
  return files > 1 || begun.length === 0 ? null : begun
}
