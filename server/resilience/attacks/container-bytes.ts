/** Pieces of recordings, valid or not, written byte by byte. */

/** A head of ID3v2 (id3.org, ID3v2.4.0, 3.1) that states so many bytes, and what follows it. */
export function id3(statedBytes: number, content: Uint8Array, version: 3 | 4 = 3): Buffer {
  const head = Buffer.from('ID3\0\0\0\0\0\0\0', 'latin1')
  head.writeUInt8(version, 3)
  for (let byte = 0; byte < 4; byte += 1) head[9 - byte] = Math.floor(statedBytes / 128 ** byte) & 0x7f
  return Buffer.concat([head, content])
}

/** One frame of ID3v2.3. */
export function id3Frame(id: string, content: Uint8Array, flags = 0): Buffer {
  const head = Buffer.alloc(10)
  head.write(id, 'latin1')
  head.writeUInt32BE(content.length, 4)
  head.writeUInt16BE(flags, 8)
  return Buffer.concat([head, content])
}

/** A picture in a tag. */
export function id3Picture(bytes: Uint8Array): Buffer {
  return id3Frame('APIC', Buffer.concat([Buffer.from('\0image/png\0\x03\0', 'latin1'), bytes]))
}

/** The end of an APEv2 tag, which says how many items and bytes are in front of it. */
export function apeFooter(bytes: number, items: number): Buffer {
  const footer = Buffer.alloc(32)
  footer.write('APETAGEX', 'latin1')
  footer.writeUInt32LE(2000, 8)
  footer.writeUInt32LE(bytes, 12)
  footer.writeUInt32LE(items, 16)
  return footer
}

/** A chunk of RIFF. */
export function riffChunk(id: string, content: Uint8Array, statedBytes = content.length): Buffer {
  const head = Buffer.alloc(8)
  head.write(id, 'latin1')
  head.writeUInt32LE(statedBytes, 4)
  return Buffer.concat([head, content])
}

interface WavShape {
  readonly channels?: number
  readonly rate?: number
  readonly bits?: number
  readonly data?: Uint8Array
  readonly statedBytes?: number
  /** In front of the sound. */
  readonly before?: Uint8Array
}

/** PCM of 8 kHz and 8 bits, unless told. */
export function wav(shape: WavShape = {}): Buffer {
  const {
    channels = 1,
    rate = 8000,
    bits = 8,
    data = Buffer.alloc(8000, 0x80),
    before = Buffer.alloc(0),
  } = shape
  const format = Buffer.alloc(16)
  format.writeUInt16LE(1, 0)
  format.writeUInt16LE(channels, 2)
  format.writeUInt32LE(rate, 4)
  format.writeUInt32LE(rate, 8)
  format.writeUInt16LE(Math.min(channels, 0xff_ff), 12)
  format.writeUInt16LE(bits, 14)
  const sound = riffChunk('data', data, shape.statedBytes ?? data.length)
  return riffChunk('RIFF', Buffer.concat([Buffer.from('WAVE'), riffChunk('fmt ', format), before, sound]))
}

/** A page of Ogg (RFC 3533, 6) of 255 segments that all go on. */
export function fullOggPage(serial: number, flags: number, start: Uint8Array = Buffer.alloc(0)): Buffer {
  const page = Buffer.alloc(27 + 255 + 255 * 255, 0x41)
  page.fill(0, 0, 27)
  page.write('OggS', 'latin1')
  page.writeUInt8(flags, 5)
  page.writeUInt32LE(serial, 14)
  page.fill(255, 26, 27 + 255)
  page.set(start, 27 + 255)
  return page
}

/** An element of EBML (RFC 8794) by the hexadecimal of its number; its length takes eight bytes. */
export function element(id: string, content: Uint8Array, statedBytes = content.length): Buffer {
  const length = Buffer.alloc(8)
  length.writeBigUInt64BE(BigInt(statedBytes))
  length.writeUInt8(1, 0)
  return Buffer.concat([Buffer.from(id, 'hex'), length, content])
}

/** Elements of two bytes' number in one another. */
export function elementsInElements(id: number, depth: number): Buffer {
  const all = Buffer.alloc(10 * depth)
  for (let at = 0; at < all.length; at += 10) {
    all.writeUInt16BE(id, at)
    all.writeBigUInt64BE(BigInt(all.length - at - 10), at + 2)
    all.writeUInt8(1, at + 2)
  }
  return all
}

/** Boxes of MP4 and AVIF (ISO/IEC 14496-12, 4.2), which may lie about their size. */

export function box(type: string, content: Uint8Array = Buffer.alloc(0)): Buffer {
  return lyingBox(8 + content.length, type, content)
}

/** @param stated the size that it says it has */
export function lyingBox(stated: number, type: string, content: Uint8Array = Buffer.alloc(0)): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(stated)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, content])
}

/** One in another, that many deep. */
export function boxesInBoxes(type: string, depth: number): Buffer {
  const all = Buffer.alloc(8 * depth)
  for (let at = 0; at < all.length; at += 8) {
    all.writeUInt32BE(all.length - at, at)
    all.write(type, at + 4, 'latin1')
  }
  return all
}
