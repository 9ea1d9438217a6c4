import { AppError } from '../../../errors.ts'
import { chapters, elementHead, float, header, segment, text, unsigned } from './ebml.ts'
import type { FileWindow } from './file-window.ts'
import { lacksTail, type ProbedRecording, type Span } from './duration.ts'

const documentType = 0x42_82
const [tracks, track, trackType, codec] = [0x16_54_ae_6b, 0xae, 0x83, 0x86]
const [info, duration, timestampScale] = [0x15_49_a9_66, 0x44_89, 0x2a_d7_b1]
const [cluster, timestamp, blockGroup, simpleBlock, block] = [0x1f_43_b6_75, 0xe7, 0xa0, 0xa3, 0xa1]
const containers = new Set([header, segment, info, tracks, track, cluster, blockGroup])

const maxElements = 50_000_000
const defaultScale = 1_000_000
const film = 1
/** WebM Container Guidelines, "Codec". */
const playableCodecs = new Set(['A_OPUS', 'A_VORBIS'])

/**
 * RFC 9559. The duration is stated in front of the clusters, or derived from the last block of a live stream, which lasts
 * as long as the one before.
 */
export async function readWebm(file: FileWindow): Promise<ProbedRecording | null> {
  if (elementHead(await file.piece(0, 32))?.id !== header) return null
  const blocks = new BlockTimes()
  let position = 0
  let [isWebm, isCutShort] = [false, false]
  let statedUnits: number | null = null
  let headBytes: number | null = null
  let untagged: Span | null = null
  const [kinds, codecs]: [number[], string[]] = [[], []]
  for (let elements = 0; position < file.sizeBytes; elements += 1) {
    if (elements > maxElements) throw new AppError('BrokenMedia')
    const chunk = await file.from(position, 32)
    const head = elementHead(chunk)
    if (head === null || (head.bytes === Infinity && !containers.has(head.id))) break
    const end = position + head.headBytes + head.bytes
    if (head.id === segment && end < Infinity) isCutShort ||= lacksTail(file, file.sizeBytes, end)
    if (head.id === cluster) headBytes ??= position
    if (head.id === chapters && headBytes === null) untagged = { start: position, bytes: end - position }
    const content = chunk.subarray(head.headBytes, head.headBytes + Math.min(head.bytes, 16))
    if (head.id === documentType) isWebm = text(content) === 'webm'
    else if (head.id === duration) statedUnits = float(content)
    else if (head.id === trackType) kinds.push(unsigned(content))
    else if (head.id === codec) codecs.push(text(content))
    else blocks.add(head.id, content)
    if (statedUnits !== null && headBytes !== null) break
    position = containers.has(head.id) ? position + head.headBytes : end
  }
  const isPlayable = isWebm && !kinds.includes(film) && codecs.some((name) => playableCodecs.has(name))
  if (!isPlayable) throw new AppError('UnsupportedMedia')
  const seconds = statedUnits === null ? blocks.seconds : blocks.secondsOf(statedUnits)
  const tags = { start: 0, bytes: headBytes ?? file.sizeBytes }
  const sound = [await clustersFrom(file, headBytes ?? file.sizeBytes)]
  return { contentType: 'audio/webm', seconds, tags, sound, isCutShort, ...(untagged && { untagged }) }
}

/** One cluster behind another; one of unknown size reaches to the end. */
async function clustersFrom(file: FileWindow, start: number): Promise<Span> {
  let end = start
  while (end < file.sizeBytes) {
    const head = elementHead(await file.piece(end, 32))
    if (head?.id !== cluster) break
    end = Math.min(file.sizeBytes, end + head.headBytes + head.bytes)
  }
  return { start, bytes: end - start }
}

class BlockTimes {
  #scale = defaultScale
  #cluster = 0
  #first: number | null = null
  #last = 0
  #step = 0

  add(id: number, content: Buffer): void {
    if (id === timestamp) this.#cluster = unsigned(content)
    else if (id === timestampScale) this.#scale = unsigned(content)
    else if ((id === simpleBlock || id === block) && content.length >= 3)
      this.#hear(this.#cluster + content.readInt16BE(1))
  }

  get seconds(): number {
    return this.secondsOf(this.#last - (this.#first ?? 0) + this.#step)
  }

  secondsOf(units: number): number {
    return (units * this.#scale) / 1e9
  }

  #hear(time: number): void {
    this.#first ??= time
    if (time > this.#last) this.#step = time - Math.max(this.#last, this.#first)
    this.#last = Math.max(this.#last, time)
  }
}
