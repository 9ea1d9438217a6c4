import { GrowingNumbers } from './growing-numbers.ts'

/** Bytes of the file, or others that stand between them. */
export type Piece = { readonly start: number; readonly bytes: number } | Uint8Array

/** So many samples one after another that last as long; in units of the track's timescale. */
export interface Run {
  count: number
  readonly units: number
}

const maxSamples = 8_000_000
const maxPieces = 10_000

export function isTooLong(samples: number, pieces: number): boolean {
  return samples > maxSamples || pieces > maxPieces
}

/** Players may read a chunk as a whole. */
const maxChunkSamples = 256
const maxGapBytes = 64 * 1024

/**
 * The samples of one file's sound, in terms of ISO/IEC 14496-12, 8.6 and 8.7. Chunks are places in the bytes that the
 * pieces make one after another.
 */
export class SoundSamples {
  readonly sizes = new GrowingNumbers(Uint32Array)
  readonly durations: Run[] = []
  readonly chunkStarts = new GrowingNumbers(Float64Array)
  readonly chunkSamples = new GrowingNumbers(Uint32Array)
  readonly pieces: Piece[] = []
  /** Of all pieces. */
  bytes = 0
  units = 0
  #end = -1

  /** For an index, by itself. */
  get isTooLong(): boolean {
    return isTooLong(this.sizes.count, this.pieces.length)
  }

  /** A sample that the file has at `position`. */
  add(position: number, bytes: number, units: number): void {
    const last = this.pieces.at(-1)
    const isNear =
      last !== undefined && 'start' in last && position - (last.start + last.bytes) <= maxGapBytes
    const slice = isNear && position >= last.start + last.bytes ? last : { start: position, bytes: 0 }
    const begin = this.bytes + position - (slice.start + slice.bytes)
    const longer = { start: slice.start, bytes: position + bytes - slice.start }
    if (slice === last) this.pieces[this.pieces.length - 1] = longer
    else this.pieces.push(longer)
    this.#append(begin, bytes, units)
  }

  /** A sample that does not lie in the file in one piece. */
  addInline(sample: Uint8Array, units: number): void {
    this.pieces.push(sample)
    this.#append(this.bytes, sample.length, units)
  }

  /** Where the file has the samples, without what lies between them; null for more places. */
  places(most: number): readonly { readonly start: number; readonly bytes: number }[] | null {
    const places: { start: number; bytes: number }[] = []
    let [piece, before, sample] = [0, 0, 0]
    for (let chunk = 0; chunk < this.chunkStarts.count; chunk += 1) {
      const at = this.chunkStarts.at(chunk)
      while (at >= before + pieceBytes(this.pieces[piece])) {
        before += pieceBytes(this.pieces[piece])
        piece += 1
      }
      const slice = this.pieces[piece]
      if (slice === undefined || !('start' in slice)) return null
      let bytes = 0
      const end = sample + this.chunkSamples.at(chunk)
      for (; sample < end; sample += 1) bytes += this.sizes.at(sample)
      const [start, last] = [slice.start + at - before, places.at(-1)]
      if (last && last.start + last.bytes === start) last.bytes += bytes
      else if (places.push({ start, bytes }) > most) return null
    }
    return places
  }

  #append(begin: number, bytes: number, units: number): void {
    const isContinued = begin === this.#end && (this.chunkSamples.last ?? 0) < maxChunkSamples
    if (isContinued) this.chunkSamples.last = (this.chunkSamples.last ?? 0) + 1
    else {
      this.chunkStarts.push(begin)
      this.chunkSamples.push(1)
    }
    this.sizes.push(bytes)
    addRun(this.durations, { count: 1, units })
    this.units += units
    this.bytes = begin + bytes
    this.#end = this.bytes
  }
}

function pieceBytes(piece: Piece | undefined): number {
  if (piece === undefined) return Infinity
  return 'start' in piece ? piece.bytes : piece.length
}

export function addRun(runs: Run[], { count, units }: Run): void {
  const last = runs.at(-1)
  if (last?.units === units) last.count += count
  else runs.push({ count, units })
}
