import { AppError } from '../../../http/errors.ts'
import { elementHead } from './ebml.ts'
import type { FileWindow } from './file-window.ts'
import type { Length } from './length.ts'

const [segment, info, duration, timestampScale] = [0x18_53_80_67, 0x15_49_a9_66, 0x44_89, 0x2a_d7_b1]
const [cluster, timestamp, blockGroup, simpleBlock, block] = [0x1f_43_b6_75, 0xe7, 0xa0, 0xa3, 0xa1]
/** What is looked into; everything else is stepped over. */
const containers = new Set([segment, info, cluster, blockGroup])

/** More than any player would walk through. */
const maxElements = 50_000_000
const defaultScale = 1_000_000

/**
 * WebM, RFC 9559: a segment of clusters of blocks, each with its time within its cluster. Its length stands before
 * them, unless it was written as a stream: then it goes up to the last block, which is taken to last as long as the
 * one before. A segment that says its size and goes beyond the end is cut short.
 */
export async function measureWebm(file: FileWindow): Promise<Length> {
  const blocks = new BlockTimes()
  let position = 0
  let isStated = false
  let headBytes: number | undefined
  for (let elements = 0; position < file.sizeBytes; elements += 1) {
    if (elements > maxElements) throw new AppError('BrokenMedia')
    const chunk = await file.from(position, 32)
    const head = elementHead(chunk)
    // Only what is looked into may be without end.
    if (head === null || (head.bytes === Infinity && !containers.has(head.id))) break
    const end = position + head.headBytes + head.bytes
    if (head.id === segment && end > file.sizeBytes && end < Infinity)
      return { seconds: null, isCutShort: true }
    if (head.id === cluster) headBytes ??= position
    isStated ||= head.id === duration
    if (isStated && headBytes !== undefined) break
    blocks.add(head.id, chunk.subarray(head.headBytes, head.headBytes + Math.min(head.bytes, 16)))
    position = containers.has(head.id) ? position + head.headBytes : end
  }
  const seconds = isStated ? null : blocks.seconds
  return { seconds, isCutShort: false, headBytes: headBytes ?? file.sizeBytes }
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
    // After the track's number, of one byte in a file with few tracks.
    else if ((id === simpleBlock || id === block) && content.length >= 3)
      this.#hear(this.#cluster + content.readInt16BE(1))
  }

  get seconds(): number {
    return ((this.#last - (this.#first ?? 0) + this.#step) * this.#scale) / 1e9
  }

  #hear(time: number): void {
    this.#first ??= time
    if (time > this.#last) this.#step = time - Math.max(this.#last, this.#first)
    this.#last = Math.max(this.#last, time)
  }
}

function unsigned(content: Buffer): number {
  return content.subarray(0, 8).reduce((value, byte) => value * 256 + byte, 0)
}
