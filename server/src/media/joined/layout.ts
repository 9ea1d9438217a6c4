import type { Piece } from './sound-samples.ts'
import { box } from './boxes.ts'

/** Bytes of a stored file, and where they stand in the joined medium. */
export interface Slice {
  readonly at: number
  readonly sha256: string
  readonly start: number
  readonly bytes: number
}

interface WrittenLayout {
  /** SHA-256 of the parts' files. */
  readonly parts: readonly string[]
  /** Start and length of a slice of the part of that number; a length alone is of bytes of the index. */
  readonly slices: readonly (
    | readonly [part: number, start: number, bytes: number]
    | readonly [bytes: number]
  )[]
}

export interface PiecedPart {
  readonly sha256: string
  readonly samples: { readonly pieces: readonly Piece[] }
}

/** A `free` box (ISO/IEC 14496-12, 8.1.2), by which an index also has another hash where its parts are others. */
export function writeLayout(parts: readonly PiecedPart[]): Buffer {
  const slices = parts.flatMap(({ samples }, part) =>
    samples.pieces.map((piece) =>
      piece instanceof Uint8Array ? ([piece.length] as const) : ([part, piece.start, piece.bytes] as const),
    ),
  )
  const layout: WrittenLayout = { parts: parts.map(({ sha256 }) => sha256), slices }
  return box('free', Buffer.from(JSON.stringify(layout)))
}

/** The slices of a joined medium one after another, the first of them the beginning of its index. */
export function readLayout(content: Buffer, index: { sha256: string; sizeBytes: number }): Slice[] {
  const { parts, slices } = JSON.parse(content.toString()) as WrittenLayout
  const inlineBytes = slices.reduce((sum, slice) => sum + (slice.length === 1 ? slice[0] : 0), 0)
  const { sha256 } = index
  const laid: Slice[] = []
  let [at, indexAt] = [0, 0]
  const lay = (slice: Omit<Slice, 'at'>) => {
    laid.push({ at, ...slice })
    at += slice.bytes
    if (slice.sha256 === sha256) indexAt += slice.bytes
  }
  lay({ sha256, start: 0, bytes: index.sizeBytes - inlineBytes })
  for (const slice of slices) {
    if (slice.length === 1) lay({ sha256, start: indexAt, bytes: slice[0] })
    else lay({ sha256: parts[slice[0]] as string, start: slice[1], bytes: slice[2] })
  }
  return laid
}

/** The slices of the bytes from `start` to `end`, both inclusive. */
export function* slicesWithin(
  slices: readonly Slice[],
  start: number,
  end: number,
): Generator<Omit<Slice, 'at'>> {
  for (let index = sliceAt(slices, start); index < slices.length; index += 1) {
    const { at, sha256, start: sliceStart, bytes } = slices[index] as Slice
    if (at > end) return
    const [from, to] = [Math.max(start, at), Math.min(end + 1, at + bytes)]
    if (to > from) yield { sha256, start: sliceStart + from - at, bytes: to - from }
  }
}

/** The last slice that begins at `place` or before. */
function sliceAt(slices: readonly Slice[], place: number): number {
  let [low, high] = [0, slices.length - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((slices[middle] as Slice).at <= place) low = middle
    else high = middle - 1
  }
  return low
}
