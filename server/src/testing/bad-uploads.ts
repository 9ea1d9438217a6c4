import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { damagedSounds } from './damaged-sounds.ts'
import { fixture } from './upload-server.ts'

/** Files that nobody should send, made when they are needed. */
export interface BadUpload {
  readonly what: string
  readonly field: 'CoverImage' | 'Audio'
  readonly fileName: string
  readonly content: () => Buffer | Promise<Buffer>
  /** Any of these may be answered. */
  readonly codes: readonly ('UnsupportedMedia' | 'BrokenMedia' | 'UnreadableMedia' | 'FileTooLarge')[]
  /** Whether it may be accepted as well: players and viewers would show it. */
  readonly mayPass?: boolean
}

const wrongTypes: readonly [what: string, content: string | Buffer][] = [
  ['text', 'Once upon a time'.repeat(50)],
  ['a PDF', `%PDF-1.7\n%âãÏÓ\n1 0 obj\n<< >>\nendobj\n${' '.repeat(500)}%%EOF`],
  ['a program', Buffer.concat([Buffer.from('MZ'), Buffer.alloc(2000, 1)])],
  ['an archive', Buffer.concat([Buffer.from('PK\x03\x04\x14\0\0\0\0\0', 'latin1'), Buffer.alloc(2000)])],
  ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
  ['HTML', '<!doctype html><script>alert(1)</script>'],
  ['a playlist', '#EXTM3U\nfile:///etc/passwd\n'],
  ['one byte', 'x'],
  ['nothing', ''],
]

const imageFormats = ['jpeg', 'png', 'webp', 'avif', 'gif'] as const
const audioFixtures = ['mp3', 'm4a', 'ogg', 'opus', 'flac', 'wav', 'webm', 'aac'] as const
/** Says nowhere how many bytes it has: what is left of it plays. */
const withoutLength = 'aac'

