import { box, fullBox, text, u16, u32, u32List, u64, zeros } from './boxes.ts'
import { writeLayout } from './layout.ts'
import { addRun, isTooLong, type Run, type SoundSamples } from './sound-samples.ts'
import { brands, type TrackConfig } from './track-config.ts'

/** The sound of one file, as a part of a joined medium. */
export interface SoundPart {
  readonly config: TrackConfig
  readonly samples: SoundSamples
}

export interface JoinedIndex {
  /** A file: the beginning of the joined medium, and what else of it lies in no part (`layout.ts`). */
  readonly index: Buffer
  /** Of the whole joined medium. */
  readonly sizeBytes: number
  /** What each part plays, in seconds. */
  readonly seconds: readonly number[]
}

/**
 * One MP4 (ISO/IEC 14496-12) of several sounds: `ftyp`, `free` with the layout, `moov` with one track, and the head of an
 * `mdat` whose content are the pieces of the parts.
 *
 * @returns null where no one decoder plays all parts, and beyond the limits of an index
 */
export function joinSounds(parts: readonly (SoundPart & { readonly sha256: string })[]): JoinedIndex | null {
  const [first] = parts
  if (!first || parts.some(({ config }) => config.key !== first.config.key)) return null
  const sum = (of: (samples: SoundSamples) => number) =>
    parts.reduce((total, { samples }) => total + of(samples), 0)
  const count = sum(({ sizes }) => sizes.count)
  if (
    count === 0 ||
    isTooLong(
      count,
      sum(({ pieces }) => pieces.length),
    )
  )
    return null

  const samples = parts.map((part) => part.samples)
  const { timescale } = first.config
  const contentBytes = sum((part) => part.bytes)
  const movie = movieOf(first.config, samples)
  const content = Buffer.concat([u32(1), text('mdat'), u64(16 + contentBytes)])
  const layout = writeLayout(parts)
  const contentAt = brands.length + layout.length + movie.length + content.length
  moveChunks(
    movie,
    sum(({ chunkStarts }) => chunkStarts.count),
    contentAt,
  )
  const inline = samples.flatMap(({ pieces }) => pieces.filter((piece) => piece instanceof Uint8Array))
  return {
    index: Buffer.concat([brands, layout, movie, content, ...inline]),
    sizeBytes: contentAt + contentBytes,
    seconds: samples.map(({ units }) => units / timescale),
  }
}

const unity = Buffer.concat([u32(0x1_00_00, 0, 0, 0, 0x1_00_00, 0, 0, 0), u32(0x40_00_00_00)])
const trackId = 1
const isEnabled = 1

/** `co64` comes last, where `moveChunks` finds it. */
function movieOf({ entry, timescale }: TrackConfig, parts: readonly SoundSamples[]): Buffer {
  const duration = u64(parts.reduce((sum, { units }) => sum + units, 0))
  const times = zeros(16)
  const movieHeader = fullBox(
    'mvhd',
    1,
    0,
    times,
    u32(timescale),
    duration,
    u32(0x1_00_00),
    u16(0x1_00),
    zeros(10),
    unity,
    zeros(24),
    u32(trackId + 1),
  )
  const trackHeader = fullBox(
    'tkhd',
    1,
    isEnabled,
    times,
    u32(trackId, 0),
    duration,
    zeros(12),
    u16(0x1_00),
    zeros(2),
    unity,
    zeros(8),
  )
  const mediaHeader = fullBox('mdhd', 1, 0, times, u32(timescale), duration, u16(0x55_c4), zeros(2))
  const handler = fullBox('hdlr', 0, 0, zeros(4), text('soun'), zeros(13))
  const place = box('dinf', fullBox('dref', 0, 0, u32(1), fullBox('url ', 0, isEnabled)))
  const tables = box(
    'stbl',
    fullBox('stsd', 0, 0, u32(1), entry),
    durationTable(parts),
    chunkTable(parts),
    sizeTable(parts),
    startTable(parts),
  )
  const information = box('minf', fullBox('smhd', 0, 0, zeros(4)), place, tables)
  return box('moov', movieHeader, box('trak', trackHeader, box('mdia', mediaHeader, handler, information)))
}

/** 8.6.1.2 */
function durationTable(parts: readonly SoundSamples[]): Buffer {
  const runs: Run[] = []
  for (const { durations } of parts) for (const run of durations) addRun(runs, run)
  return fullBox('stts', 0, 0, u32(runs.length), u32List(runs.flatMap(({ count, units }) => [count, units])))
}

/** 8.7.4: an entry where chunks begin to have another number of samples. */
function chunkTable(parts: readonly SoundSamples[]): Buffer {
  const entries: number[] = []
  let [chunk, before] = [1, 0]
  for (const { chunkSamples } of parts)
    for (let index = 0; index < chunkSamples.count; index += 1, chunk += 1) {
      const samples = chunkSamples.at(index)
      if (samples !== before) entries.push(chunk, samples, 1)
      before = samples
    }
  return fullBox('stsc', 0, 0, u32(entries.length / 3), u32List(entries))
}

/** 8.7.3.2 */
function sizeTable(parts: readonly SoundSamples[]): Buffer {
  const count = parts.reduce((sum, { sizes }) => sum + sizes.count, 0)
  const table = Buffer.allocUnsafe(4 * count)
  let at = 0
  for (const { sizes } of parts)
    for (let index = 0; index < sizes.count; index += 1) at = table.writeUInt32BE(sizes.at(index), at)
  return fullBox('stsz', 0, 0, u32(0, count), table)
}

/** 8.7.5, from the beginning of the content. */
function startTable(parts: readonly SoundSamples[]): Buffer {
  const count = parts.reduce((sum, { chunkStarts }) => sum + chunkStarts.count, 0)
  const table = Buffer.allocUnsafe(8 * count)
  let [at, partAt] = [0, 0]
  for (const { chunkStarts, bytes } of parts) {
    for (let index = 0; index < chunkStarts.count; index += 1)
      at = writePlace(table, at, partAt + chunkStarts.at(index))
    partAt += bytes
  }
  return fullBox('co64', 0, 0, u32(count), table)
}

function moveChunks(movie: Buffer, count: number, bytes: number): void {
  for (let at = movie.length - 8 * count; at < movie.length; at += 8)
    writePlace(movie, at, movie.readUInt32BE(at) * 2 ** 32 + movie.readUInt32BE(at + 4) + bytes)
}

function writePlace(table: Buffer, at: number, place: number): number {
  table.writeUInt32BE(Math.floor(place / 2 ** 32), at)
  return table.writeUInt32BE(place % 2 ** 32, at + 4)
}
