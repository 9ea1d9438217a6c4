import { type Box, boxesIn, findBox } from './mp4-boxes.ts'
import type { SampleTimes } from './mp4-tracks.ts'

/** By track id. */
export type FragmentTimes = Map<number, SampleTimes>

/** ISO/IEC 14496-12, 8.8.3. */
export function defaultDurations(movie: Buffer): Map<number, number> {
  const extension = findBox(movie, { start: 0, end: movie.length }, 'mvex')
  if (!extension) return new Map()
  const defaults = [...boxesIn(movie, extension)].filter(
    ({ type, start, end }) => type === 'trex' && end - start >= 16,
  )
  return new Map(defaults.map(({ start }) => [movie.readUInt32BE(start + 4), movie.readUInt32BE(start + 12)]))
}

/** ISO/IEC 14496-12, 8.8.4 to 8.8.8. */
export function addFragment(
  times: FragmentTimes,
  fragment: Buffer,
  defaults: ReadonlyMap<number, number>,
): void {
  for (const part of boxesIn(fragment, { start: 0, end: fragment.length })) {
    if (part.type !== 'traf') continue
    let [track, duration] = [0, 0]
    for (const box of boxesIn(fragment, part)) {
      if (box.type === 'tfhd' && box.end - box.start >= 8) {
        track = fragment.readUInt32BE(box.start + 4)
        duration = headerDuration(fragment, box) ?? defaults.get(track) ?? 0
      } else if (box.type === 'trun' && box.end - box.start >= 8)
        addRun(times, track, fragment, box, duration)
    }
  }
}

const [hasOffset, hasDescription, hasDuration] = [1, 2, 8]

function headerDuration(fragment: Buffer, { start, end }: Box): number | null {
  const flags = fragment.readUIntBE(start + 1, 3)
  if ((flags & hasDuration) === 0) return null
  const at = start + 8 + ((flags & hasOffset) === 0 ? 0 : 8) + ((flags & hasDescription) === 0 ? 0 : 4)
  return at + 4 <= end ? fragment.readUInt32BE(at) : null
}

const [runHasOffset, runHasFirstFlags, sampleHasDuration] = [1, 4, 0x100]
const sampleFields = [0x100, 0x200, 0x400, 0x800]

function addRun(
  times: FragmentTimes,
  track: number,
  fragment: Buffer,
  { start, end }: Box,
  duration: number,
): void {
  const flags = fragment.readUIntBE(start + 1, 3)
  const stated = fragment.readUInt32BE(start + 4)
  const firstAt =
    start + 8 + ((flags & runHasOffset) === 0 ? 0 : 4) + ((flags & runHasFirstFlags) === 0 ? 0 : 4)
  const sampleBytes = 4 * sampleFields.filter((field) => (flags & field) !== 0).length
  const count = sampleBytes === 0 ? stated : Math.min(stated, Math.floor((end - firstAt) / sampleBytes))
  if (count <= 0) return
  const durationAt = (sample: number) =>
    (flags & sampleHasDuration) === 0 ? duration : fragment.readUInt32BE(firstAt + sample * sampleBytes)
  let units = 0
  if ((flags & sampleHasDuration) === 0) units = count * duration
  else for (let sample = 0; sample < count; sample += 1) units += durationAt(sample)
  const before = times.get(track)
  times.set(track, {
    count: (before?.count ?? 0) + count,
    units: (before?.units ?? 0) + units,
    first: before?.first ?? durationAt(0),
    last: durationAt(count - 1),
  })
}