export const badUploads: readonly BadUpload[] = [
  ...wrongTypes.flatMap(([what, content]): BadUpload[] => [
    {
      what,
      field: 'CoverImage',
      fileName: 'cover.jpg',
      content: () => Buffer.from(content),
      codes: ['UnsupportedMedia', 'BrokenMedia'],
    },
    {
      what,
      field: 'Audio',
      fileName: 'book.mp3',
      content: () => Buffer.from(content),
      codes: ['UnsupportedMedia', 'BrokenMedia'],
    },
  ]),
  ...imageFormats.flatMap((format): BadUpload[] => [
    {
      what: `half of ${format}`,
      field: 'CoverImage',
      fileName: 'a.jpg',
      content: async () => half(await noise(format)),
      codes: ['BrokenMedia', 'UnsupportedMedia'],
    },
    {
      what: `${format} with flipped bits`,
      field: 'CoverImage',
      fileName: 'a.jpg',
      content: async () => flipped(await noise(format)),
      codes: ['BrokenMedia', 'UnsupportedMedia', 'FileTooLarge'],
      mayPass: true,
    },
  ]),
  ...audioFixtures.flatMap((type): BadUpload[] => [
    {
      what: `half of ${type}`,
      field: 'Audio',
      fileName: 'a.mp3',
      content: async () => half(await sound(type)),
      codes: ['BrokenMedia', 'UnsupportedMedia'],
      mayPass: type === withoutLength,
    },
    {
      what: `${type} with flipped bits`,
      field: 'Audio',
      fileName: 'a.mp3',
      content: async () => flipped(await sound(type)),
      codes: ['BrokenMedia', 'UnsupportedMedia'],
      mayPass: true,
    },
  ]),
  ...damagedSounds.map(
    ([what, content, mayPass = false]): BadUpload => ({
      what,
      field: 'Audio',
      fileName: 'a.mp3',
      content,
      codes: ['BrokenMedia', 'UnsupportedMedia', 'UnreadableMedia'],
      mayPass,
    }),
  ),
  {
    what: 'a picture of 30 000 × 30 000',
    field: 'CoverImage',
    fileName: 'a.png',
    content: () => png(30_000, 30_000, [['IDAT', deflateSync(Buffer.alloc(1000))]]),
    codes: ['FileTooLarge'],
  },
  {
    what: 'a picture without end',
    field: 'CoverImage',
    fileName: 'a.png',
    content: () => png(0x7f_ff_ff_ff, 0x7f_ff_ff_ff, []),
    codes: ['FileTooLarge', 'BrokenMedia', 'UnsupportedMedia'],
  },
  {
    what: 'a picture of nothing',
    field: 'CoverImage',
    fileName: 'a.png',
    content: () => png(0, 0, []),
    codes: ['BrokenMedia', 'UnsupportedMedia'],
  },
  {
    what: 'a picture that stops before its bytes',
    field: 'CoverImage',
    fileName: 'a.png',
    content: () => png(6000, 6000, [['IDAT', deflateSync(Buffer.alloc(1000))]]),
    codes: ['BrokenMedia'],
  },
  {
    what: 'a text of 100 MB in a picture',
    field: 'CoverImage',
    fileName: 'a.png',
    content: () => packed('zTXt', 'Comment\0\0'),
    codes: ['BrokenMedia', 'FileTooLarge'],
    mayPass: true,
  },
  {
    what: 'a profile of 100 MB in a picture',
    field: 'CoverImage',
    fileName: 'a.png',
    content: () => packed('iCCP', 'x\0\0'),
    codes: ['BrokenMedia', 'FileTooLarge'],
    mayPass: true,
  },
  {
    what: 'a GIF of 20 000 pictures',
    field: 'CoverImage',
    fileName: 'a.gif',
    content: () => gif(20_000),
    codes: ['BrokenMedia', 'FileTooLarge'],
    mayPass: true,
  },
  {
    what: 'a WebP of 2000 pictures',
    field: 'CoverImage',
    fileName: 'a.webp',
    content: () => frames(2000),
    codes: ['BrokenMedia', 'FileTooLarge'],
    mayPass: true,
  },
  {
    what: 'a tag that says it has 200 MB',
    field: 'Audio',
    fileName: 'a.mp3',
    content: () => id3(200_000_000, Buffer.alloc(5000)),
    codes: ['BrokenMedia', 'UnsupportedMedia'],
  },
  {
    what: 'a tag of 30 MB',
    field: 'Audio',
    fileName: 'a.mp3',
    content: async () => withPicture(30_000_000, await fixture('tone.mp3')),
    codes: ['BrokenMedia'],
    mayPass: true,
  },
  {
    what: 'MP4 atoms without end',
    field: 'Audio',
    fileName: 'a.m4a',
    content: () =>
      Buffer.concat([
        box('ftyp', Buffer.from('M4A \0\0\0\0M4A ')),
        sized(0xff_ff_ff_ff, 'moov', Buffer.alloc(200)),
      ]),
    codes: ['BrokenMedia'],
  },
  {
    what: 'MP4 atoms in atoms',
    field: 'Audio',
    fileName: 'a.m4a',
    content: () => Buffer.concat([box('ftyp', Buffer.from('M4A \0\0\0\0M4A ')), nested(2000)]),
    codes: ['BrokenMedia'],
  },
  {
    what: 'an MP4 of four billion samples',
    field: 'Audio',
    fileName: 'a.m4a',
    content: async () => absurdCounts(await fixture('tone.m4a')),
    codes: ['BrokenMedia'],
    mayPass: true,
  },
  {
    what: 'a hundred thousand empty atoms',
    field: 'Audio',
    fileName: 'a.m4a',
    content: () =>
      Buffer.concat([
        box('ftyp', Buffer.from('M4A \0\0\0\0M4A ')),
        ...Array<Buffer>(100_000).fill(box('free', Buffer.alloc(0))),
      ]),
    codes: ['BrokenMedia'],
  },
  {
    what: 'a WAV of four gigabytes in 100 bytes',
    field: 'Audio',
    fileName: 'a.wav',
    content: async () => sized32(half(await sound('wav')), 40, 0xff_ff_ff_f0),
    codes: ['BrokenMedia'],
  },
  {
    what: 'a FLAC of 2³⁶ samples',
    field: 'Audio',
    fileName: 'a.flac',
    content: async () => endlessFlac(await fixture('tone.flac')),
    codes: ['BrokenMedia'],
  },
  {
    what: 'an Ogg that ends in a million years',
    field: 'Audio',
    fileName: 'a.ogg',
    content: async () => endlessOgg(await fixture('tone.ogg')),
    codes: ['BrokenMedia'],
  },
]

export const hostileFileNames: readonly string[] = [
  '../../../../etc/passwd',
  'C:\\windows\\win.ini',
  'a\0.mp3',
  'a\r\nSet-Cookie: x=y',
  '\u202egpj.exe',
  'x'.repeat(10_000),
  '%00%2e%2e%2f',
  "'; drop table media; --",
  '\\"; name=\\"Name',
]

function half(bytes: Buffer): Buffer {
  return bytes.subarray(0, bytes.length >> 1)
}

/** One bit in each of twenty places, always the same. */
function flipped(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes)
  for (let place = 1; place <= 20; place += 1) {
    const at = Math.floor((copy.length * place) / 21)
    copy.writeUInt8(copy.readUInt8(at) ^ (1 << (place % 8)), at)
  }
  return copy
}

function noise(format: (typeof imageFormats)[number]): Promise<Buffer> {
  const noisy = { type: 'gaussian', mean: 128, sigma: 60 } as const
  return sharp({ create: { width: 300, height: 400, channels: 3, background: '#888', noise: noisy } })
    .toFormat(format)
    .toBuffer()
}

