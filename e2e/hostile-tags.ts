/** Files whose tags say what they are told to, for whoever reads the tags alone: nothing in them sounds. */
export const filesWithTitle = [
  { name: 'tone.flac', mimeType: 'audio/flac', withTitle: (title: string) => flac([`TITLE=${title}`]) },
  { name: 'tone.m4a', mimeType: 'audio/mp4', withTitle: (title: string) => mp4([item('\u00a9nam', title)]) },
]

/** RFC 9639, 8: a second of one channel, and a block of Vorbis comments. */
function flac(comments: readonly string[]): Buffer {
  const streamInfo = Buffer.from('100010000000000000000ac440f00000ac44', 'hex')
  const listed = [words(0), words(comments.length), ...comments.map((text) => counted(text))]
  const block = Buffer.concat(listed)
  const head = (type: number, length: number) => Buffer.from([type, 0, length >> 8, length & 0xff])
  return Buffer.concat([
    Buffer.from('fLaC'),
    head(0, 34),
    Buffer.concat([streamInfo, Buffer.alloc(16)]),
    head(0x84, block.length),
    block,
  ])
}

function words(count: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(count)
  return bytes
}

function counted(text: string): Buffer {
  const bytes = Buffer.from(text)
  return Buffer.concat([words(bytes.length), bytes])
}

/** ISO/IEC 14496-12, 4.2, with the list of items that iTunes writes. */
function mp4(items: readonly Buffer[]): Buffer {
  const header = Buffer.alloc(100)
  header.writeUInt32BE(1000, 12)
  header.writeUInt32BE(1000, 16)
  const list = box('meta', Buffer.alloc(4), box('ilst', ...items))
  return Buffer.concat([
    box('ftyp', Buffer.from('M4A \0\0\0\0M4A isom', 'latin1')),
    box('moov', box('mvhd', header), box('udta', list)),
  ])
}

function item(name: string, text: string): Buffer {
  return box(name, box('data', Buffer.from([0, 0, 0, 1, 0, 0, 0, 0]), Buffer.from(text)))
}

function box(type: string, ...content: readonly Buffer[]): Buffer {
  const head = Buffer.alloc(8)
  const bytes = Buffer.concat(content)
  head.writeUInt32BE(8 + bytes.length)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, bytes])
}
