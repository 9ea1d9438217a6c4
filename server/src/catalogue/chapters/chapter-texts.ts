import type { FileChapter } from '../../media/chapters/chapter-list.ts'
import type { ChapterList } from '../editing/recording-chapters.queries.ts'

/** Chapters as others write them. Null for what is neither a cue sheet nor JSON chapters. */
export function readChaptersText(sent: string): ChapterList | null {
  const text = sent.replace(/^\u{feff}/u, '')
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

const fileLine = /^\s*FILE\s+(?:"(.*)"|(.*?\S))(?:\s+\S+)?\s*$/i
const trackLine = /^\s*TRACK\s+\d+\s/i
const titleLine = /^\s*TITLE\s+(?:"(.*)"|(.*\S))\s*$/i
const indexLine = /^\s*INDEX\s+0*1\s+(\d{1,5}):(\d\d):(\d\d)\s*$/i
const framesOfSecond = 75

/** A cue sheet of one file. */
function readCueSheet(text: string): FileChapter[] | null {
  const files = readCueFiles(text)
  return files.length === 1 ? (files[0]?.chapters ?? null) : null
}

/** What a cue sheet says of a file, which it may not name. */
export interface CueFile {
  readonly name: string | null
  readonly chapters: FileChapter[]
}

/** Tracks begin at their INDEX 01, in minutes, seconds and 75ths of the file named last before it. */
export function readCueFiles(text: string): CueFile[] {
  const files: { name: string | null; chapters: FileChapter[] }[] = []
  let track: { title: string; startMs: number | null } | null = null
  for (const line of text.split(/\r\n|\n|\r/)) {
    const [isFile, quotedName, plainName] = fileLine.exec(line) ?? []
    if (isFile !== undefined) files.push({ name: quotedName ?? plainName ?? null, chapters: [] })
    if (trackLine.test(line)) track = { title: '', startMs: null }
    if (!track) continue
    const [, quoted, plain] = titleLine.exec(line) ?? []
    track.title ||= quoted ?? plain ?? ''
    const [, minutes, seconds, frames] = indexLine.exec(line) ?? []
    if (minutes === undefined || track.startMs !== null) continue
    track.startMs = (Number(minutes) * 60 + Number(seconds) + Number(frames) / framesOfSecond) * 1000
    if (files.length === 0) files.push({ name: null, chapters: [] })
    // Its title may follow.
    files.at(-1)?.chapters.push(track as FileChapter)
  }
  return files
    .filter(({ chapters }) => chapters.length > 0)
    .map(({ name, chapters }) => {
      return { name, chapters: chapters.map(({ startMs, title }) => ({ startMs, title })) }
    })
}