async function sound(type: (typeof audioFixtures)[number]): Promise<Buffer> {
  if (type !== 'wav') return await fixture(`tone.${type}`)
  const head = Buffer.from(
    'RIFF\0\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0\x40\x1f\0\0\x40\x1f\0\0\x01\0\x08\0data\0\0\0\0',
    'latin1',
  )
  head.writeUInt32LE(8036, 4)
  head.writeUInt32LE(8000, 40)
  return Buffer.concat([head, Buffer.alloc(8000, 0x80)])
}

function sized32(bytes: Buffer, at: number, value: number): Buffer {
  const copy = Buffer.from(bytes)
  copy.writeUInt32LE(value, at)
  return copy
}

function png(width: number, height: number, chunks: readonly [string, Buffer][]): Buffer {
  const size = Buffer.alloc(13)
  size.writeUInt32BE(width, 0)
  size.writeUInt32BE(height, 4)
  size.set([8, 0], 8)
  const all: readonly [string, Buffer][] = [['IHDR', size], ...chunks, ['IEND', Buffer.alloc(0)]]
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    ...all.map(([type, content]) => pngChunk(type, content)),
  ])
}

function pngChunk(type: string, content: Buffer): Buffer {
  const chunk = Buffer.alloc(12 + content.length)
  chunk.writeUInt32BE(content.length, 0)
  chunk.write(type, 4, 'latin1')
  content.copy(chunk, 8)
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), 8 + content.length)
  return chunk
}

function packed(type: string, head: string): Buffer {
  const content = Buffer.concat([Buffer.from(head, 'latin1'), deflateSync(Buffer.alloc(100_000_000))])
  return png(8, 8, [
    [type, content],
    ['IDAT', deflateSync(Buffer.alloc(72))],
  ])
}

function gif(count: number): Buffer {
  const head = Buffer.from('GIF89a\x01\0\x01\0\x80\0\0\0\0\0\xff\xff\xff', 'latin1')
  const frame = Buffer.from('\x21\xf9\x04\0\x01\0\0\0\x2c\0\0\0\0\x01\0\x01\0\0\x02\x02\x44\x01\0', 'latin1')
  return Buffer.concat([head, ...Array<Buffer>(count).fill(frame), Buffer.from(';')])
}

function frames(count: number): Promise<Buffer> {
  const pixels = Buffer.alloc(count * 4 * 3, 7).map((value, at) => (at / 12) & 0xff || value)
  const raw = { width: 2, height: count * 2, channels: 3, pageHeight: 2 } as const
  return sharp(pixels, { raw }).webp({ loop: 0 }).toBuffer()
}

function id3(sizeBytes: number, content: Buffer): Buffer {
  const head = Buffer.from('ID3\x03\0\0\0\0\0\0', 'latin1')
  for (let byte = 0; byte < 4; byte += 1) head[9 - byte] = Math.floor(sizeBytes / 128 ** byte) & 0x7f
  return Buffer.concat([head, content])
}

function withPicture(sizeBytes: number, sound: Buffer): Buffer {
  const picture = Buffer.concat([Buffer.from('\0image/jpeg\0\x03\0', 'latin1'), Buffer.alloc(sizeBytes)])
  const head = Buffer.alloc(10)
  head.write('APIC', 'latin1')
  head.writeUInt32BE(picture.length, 4)
  return Buffer.concat([id3(picture.length + 10, Buffer.concat([head, picture])), sound])
}

function sized(sizeBytes: number, type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(sizeBytes)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, content])
}

function box(type: string, content: Buffer): Buffer {
  return sized(8 + content.length, type, content)
}

function nested(depth: number): Buffer {
  return Array.from({ length: depth }).reduce<Buffer>((inner) => box('moov', inner), Buffer.alloc(0))
}

/** Every table of samples says it has as many as a number can say. */
function absurdCounts(file: Buffer): Buffer {
  const copy = Buffer.from(file)
  for (const [table, at] of [
    ['stsz', 12],
    ['stts', 8],
    ['stsc', 8],
    ['stco', 8],
  ] as const) {
    const place = copy.indexOf(table, 0, 'latin1')
    if (place >= 0) copy.writeUInt32BE(0xff_ff_ff_ff, place + at)
  }
  return copy
}

function endlessFlac(file: Buffer): Buffer {
  const copy = Buffer.from(file)
  copy.writeUInt8(copy.readUInt8(21) | 0x0f, 21)
  copy.writeUInt32BE(0xff_ff_ff_ff, 22)
  return copy
}

function endlessOgg(file: Buffer): Buffer {
  const copy = Buffer.from(file)
  const page = copy.lastIndexOf('OggS', undefined, 'latin1')
  copy.writeBigInt64LE(2n ** 61n, page + 6)
  return copy
}
