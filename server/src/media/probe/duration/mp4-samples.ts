import type { SoundPart } from '../../joined/joined-index.ts'
import { isTooLong, SoundSamples } from '../../joined/sound-samples.ts'
import { aacConfig } from '../../joined/track-config.ts'
import { type Box, findBox } from './mp4-boxes.ts'
import { aacFormat } from './mp4-codecs.ts'

/** The tables of a sound track, ISO/IEC 14496-12, 8.5 to 8.7. */

/**
 * The samples of a track as they lie in the file.
 *
 * @param timescale of the track
 * @returns null where they are no AAC, or tables are missing or name bytes beyond the file
 */
export function readTrackSamples(
  movie: Buffer,
  track: Box,
  { timescale, sizeBytes }: { readonly timescale: number; readonly sizeBytes: number },
): SoundPart | null {
  const tables = findBox(movie, track, 'mdia', 'minf', 'stbl')
  const descriptions = tables && findBox(movie, tables, 'stsd')
  const format = descriptions ? aacFormat(movie, descriptions) : null
  const config = format && aacConfig(format, format.specific, timescale)
  if (!tables || !config) return null
  const [sizes, times] = [sizesIn(movie, tables), table(movie, tables, 'stts', 8)]
  const [chunks, runs] = [chunksIn(movie, tables), table(movie, tables, 'stsc', 12)]
  if (!sizes || !times || !chunks || !runs || isTooLong(sizes.count, 0)) return null
  const samples = new SoundSamples()
  const unitsOf = unitsIn(times, sizes.count)
  let sample = 0
  for (let [chunk, run] = [0, 0]; chunk < chunks.count && sample < sizes.count; chunk += 1) {
    while (run + 1 < runs.count && runs.at(run + 1, 0) <= chunk + 1) run += 1
    let position = chunks.at(chunk)
    const end = Math.min(sizes.count, sample + runs.at(run, 4))
    for (; sample < end; sample += 1) {
      const bytes = sizes.at(sample)
      const units = unitsOf(sample)
      if (units === null || position + bytes > sizeBytes || samples.isTooLong) return null
      samples.add(position, bytes, units)
      position += bytes
    }
  }
  return sample === sizes.count && sample > 0 ? { config, samples } : null
}

interface Table {
  readonly count: number
  /** The number `offset` bytes into an entry. */
  readonly at: (index: number, offset?: number) => number
}

function table(movie: Buffer, tables: Box, type: string, entryBytes: number, read = 4): Table | null {
  const found = findBox(movie, tables, type)
  if (!found || found.start + 8 > found.end) return null
  const count = movie.readUInt32BE(found.start + 4)
  if (found.start + 8 + count * entryBytes > found.end) return null
  const entryAt = (index: number, offset: number) => found.start + 8 + index * entryBytes + offset
  const at = (index: number, offset = 0) =>
    read === 8
      ? Number(movie.readBigUInt64BE(entryAt(index, offset)))
      : movie.readUInt32BE(entryAt(index, offset))
  return { count, at }
}

/** 8.7.5 */
function chunksIn(movie: Buffer, tables: Box): Table | null {
  return table(movie, tables, 'stco', 4) ?? table(movie, tables, 'co64', 8, 8)
}

/** 8.7.3; compact sizes are not in use. */
function sizesIn(movie: Buffer, tables: Box): Table | null {
  const found = findBox(movie, tables, 'stsz')
  if (!found || found.start + 12 > found.end) return null
  const [same, count] = [movie.readUInt32BE(found.start + 4), movie.readUInt32BE(found.start + 8)]
  if (same > 0) return { count, at: () => same }
  if (found.start + 12 + count * 4 > found.end) return null
  return { count, at: (index) => movie.readUInt32BE(found.start + 12 + index * 4) }
}

/** 8.6.1.2, for samples that are asked for in their order. The last is decoded whole, whatever duration it states. */
function unitsIn(times: Table, count: number): (sample: number) => number | null {
  const whole = times.count > 0 ? times.at(0, 4) : 0
  let [entry, end] = [-1, 0]
  return (sample) => {
    while (sample >= end) {
      entry += 1
      if (entry >= times.count) return null
      end += times.at(entry)
    }
    const units = times.at(entry, 4)
    return sample + 1 === count ? Math.max(whole, units) : units
  }
}
