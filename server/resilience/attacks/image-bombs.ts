import { gzipSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'
import { box, boxesInBoxes } from './container-bytes.ts'
import { archive, asfRound, billionLaughs, type Bomb, bombsOf, megabyte, repeat } from './bombs.ts'
import { gif, jpegSegment, sizedJpeg, webp, withSegments } from './image-bytes.ts'
import { narrowPng, ofPng } from './png-bombs.ts'

const avifHead = box('ftyp', Buffer.from('avif\0\0\0\0avifmif1', 'latin1'))
const script = '<script>alert(1)</script>'

/** Each is answered at once, though what it says of itself is monstrous. */
export const imageBombs: readonly Bomb[] = bombsOf([
  ...ofPng,
  ['a JPEG of 65 500 × 65 500', async () => sizedJpeg(await jpeg(), 65_500, 65_500), 'FileTooLarge'],
  ['a progressive JPEG of 5000 scans', () => scans(5000), 'BrokenMedia'],
  [
    'a JPEG of 19 MB of remarks',
    async () => withSegments(await jpeg(), repeat(jpegSegment(0xfe, Buffer.alloc(65_000)), 290)),
    'taken',
  ],
  [
    'a JPEG of 300 000 empty segments',
    async () => withSegments(await jpeg(), repeat(jpegSegment(0xfe, Buffer.alloc(0)), 300_000)),
    'taken',
  ],
  ['a JPEG whose Exif goes round in a circle', async () => withSegments(await jpeg(), exifRound()), 'taken'],
  [
    'a JPEG with a page inside and an archive behind',
    async () =>
      Buffer.concat([withSegments(await jpeg(), jpegSegment(0xfe, Buffer.from(script))), archive()]),
    'taken',
  ],
  ['a GIF canvas of 65 535 × 65 535', () => gif(65_535, 65_535, 1), 'taken'],
  ['a GIF of 20 000 pictures', () => gif(1, 1, 20_000), 'taken'],
  ['a GIF of 200 pictures of 36 megapixels', () => gif(6000, 6000, 200), 'taken'],
  [
    'a GIF that is a script',
    () => Buffer.from('GIF89a/*\0\0*/=alert(1);//'.padEnd(2000), 'latin1'),
    'BrokenMedia',
  ],
  ['a WebP of 2000 pictures', () => film(2000), 'taken'],
  [
    'a WebP canvas of 16 million × 16 million',
    () => webp(['VP8X', Buffer.from('02000000ffffffffffff', 'hex')], ['ANIM', Buffer.alloc(6)]),
    'BrokenMedia',
  ],
  [
    'a WebP of 16 383 × 16 383 in 60 bytes',
    () => webp(['VP8L', Buffer.concat([Buffer.from('2ffebfff0f', 'hex'), Buffer.alloc(35)])]),
    'BrokenMedia',
  ],
  ['an AVIF of 65 535 × 65 535', () => sizedAvif(65_535), 'FileTooLarge'],
  ['an AVIF of 36 megapixels that has 4096', () => sizedAvif(6000), 'BrokenMedia'],
  [
    'an AVIF of boxes in boxes',
    () => Buffer.concat([avifHead, boxesInBoxes('meta', 100_000)]),
    'BrokenMedia',
  ],
  ['an SVG with a script', () => Buffer.from(svg(script)), 'UnsupportedMedia'],
  ['an SVG of a billion laughs', () => Buffer.from(billionLaughs('svg')), 'UnsupportedMedia'],
  [
    'an SVG that asks for a file',
    () => Buffer.from(`<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${svg('<text>&x;</text>')}`),
    'UnsupportedMedia',
  ],
  ['a packed SVG', () => gzipSync(svg('<rect/>'.repeat(100_000))), 'UnsupportedMedia'],
  [
    'a TIFF whose directories go round in a circle',
    () => Buffer.from('49492a000800000000000800000000000000', 'hex'),
    'UnsupportedMedia',
  ],
  ['a film whose head goes round in a circle', asfRound, 'UnsupportedMedia'],
  ['20 MB of zeros', () => Buffer.alloc(20 * megabyte), 'UnsupportedMedia'],
])

/** Keep a reader busy until its time is over. */
export const endlessImages: readonly Bomb[] = bombsOf([
  ['a PNG of one dot by 40 million', narrowPng, 'FileTooLarge'],
])

const grey = (width: number, height: number): Sharp =>
  sharp({ create: { width, height, channels: 3, background: '#888' } })
const jpeg = (): Promise<Buffer> => grey(300, 300).jpeg().toBuffer()
const svg = (inside: string): string => `<svg xmlns="http://www.w3.org/2000/svg">${inside}</svg>`

/** The last scan of a progressive JPEG again and again. */
async function scans(count: number): Promise<Buffer> {
  const file = await grey(200, 200).jpeg({ progressive: true }).toBuffer()
  const last = file.subarray(file.lastIndexOf(Buffer.from('ffda', 'hex')), -2)
  return Buffer.concat([file.subarray(0, -2), repeat(last, count), Buffer.from('ffd9', 'hex')])
}

/** One directory, which is its own successor and its own sub-directory. */
function exifRound(): Buffer {
  const directory = '49492a00 08000000 0100 6987 0400 01000000 08000000 08000000'
  return jpegSegment(0xe1, Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), repeat(directory, 1)]))
}

function film(count: number): Promise<Buffer> {
  const dots = Buffer.alloc(count * 4 * 3, 7).map((value, at) => (at / 12) & 0xff || value)
  const raw = { width: 2, height: count * 2, channels: 3, pageHeight: 2 } as const
  return sharp(dots, { raw }).webp({ loop: 0 }).toBuffer()
}

async function sizedAvif(side: number): Promise<Buffer> {
  const file = await grey(64, 64).avif({ effort: 0 }).toBuffer()
  const size = file.indexOf('ispe', 0, 'latin1')
  file.writeUInt32BE(side, size + 8)
  file.writeUInt32BE(side, size + 12)
  return file
}
