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
  /** Bytes of a picture that is none. */
  readonly pictureBytes?: number
  readonly picture?: Uint8Array
  readonly paddingBytes?: number
  readonly hasFooter?: boolean
  readonly isUnsynchronised?: boolean
}

/** id3.org, ID3v2.2 to 2.4: a title, and a picture that has in it what looks like frames of MP3. */
export function id3v2({ version = 4, pictureBytes = 0, paddingBytes = 0, ...flags }: Id3v2 = {}): Buffer {
  const frames = [id3Frame(version, version === 2 ? 'TT2' : 'TIT2', Buffer.from('\0A title', 'latin1'))]
  const { picture = Buffer.alloc(pictureBytes, Buffer.from('fffb90c4ff00d8e0', 'hex')) } = flags
  if (picture.length > 0) {
    const kind = version === 2 ? '\0JPG\x03\0' : '\0image/jpeg\0\x03\0'
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

/** ID3v2.3 in UTF-16, 2.4 in UTF-8. `TXXX:NAME` is a text of a user's; a comment has a language; several values are a list. */
export function id3Texts(version: 3 | 4, texts: readonly (readonly [name: string, value: string])[]): Buffer {
  const encoded = (text: string) =>
    version === 4
      ? Buffer.from(text)
      : Buffer.concat([Buffer.from('fffe', 'hex'), Buffer.from(text, 'utf16le')])
  const end = Buffer.alloc(version === 4 ? 1 : 2)
  const frames = texts.map(([name, value]) => {
    const [id = '', description] = name.split(':')
    const before = id === 'COMM' ? [Buffer.from('eng'), encoded(description ?? ''), end] : []
    const named = id === 'TXXX' ? [encoded(description ?? ''), end] : []
    const encoding = Buffer.from([version === 4 ? 3 : 1])
    return id3Frame(version, id, Buffer.concat([encoding, ...before, ...named, encoded(value)]))
  })
  const body = Buffer.concat(frames)
  return Buffer.concat([
    Buffer.from(`ID3${String.fromCharCode(version)}\0\0`, 'latin1'),
    syncSafe(body.length),
    body,
  ])
}

function box(type: string, ...content: readonly Buffer[]): Buffer {
  const body = Buffer.concat(content)
  const head = Buffer.alloc(8)
  head.writeUInt32BE(body.length + 8)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, body])
}

/** QuickTime File Format, well-known types. */
const [utf8, signedInteger] = [1, 21]

/**
 * An MP4 whose index is its last box, with these tags of iTunes behind it; `----:NAME` is free-form, numbers are big-endian bytes.
 *
 * @param file as ffmpeg writes it without tags
 */
export function withAtoms(
  file: Buffer,
  atoms: readonly (readonly [name: string, ...values: (string | Buffer)[]])[],
): Buffer {
  const movieAt = file.lastIndexOf('moov', undefined, 'latin1') - 4
  const movie = file.subarray(movieAt + 8)
  const data = (value: string | Buffer) => {
    const kind = Buffer.alloc(8)
    kind.writeUInt32BE(typeof value === 'string' ? utf8 : signedInteger)
    return box('data', kind, Buffer.from(value))
  }
  const items = atoms.map(([name, ...values]) => {
    if (!name.startsWith('----:')) return box(name, ...values.map(data))
    const full = (type: string, text: string) => box(type, Buffer.alloc(4), Buffer.from(text))
    return box('----', full('mean', 'com.apple.iTunes'), full('name', name.slice(5)), ...values.map(data))
  })
  const handler = box('hdlr', Buffer.alloc(8), Buffer.from('mdirappl'), Buffer.alloc(9))
  const tags = box('udta', box('meta', Buffer.alloc(4), handler, box('ilst', ...items)))
  return Buffer.concat([file.subarray(0, movieAt), box('moov', movie, tags)])
}

/** RFC 9639: a FLAC without pictures, with these Vorbis comments in place of its own. */
export function withComments(flac: Buffer, comments: readonly string[]): Buffer {
  const number = (value: number) => {
    const bytes = Buffer.alloc(4)
    bytes.writeUInt32LE(value)
    return bytes
  }
  let soundAt = 4
  for (let isLast = false; !isLast; soundAt += 4 + flac.readUIntBE(soundAt + 1, 3))
    isLast = flac.readUInt8(soundAt) > 0x7f
  const texts = comments.map((text) => Buffer.from(text))
  const block = Buffer.concat([
    number(0),
    number(texts.length),
    ...texts.flatMap((text) => [number(text.length), text]),
  ])
  const head = Buffer.alloc(4)
  head.writeUInt32BE(0x84_00_00_00 + block.length)
  const first = Buffer.from(flac.subarray(0, 42))
  first.writeUInt8(0, 4)
  return Buffer.concat([first, head, block, flac.subarray(soundAt)])
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
