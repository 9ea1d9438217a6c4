import { AppError } from '../../../errors.ts'
import type { SoundPart } from '../../joined/joined-index.ts'
import type { FileWindow } from './file-window.ts'
import type { ProbedRecording, Span } from './duration.ts'
import { boxHead } from './mp4-boxes.ts'
import { type Movie, readMovie } from './mp4-movie.ts'
import { readTrackSamples } from './mp4-samples.ts'
import { type SampleTimes, type Track, tracksOf } from './mp4-tracks.ts'

/** A media segment begins with other boxes. */
const firstTypes = new Set(['ftyp', 'moov', 'mdat', 'free', 'skip', 'wide'])

/** MP4, ISO/IEC 14496-12: the first playable audio track, with its samples in `moov` and in fragments (`moof`). */
export async function readMp4(file: FileWindow): Promise<ProbedRecording | null> {
  const head = boxHead(await file.piece(0, 16), 0)
  if (head === null || !firstTypes.has(head.type)) return null
  const movie = await readMovie(file)
  if (movie === null) return null
  const tracks = tracksOf(movie.content)
  const sound = tracks.find(({ kind, playable }) => kind === 'sound' && playable)
  if (!sound || tracks.some(({ kind }) => kind === 'film')) throw new AppError('UnsupportedMedia')
  const seconds = heardUnits(sound, movie.fragments.get(sound.id)) / sound.timescale
  const readPart = () => readSamples(movie, sound, { seconds, sizeBytes: file.sizeBytes })
  return {
    contentType: 'audio/mp4',
    seconds,
    tags: movie.place,
    sound: soundPlaces(movie, sound, file.sizeBytes),
    isCutShort: movie.isCutShort,
    joinKey: () => Promise.resolve(readPart()?.config.key ?? null),
    readSamples: () => Promise.resolve(readPart()),
  }
}

/** Longer ones leave out sound that a joined medium would play. */
const longestEditSeconds = 0.5

/** Null for fragments, and where edits change what is heard. */
function readSamples(
  { content, fragments }: Movie,
  { box, id, samples, timescale }: Track,
  { seconds, sizeBytes }: { readonly seconds: number; readonly sizeBytes: number },
): SoundPart | null {
  const isWhole = Math.abs(samples.units / timescale - seconds) <= longestEditSeconds
  if (fragments.has(id) || !isWhole) return null
  return readTrackSamples(content, box, { timescale, sizeBytes })
}

/** More take much memory; files have one in a second where tracks lie between each other. */
const mostPlaces = 200_000

/** Of its samples, so that chapters and pictures between them are no part of it; else all media. */
function soundPlaces(movie: Movie, { box, id, timescale }: Track, sizeBytes: number): readonly Span[] {
  if (movie.fragments.has(id)) return movie.sound
  const part = readTrackSamples(movie.content, box, { timescale, sizeBytes })
  return (part && part.samples.places(mostPlaces)) ?? movie.sound
}

/** Players ignore edits for fragments. */
function heardUnits({ samples, edits, playable }: Track, fragments: SampleTimes | undefined): number {
  const hasWholeFrames = playable?.hasWholeFrames === true
  const listed = decodedUnits(samples, hasWholeFrames)
  if (fragments) return listed + decodedUnits(fragments, hasWholeFrames)
  if (edits.length === 0) return listed
  const step = hasWholeFrames ? Math.max(1, samples.first) : 1
  const parts = edits.map(({ start, duration }) => {
    const end = duration === 0 ? listed : Math.ceil((start + duration) / step) * step
    return Math.max(0, Math.min(end, listed) - start)
  })
  return parts.reduce((sum, units) => sum + units, 0)
}

/** The stated duration of the last frame is often shorter than the decoded one. */
function decodedUnits({ units, first, last }: SampleTimes, hasWholeFrames: boolean): number {
  return hasWholeFrames ? units + Math.max(0, first - last) : units
}
