/** One stream of sound within the file. */
interface Link {
  readonly serial: number
  readonly samplesPerSecond: number
  /** Samples at the beginning that are not to be heard. */
  readonly preSkip: number
  /** Where its first two pages of sound end, and its last. */
  first: number | null
  second: number | null
  last: number
}

const [firstPage, lastPage] = [2, 4]
const headBytes = 27
/** No packet ends on such a page. */
const noPosition = -1n

/**
 * The streams of sound of an Ogg file, one after another (RFC 3533, 4: chained): positions are samples of Vorbis
 * (Vorbis I, A.2), or 1/48000 s of Opus, from which what is to be skipped is taken off (RFC 7845, 4.3 and 5.1).
 */
export class OggChain {
  #link: Link | null = null
  #endedSeconds = 0
  #hasEnded = false

  /** @param page with the beginning of what is in it */
  add(page: Buffer): void {
    const flags = page.readUInt8(5)
    const serial = page.readUInt32LE(14)
    if ((flags & firstPage) !== 0) this.#begin(serial, page.subarray(headBytes + page.readUInt8(26)))
    else if (this.#link?.serial === serial) this.#goOn(this.#link, page.readBigInt64LE(6))
    if (this.#link?.serial === serial && (flags & lastPage) !== 0) this.#hasEnded = true
  }

  /** Whether the last stream has said that it ends. */
  get hasEnded(): boolean {
    return this.#hasEnded
  }

  get seconds(): number {
    return this.#endedSeconds + (this.#link ? secondsOf(this.#link) : 0)
  }

  #begin(serial: number, packet: Buffer): void {
    // Another stream beside one that has begun is not heard after it.
    if (this.#link && !this.#hasEnded && this.#link.first === null) return
    const link = readHead(serial, packet)
    if (!link) return
    this.#endedSeconds = this.seconds
    this.#link = link
    this.#hasEnded = false
  }

  #goOn(link: Link, position: bigint): void {
    // Pages of headers stand at 0.
    if (position === noPosition || position === 0n) return
    link.last = Number(position)
    if (link.first === null) link.first = link.last
    else link.second ??= link.last
  }
}

function readHead(serial: number, packet: Buffer): Link | null {
  const empty = { serial, first: null, second: null, last: 0 }
  const name = packet.toString('latin1', 0, 8)
  if (name === 'OpusHead' && packet.length >= 12) {
    return { ...empty, samplesPerSecond: 48_000, preSkip: packet.readUInt16LE(10) }
  }
  if (!name.startsWith('\x01vorbis') || packet.length < 16) return null
  return { ...empty, samplesPerSecond: packet.readUInt32LE(12), preSkip: 0 }
}

function secondsOf({ first, second, last, preSkip, samplesPerSecond }: Link): number {
  if (first === null || samplesPerSecond === 0) return 0
  const firstPageSamples = second === null ? first : second - first
  // What was written down from the middle of a stream begins where that was; its first page is taken to be as long as the second.
  const start = first > 2 * firstPageSamples ? first - firstPageSamples : preSkip
  return Math.max(0, last - start) / samplesPerSecond
}
