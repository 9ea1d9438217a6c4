import { fixture } from '../../src/testing/upload-server.ts'
import { apeFooter, id3, id3Frame, id3Picture } from './container-bytes.ts'
import { archive, type BombLine, megabyte, repeat } from './bombs.ts'
import { packedZeros, png } from './image-bytes.ts'

export const inTags: readonly BombLine[] = [
  ['a tag that says it has 200 MB', () => id3(200 * megabyte, Buffer.alloc(5000)), 'BrokenMedia'],
  ['a tag of 68 MB', () => tagged(Buffer.alloc(68 * megabyte)), 'FileTooLarge'],
  ['a cover of 30 MB in a tag', () => tagged(id3Picture(Buffer.alloc(30 * megabyte))), 'taken'],
  ['a text of 30 MB in a tag', () => tagged(id3Frame('TIT2', Buffer.alloc(30 * megabyte, 0x41))), 'taken'],
  ['a text of 30 000 texts in a tag', () => tagged(id3Frame('TPE1', repeat('0061', 30_000))), 'taken'],
  ['a tag of 50 000 frames', () => tagged(repeat(id3Frame('TXXX', Buffer.from('\0a\0b')), 50_000)), 'taken'],
  [
    'a packed text of 100 MB in a tag',
    () => tagged(id3Frame('TIT2', packedZeros(100 * megabyte), 0x80)),
    'taken',
  ],
  [
    'a cover without end in a tag',
    () => tagged(id3Picture(png({ width: 0x7f_ff_ff_ff, height: 0x7f_ff_ff_ff }, []))),
    'taken',
  ],
  ['chapters in chapters', () => tagged(chapters(1000)), 'taken'],
  [
    '200 000 tags in front',
    async () => Buffer.concat([repeat(id3(0, Buffer.alloc(0)), 200_000), await mp3()]),
    'UnsupportedMedia',
  ],
  [
    'a tag of four billion items behind',
    async () => Buffer.concat([await mp3(), apeFooter(0xff_ff_ff_ff, 0xff_ff_ff_ff)]),
    'taken',
  ],
]

export const inFrames: readonly BombLine[] = [
  [
    'an MP3 with 20 MB of ones behind',
    async () => Buffer.concat([await mp3(), Buffer.alloc(20 * megabyte, 0xff)]),
    'taken',
  ],
  [
    'an MP3 with 20 MB of noise behind',
    async () => Buffer.concat([await mp3(), Buffer.alloc(20 * megabyte, 0x55)]),
    'taken',
  ],
  ['an MP3 of four billion frames', async () => manyFrames(await mp3()), 'BrokenMedia'],
  ['an MP3 that is an archive, too', async () => Buffer.concat([await mp3(), archive()]), 'taken'],
  [
    'AAC with 70 MB of zeros behind',
    async () => Buffer.concat([await fixture('tone.aac'), Buffer.alloc(70 * megabyte)]),
    'BrokenMedia',
  ],
  ['a FLAC of 2³⁶ samples', async () => endlessFlac(await flac()), 'taken'],
  ['a FLAC with four billion remarks', () => withFlacBlock(4, '00000000 ffffffff'), 'BrokenMedia'],
  ['a FLAC whose maker has a name of 4 GB', () => withFlacBlock(4, 'ffffffff'), 'BrokenMedia'],
  ['a FLAC with a cover of 4 GB', () => withFlacBlock(6, '00000003 ffffffff'), 'BrokenMedia'],
]

const mp3 = (): Promise<Buffer> => fixture('tone.mp3')
const flac = (): Promise<Buffer> => fixture('tone.flac')

async function tagged(content: Buffer): Promise<Buffer> {
  return Buffer.concat([id3(content.length, content), await mp3()])
}

function chapters(depth: number): Buffer {
  const times = Buffer.alloc(16)
  let inner: Buffer = Buffer.alloc(0)
  for (let level = 0; level < depth; level += 1)
    inner = id3Frame('CHAP', Buffer.concat([Buffer.from('a\0'), times, inner]))
  return inner
}

function manyFrames(file: Buffer): Buffer {
  const at = Math.max(file.indexOf('Xing', 0, 'latin1'), file.indexOf('Info', 0, 'latin1'))
  file.writeUInt32BE(0xff_ff_ff_ff, at + 8)
  return file
}

function endlessFlac(file: Buffer): Buffer {
  file.writeUInt8(file.readUInt8(21) | 0x0f, 21)
  file.writeUInt32BE(0xff_ff_ff_ff, 22)
  return file
}

/** Behind the signature and the block that every FLAC begins with. */
export async function behindFlacHead(blocks: Buffer): Promise<Buffer> {
  const file = await flac()
  return Buffer.concat([file.subarray(0, 42), blocks, file.subarray(42)])
}

function withFlacBlock(type: number, start: string): Promise<Buffer> {
  const content = Buffer.concat([repeat(start, 1), Buffer.alloc(100)])
  return behindFlacHead(Buffer.concat([Buffer.from([type, 0, 0, content.length]), content]))
}
