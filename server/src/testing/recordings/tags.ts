/** The tags that programs put in front of recordings and behind them. */

/** 128 bytes behind everything. */
export function id3v1(): Buffer {
  const tag = Buffer.alloc(128)
  tag.write('TAGA title')
  tag.write('An artist', 33)
  return tag
}

interface Id3v2 {
  readonly version?: 2 | 3 | 4
  /** Bytes of a picture. */
  readonly pictureBytes?: number
  readonly paddingBytes?: number
  readonly hasFooter?: boolean
  readonly isUnsynchronised?: boolean
}

/** id3.org, ID3v2.2 to 2.4: a title, and a picture that has in it what looks like frames of MP3. */
export function id3v2({ version = 4, pictureBytes = 0, paddingBytes = 0, ...flags }: Id3v2 = {}): Buffer {
  const frames = [id3Frame(version, version === 2 ? 'TT2' : 'TIT2', Buffer.from('\0A title', 'latin1'))]
  if (pictureBytes > 0) {
    const kind = version === 2 ? '\0JPG\x03\0' : '\0image/jpeg\0\x03\0'
    const picture = Buffer.alloc(pictureBytes, Buffer.from('fffb90c4ff00d8e0', 'hex'))
    const content = Buffer.concat([Buffer.from(kind, 'latin1'), picture])
    frames.push(id3Frame(version, version === 2 ? 'PIC' : 'APIC', content))
  }
  const plain = Buffer.concat([...frames, Buffer.alloc(paddingBytes)])
  const body = flags.isUnsynchronised ? unsynchronised(plain) : plain
  const bits = (flags.isUnsynchronised ? 0x80 : 0) | (flags.hasFooter ? 0x10 : 0)
  const head = Buffer.concat([Buffer.from('ID3'), Buffer.from([version, 0, bits]), syncSafe(body.length)])
  const footer = flags.hasFooter ? [Buffer.from('3DI'), head.subarray(3)] : []
  return Buffer.concat([head, body, ...footer])
}

/** ID3v2 Chapter Frame Addendum: a tag of chapters alone. */
export function chapterTag(
  chapters: readonly { readonly startMs: number; readonly title: string }[],
): Buffer {
  const frames = chapters.map(({ startMs, title }, place) => {
    const times = Buffer.alloc(16, 0xff)
    times.writeUInt32BE(startMs)
    times.writeUInt32BE(startMs, 4)
    const named = id3Frame(3, 'TIT2', Buffer.from(`\x03${title}`))
    return id3Frame(3, 'CHAP', Buffer.concat([Buffer.from(`c${place}\0`), times, named]))
  })
  const body = Buffer.concat(frames)
  return Buffer.concat([Buffer.from('ID3\x03\0\0', 'latin1'), syncSafe(body.length), body])
}

function id3Frame(version: 2 | 3 | 4, name: string, content: Buffer): Buffer {
  const size = version === 4 ? syncSafe(content.length) : Buffer.alloc(4)
  if (version !== 4) size.writeUInt32BE(content.length)
  const head = version === 2 ? [size.subarray(1)] : [size, Buffer.alloc(2)]
  return Buffer.concat([Buffer.from(name), ...head, content])
}

/** Seven bits a byte. */
function syncSafe(value: number): Buffer {
  return Buffer.from([21, 14, 7, 0].map((bits) => (value >> bits) & 0x7f))
}

/** A zero after each 0xFF that could be taken for the beginning of a frame. */
function unsynchronised(bytes: Buffer): Buffer {
  const hex = bytes.toString('hex').replace(/../g, '$& ')
  return Buffer.from(hex.replace(/ff (?=[ef]|00)/g, 'ff 00 ').replaceAll(' ', ''), 'hex')
}

/** APEv2 (wiki.hydrogenaud.io): items of text between a header and a footer, of which old ones have the footer only. */
export function ape({ hasHeader = true, valueBytes = 40 } = {}): Buffer {
  const item = Buffer.concat([Buffer.alloc(8), Buffer.from('Title\0'), Buffer.alloc(valueBytes, 'a')])
  item.writeUInt32LE(valueBytes)
  const end = Buffer.alloc(32)
  end.write('APETAGEX')
  end.writeUInt32LE(2000, 8)
  end.writeUInt32LE(item.length + 32, 12)
  end.writeUInt32LE(1, 16)
  end.writeUInt32LE(hasHeader ? 0x80_00_00_00 : 0, 20)
  const header = Buffer.from(end)
  header.writeUInt32LE(0xa0_00_00_00, 20)
  return Buffer.concat(hasHeader ? [header, item, end] : [item, end])
}

/** Lyrics3 v2.00, which stands before an ID3v1. */
export function lyrics3(): Buffer {
  const body = 'LYRICSBEGININD0000200LYR00011A song, long'
  return Buffer.from(`${body}${String(body.length).padStart(6, '0')}LYRICS200`)
}

/** Bytes of nothing known, the same each time. */
export function junk(bytes: number, seed = 1): Buffer {
  let state = seed
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return (state >>> 24) % 255
  }
  return Buffer.from(Array.from({ length: bytes }, next))
}

export const zeros = (bytes: number) => Buffer.alloc(bytes)
