import sharp from 'sharp'
import { wav } from '../../resilience/attacks/container-bytes.ts'
import { packedZeros, png } from '../../resilience/attacks/image-bytes.ts'
import { damagedSounds } from './damaged-sounds.ts'
import { fixture } from './upload-server.ts'

/** Files that nobody should send, made when they are needed. */
export interface BadUpload {
  readonly what: string
  readonly field: 'CoverImage' | 'Audio'
  readonly fileName: string
  readonly content: () => Buffer | Promise<Buffer>
  /** Any of these may be answered. */
  readonly codes: readonly ('UnsupportedMedia' | 'BrokenMedia' | 'FileTooLarge')[]
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

function bad(
  what: string,
  field: BadUpload['field'],
  content: BadUpload['content'],
  codes: BadUpload['codes'] = ['BrokenMedia', 'UnsupportedMedia'],
  mayPass = false,
): BadUpload {
  return { what, field, fileName: field === 'Audio' ? 'a.mp3' : 'a.jpg', content, codes, mayPass }
}

export const badUploads: readonly BadUpload[] = [
  ...wrongTypes.flatMap(([what, content]) =>
    (['CoverImage', 'Audio'] as const).map((field) => bad(what, field, () => Buffer.from(content))),
  ),
  ...imageFormats.flatMap((format) => [
    bad(`half of ${format}`, 'CoverImage', async () => half(await noise(format))),
    bad(
      `${format} with flipped bits`,
      'CoverImage',
      async () => flipped(await noise(format)),
      ['BrokenMedia', 'UnsupportedMedia', 'FileTooLarge'],
      true,
    ),
  ]),
  ...audioFixtures.flatMap((type) => [
    bad(`half of ${type}`, 'Audio', async () => half(await sound(type)), undefined, type === withoutLength),
    bad(`${type} with flipped bits`, 'Audio', async () => flipped(await sound(type)), undefined, true),
  ]),
  ...damagedSounds.map(([what, content]) => bad(what, 'Audio', content)),
  bad('a picture of nothing', 'CoverImage', () => png({ width: 0, height: 0 }, [])),
  bad(
    'a picture that stops before its bytes',
    'CoverImage',
    () => png({ width: 6000, height: 6000 }, [['IDAT', packedZeros(1000)]]),
    ['BrokenMedia'],
  ),
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
  return sharp({ create: { width: 60, height: 80, channels: 3, background: '#888', noise: noisy } })
    .toFormat(format)
    .toBuffer()
}

async function sound(type: (typeof audioFixtures)[number]): Promise<Buffer> {
  return type === 'wav' ? wav() : await fixture(`tone.${type}`)
}
