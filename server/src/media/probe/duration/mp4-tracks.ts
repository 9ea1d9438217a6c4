import { AppError } from '../../../errors.ts'
import { type Box, boxesIn, findBox } from './mp4-boxes.ts'
import { isPicture, type Playable, playableSound } from './mp4-codecs.ts'

export interface Track {
  readonly id: number
  readonly kind: 'sound' | 'film' | 'other'
  readonly playable: Playable | null
  readonly timescale: number
  readonly samples: SampleTimes
  readonly edits: readonly Edit[]
  /** `trak` within the movie. */
  readonly box: Box
}

/** In track units. */
export interface SampleTimes {
  readonly count: number
  readonly units: number
  readonly first: number
  readonly last: number
}

/** In track units; 0 means up to the end. */
interface Edit {
  readonly start: number
  readonly duration: number
}

/** ISO/IEC 14496-12, 8.3. */
export function tracksOf(movie: Buffer): Track[] {
  const all = { start: 0, end: movie.length }
  const header = findBox(movie, all, 'mvhd')
  const movieTimescale = header ? timescaleOf(movie, header) : 0
  const tracks = [...boxesIn(movie, all)].filter(({ type }) => type === 'trak')
  return tracks.map((track) => readTrack(movie, track, movieTimescale))
}

function readTrack(movie: Buffer, track: Box, movieTimescale: number): Track {
  const [header, mediaHeader] = [findBox(movie, track, 'tkhd'), findBox(movie, track, 'mdia', 'mdhd')]
  const handler = findBox(movie, track, 'mdia', 'hdlr')
  const tables = findBox(movie, track, 'mdia', 'minf', 'stbl')
  const [descriptions, times] = [
    tables && findBox(movie, tables, 'stsd'),
    tables && findBox(movie, tables, 'stts'),
  ]
  const edits = findBox(movie, track, 'edts', 'elst')
  const timescale = mediaHeader ? timescaleOf(movie, mediaHeader) : 0
  const kind = handler ? movie.toString('latin1', handler.start + 8, handler.start + 12) : ''
  // Nonsense in a track of text or pictures costs nobody a recording.
  const isTimed = kind === 'soun' || kind === 'vide'
  const samples = times && isTimed ? readTimes(movie, times) : { count: 0, units: 0, first: 0, last: 0 }
  const isStill = samples.count === 1 || (descriptions && isPicture(movie, descriptions))
  return {
    box: track,
    id: header ? numberAfterTimes(movie, header) : 0,
    kind: kind === 'soun' ? 'sound' : kind === 'vide' && !isStill ? 'film' : 'other',
    playable: descriptions ? playableSound(movie, descriptions) : null,
    timescale,
    samples,
    edits: edits && isTimed && movieTimescale > 0 ? readEdits(movie, edits, timescale / movieTimescale) : [],
  }
}

/** 8.2.2 and 8.4.2 */
const timescaleOf = numberAfterTimes

/** The 32-bit number after the version and two times of 32 or 64 bits. */
function numberAfterTimes(movie: Buffer, box: Box): number {
  return numberAt(movie, box, movie[box.start] === 1 ? 20 : 12)
}

/** 8.6.1.2 */
function readTimes(movie: Buffer, box: Box): SampleTimes {
  const entries = entriesOf(movie, box, 8)
  let [count, units, last] = [0, 0, 0]
  for (let at = 8; at < 8 + entries * 8; at += 8) {
    const samples = numberAt(movie, box, at)
    last = numberAt(movie, box, at + 4)
    count += samples
    units += samples * last
  }
  return { count, units, first: numberAt(movie, box, 12), last }
}

/** 8.6.6: durations are in movie units; a start of -1 is a pause. */
function readEdits(movie: Buffer, box: Box, trackUnits: number): Edit[] {
  const isLong = movie[box.start] === 1
  const entryBytes = isLong ? 20 : 12
  const edits: Edit[] = []
  for (let entry = 0; entry < entriesOf(movie, box, entryBytes); entry += 1) {
    const at = box.start + 8 + entry * entryBytes
    const duration = isLong ? Number(movie.readBigUInt64BE(at)) : movie.readUInt32BE(at)
    const start = isLong ? Number(movie.readBigInt64BE(at + 8)) : movie.readInt32BE(at + 4)
    if (start >= 0) edits.push({ start, duration: duration * trackUnits })
  }
  return edits
}

function entriesOf(movie: Buffer, box: Box, entryBytes: number): number {
  const entries = numberAt(movie, box, 4)
  if (box.start + 8 + entries * entryBytes > box.end) throw new AppError('BrokenMedia')
  return entries
}

function numberAt(movie: Buffer, box: Box, offset: number): number {
  return box.start + offset + 4 <= box.end ? movie.readUInt32BE(box.start + offset) : 0
}
