import { AppError } from '../../../errors.ts'
import type { FileWindow } from './file-window.ts'
import { lacksTail, type Span } from './duration.ts'
import { boxHead } from './mp4-boxes.ts'
import { addFragment, defaultDurations, type FragmentTimes } from './mp4-fragments.ts'

const neededTypes = new Set(['moov', 'mdat', 'moof'])
const maxBoxes = 10_000_000
const maxContentBytes = 256 * 1024 ** 2
const longestHeadBytes = 16
const aheadBytes = 64 * 1024

export interface Movie {
  readonly place: Span
  readonly content: Buffer
  readonly fragments: FragmentTimes
  /** What its boxes of media hold. */
  readonly sound: readonly Span[]
  readonly isCutShort: boolean
}

interface Place {
  readonly type: string
  readonly start: number
  readonly contentStart: number
  readonly end: number
  readonly isCutShort?: boolean
}

/** @returns null for an image format of the same container, such as AVIF */
export async function readMovie(file: FileWindow): Promise<Movie | null> {
  const fragments: FragmentTimes = new Map()
  let defaults: ReadonlyMap<number, number> = new Map()
  let movie: Omit<Movie, 'fragments' | 'sound' | 'isCutShort'> | undefined
  const sound: Span[] = []
  const seen = new Set<string>()
  let boxes = 0
  let isCutShort = false
  let position = 0
  let box: Place | null = null
  do {
    const chunk = await file.from(position, longestHeadBytes, aheadBytes)
    const chunkStart = position
    do {
      box = boxAt(chunk, position - chunkStart, position, file)
      if (box === null) break
      boxes += 1
      if (boxes > maxBoxes) throw new AppError('BrokenMedia')
      seen.add(box.type)
      isCutShort ||= box.isCutShort === true
      if (box.type === 'mdat') sound.push({ start: box.contentStart, bytes: box.end - box.contentStart })
      if (box.type === 'moof') {
        const isAtHand = box.end - chunkStart <= chunk.length
        const content = isAtHand
          ? chunk.subarray(box.contentStart - chunkStart, box.end - chunkStart)
          : await readContent(file, box)
        addFragment(fragments, content, defaults)
      } else if (box.type === 'moov' && !movie) {
        const place = { start: box.start, bytes: box.end - box.start }
        movie = { place, content: await readContent(file, box) }
        defaults = defaultDurations(movie.content)
      }
      position = box.end
    } while (position + longestHeadBytes <= chunkStart + chunk.length)
  } while (box !== null && position < file.sizeBytes)
  if (!movie && seen.has('meta')) return null
  if (!movie || !seen.has('mdat')) throw new AppError('BrokenMedia')
  return { ...movie, fragments, sound, isCutShort }
}

function boxAt(chunk: Buffer, at: number, start: number, file: FileWindow): Place | null {
  const { sizeBytes } = file
  const head = boxHead(chunk, at)
  if (head === null || Number.isNaN(head.bytes)) return null
  const end = head.bytes === Infinity ? sizeBytes : start + head.bytes
  if (end <= sizeBytes) return { type: head.type, start, contentStart: start + head.headBytes, end }
  if (head.type === 'mdat' && lacksTail(file, sizeBytes, end))
    return { type: head.type, start, contentStart: start + head.headBytes, end: sizeBytes, isCutShort: true }
  if (neededTypes.has(head.type)) throw new AppError('BrokenMedia')
  return null
}

async function readContent(file: FileWindow, { contentStart, end }: Place): Promise<Buffer> {
  if (end - contentStart > maxContentBytes) throw new AppError('BrokenMedia')
  return await file.piece(contentStart, end - contentStart)
}
