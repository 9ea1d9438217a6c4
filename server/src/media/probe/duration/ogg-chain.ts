import { type OggCodec, openCodec } from './ogg-codecs.ts'

const [continued, firstPage, lastPage] = [1, 2, 4]
const headBytes = 27
/** Of a page on which no packet ends. */
const noPosition = -1n
const maxPacketBytes = 1024 ** 2

/** A packet with sound, and its position in the file; null where it lies on several pages. */
export type PacketVisitor = (packet: Buffer, samples: number, position: number | null) => void

export class OggChain {
  readonly #visit: PacketVisitor | undefined
  #stream: OggStream | null = null
  #endedSeconds = 0
  /** The first packet of each stream with sound. */
  readonly heads: Buffer[] = []

  constructor(visit?: PacketVisitor) {
    this.#visit = visit
  }

  /** @param position of the page in the file */
  add(page: Buffer, position: number): void {
    const serial = page.readUInt32LE(14)
    if ((page.readUInt8(5) & firstPage) !== 0)
      this.#begin(serial, page.subarray(headBytes + page.readUInt8(26)))
    else if (this.#stream?.serial === serial) this.#stream.add(page, position)
  }

  get hasEnded(): boolean {
    return this.#stream?.hasEnded === true
  }

  get seconds(): number {
    return this.#endedSeconds + (this.#stream?.seconds ?? 0)
  }

  #begin(serial: number, packet: Buffer): void {
    if (this.#stream?.hasSound === false) return
    const codec = openCodec(packet)
    if (!codec) return
    this.#endedSeconds = this.seconds
    this.heads.push(Buffer.from(packet))
    this.#stream = new OggStream(serial, codec, this.#visit)
  }
}

/** Granule positions show neither the beginning of a live stream nor gaps. They trim the last packet (RFC 7845, 4.4). */
class OggStream {
  readonly serial: number
  hasEnded = false
  hasSound = false
  readonly #codec: OggCodec
  readonly #visit: PacketVisitor | undefined
  #samples = 0
  #position = 0
  #samplesSince = 0
  #pieces: Buffer[] | null = null
  #keptBytes = 0

  constructor(serial: number, codec: OggCodec, visit: PacketVisitor | undefined) {
    this.serial = serial
    this.#codec = codec
    this.#visit = visit
  }

  get seconds(): number {
    const { samplesPerSecond, preSkip } = this.#codec
    return samplesPerSecond === 0 ? 0 : Math.max(0, this.#samples - preSkip) / samplesPerSecond
  }

  add(page: Buffer, pageAt: number): void {
    const flags = page.readUInt8(5)
    let lastPacket = 0
    for (const { packet, at } of this.#packetsOf(page, (flags & continued) !== 0)) {
      lastPacket = this.#codec.samplesOf(packet)
      if (lastPacket > 0) this.#visit?.(packet, lastPacket, at === null ? null : pageAt + at)
      this.#samples += lastPacket
      this.#samplesSince += lastPacket
    }
    this.hasSound ||= this.#samples > 0
    const position = page.readBigInt64LE(6)
    const isLast = (flags & lastPage) !== 0
    this.hasEnded ||= isLast
    if (position === noPosition) return
    if (isLast) {
      const beyond = this.#position + this.#samplesSince - Number(position)
      this.#samples -= Math.min(Math.max(0, beyond), lastPacket)
    }
    this.#position = Number(position)
    this.#samplesSince = 0
  }

  /** The packets that end on the page, with their places where they are whole there. Decoders skip one whose beginning is missing. */
  *#packetsOf(page: Buffer, isContinued: boolean): Generator<{ packet: Buffer; at: number | null }, void> {
    const segments = page.readUInt8(26)
    let begin = headBytes + segments
    let end = begin
    let isLost = isContinued && this.#pieces === null
    if (!isContinued) this.#pieces = null
    for (const segmentBytes of page.subarray(headBytes, begin)) {
      end += segmentBytes
      if (segmentBytes === 255) continue
      const piece = page.subarray(begin, end)
      if (!isLost)
        yield this.#pieces === null
          ? { packet: piece, at: begin }
          : { packet: Buffer.concat([...this.#pieces, piece]), at: null }
      this.#pieces = null
      isLost = false
      begin = end
    }
    if (end > begin && !isLost) this.#keep(page.subarray(begin, end))
  }

  #keep(piece: Buffer): void {
    if (this.#pieces === null) this.#keptBytes = 0
    this.#pieces ??= []
    if (this.#keptBytes > maxPacketBytes) return
    this.#keptBytes += piece.length
    this.#pieces.push(Buffer.from(piece))
  }
}
