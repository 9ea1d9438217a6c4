import type { FileWindow } from '../duration/file-window.ts'
import { type Box, boxesIn, findBox } from '../duration/mp4-boxes.ts'
import { readMovie } from '../duration/mp4-movie.ts'
import { type FileChapter, mostRead } from '../../chapters/chapter-list.ts'

/** The text track that the sound refers to, if it has titles, else the list `chpl`, which ends at 255. */
export async function readMp4Chapters(file: FileWindow): Promise<FileChapter[]> {
  const movie = (await readMovie(file))?.content
  if (!movie) return []
  const ofTrack = await readTextTrack(file, movie)
  return ofTrack.some(({ title }) => title.trim() !== '') ? ofTrack : readList(movie)
}

const titleBytes = 4096

async function readTextTrack(file: FileWindow, movie: Buffer): Promise<FileChapter[]> {
  const track = chapterTrack(movie)
  const tables = track && findBox(movie, track, 'mdia', 'minf', 'stbl')
  if (!track || !tables) return []
  const timescale = timescaleAt(movie, findBox(movie, track, 'mdia', 'mdhd'))
  const [times, places] = [timesOf(movie, tables), placesOf(movie, tables)]
  const chapters: FileChapter[] = []
  for (const [start, bytes] of places) {
    const time = times.next()
    if (time.done || !(timescale > 0)) break
    const sample = await file.piece(start, Math.min(bytes, titleBytes))
    chapters.push({ startMs: (time.value / timescale) * 1000, title: sampleText(sample) })
  }
  return chapters
}

/** ISO/IEC 14496-12, 8.3.3: a track refers to its chapters by `chap`. */
function chapterTrack(movie: Buffer): Box | undefined {
  const tracks = [...boxesIn(movie, { start: 0, end: movie.length })].filter(({ type }) => type === 'trak')
  const named = new Set(
    tracks.flatMap((track) => {
      const names = findBox(movie, track, 'tref', 'chap')
      return names ? [...numbersIn(movie, names, 0)] : []
    }),
  )
  return tracks.find((track) => {
    const [head, handler] = [findBox(movie, track, 'tkhd'), findBox(movie, track, 'mdia', 'hdlr')]
    const kind = handler && movie.toString('latin1', handler.start + 8, handler.start + 12)
    return head && named.has(timescaleAt(movie, head)) && (kind === 'text' || kind === 'sbtl')
  })
}

/** Of `mdhd` the timescale, of `tkhd` the id: both stand behind the version and two times. */
function timescaleAt(movie: Buffer, box: Box | undefined): number {
  if (!box) return 0
  return numberAt(movie, box, movie[box.start] === 1 ? 20 : 12)
}

/** 8.6.1.2, the beginning of each sample. */
function* timesOf(movie: Buffer, tables: Box): Generator<number, void> {
  const box = findBox(movie, tables, 'stts')
  let time = 0
  for (const [count = 0, units = 0] of box ? rowsOf(movie, box, 2) : []) {
    for (let sample = 0; sample < count; sample += 1) {
      yield time
      time += units
    }
  }
}

/** 8.7, where each sample is and how long; at most as many as are read. */
function* placesOf(movie: Buffer, tables: Box): Generator<[start: number, bytes: number], void> {
  const [runs, sizes] = [findBox(movie, tables, 'stsc'), findBox(movie, tables, 'stsz')]
  const [short, long] = [findBox(movie, tables, 'stco'), findBox(movie, tables, 'co64')]
  const chunks = short ?? long
  if (!runs || !sizes || !chunks) return
  const oneSize = numberAt(movie, sizes, 4)
  const samples = Math.min(numberAt(movie, sizes, 8), mostRead)
  const lengths = rowsOf(movie, runs, 3)
  let run = lengths.next().value ?? []
  let next = lengths.next().value ?? []
  let sample = 0
  for (let chunk = 1; chunk <= numberAt(movie, chunks, 4) && sample < samples; chunk += 1) {
    if (chunk === next[0]) [run, next] = [next, lengths.next().value ?? []]
    const at = 8 + (chunk - 1) * (short ? 4 : 8)
    let start = short ? numberAt(movie, chunks, at) : longAt(movie, chunks, at)
    for (let inChunk = 0; inChunk < (run[1] ?? 0) && sample < samples; inChunk += 1) {
      const bytes = oneSize || numberAt(movie, sizes, 12 + sample * 4)
      yield [start, bytes]
      start += bytes
      sample += 1
    }
  }
}

/** The numbers of a table whose count of rows stands behind its version. */
function* rowsOf(movie: Buffer, box: Box, columns: number): Generator<number[], void> {
  const count = numberAt(movie, box, 4)
  for (let row = 0; row < count; row += 1) {
    const at = 8 + row * columns * 4
    if (box.start + at + columns * 4 > box.end) return
    yield Array.from({ length: columns }, (_, column) => numberAt(movie, box, at + column * 4))
  }
}

function* numbersIn(movie: Buffer, box: Box, offset: number): Generator<number, void> {
  for (let at = offset; box.start + at + 4 <= box.end; at += 4) yield numberAt(movie, box, at)
}

function numberAt(movie: Buffer, box: Box, offset: number): number {
  return box.start + offset + 4 <= box.end ? movie.readUInt32BE(box.start + offset) : 0
}

function longAt(movie: Buffer, box: Box, offset: number): number {
  return box.start + offset + 8 <= box.end ? Number(movie.readBigUInt64BE(box.start + offset)) : 0
}

/** 3GPP TS 26.245, 5.17: the length of the text, then UTF-8, or UTF-16 behind its mark. */
function sampleText(sample: Buffer): string {
  if (sample.length < 2) return ''
  const text = sample.subarray(2, 2 + sample.readUInt16BE(0))
  const mark = text.length >= 2 ? text.readUInt16BE(0) : 0
  if (mark === 0xfe_ff) return new TextDecoder('utf-16be').decode(text)
  return mark === 0xff_fe ? new TextDecoder('utf-16le').decode(text) : text.toString()
}

/** Times in 100 ns and titles of up to 255 bytes, as Nero has written them first. */
function readList(movie: Buffer): FileChapter[] {
  const box = findBox(movie, { start: 0, end: movie.length }, 'udta', 'chpl')
  if (!box) return []
  const hasLongHead = movie[box.start] === 1
  const chapters: FileChapter[] = []
  let at = box.start + (hasLongHead ? 9 : 5)
  for (let left = movie[at - 1] ?? 0; left > 0 && at + 9 <= box.end; left -= 1) {
    const titleEnd = at + 9 + movie.readUInt8(at + 8)
    const title = movie.toString('utf8', at + 9, Math.min(titleEnd, box.end))
    chapters.push({ startMs: Number(movie.readBigUInt64BE(at)) / 10_000, title })
    at = titleEnd
  }
  return chapters
}
