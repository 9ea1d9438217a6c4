import { fixture } from '../../src/testing/upload-server.ts'
import { box, boxesInBoxes, lyingBox, riffChunk, wav } from './container-bytes.ts'
import { type BombLine, megabyte, repeat } from './bombs.ts'

export const inBoxes: readonly BombLine[] = [
  [
    'an MP4 of boxes without end',
    () => mp4(lyingBox(0xff_ff_ff_ff, 'moov', Buffer.alloc(200))),
    'BrokenMedia',
  ],
  ['an MP4 of boxes without size', () => mp4(repeat(lyingBox(0, 'moov'), 10_000)), 'BrokenMedia'],
  ['an MP4 of boxes smaller than their heads', () => mp4(repeat(lyingBox(4, 'moov'), 10_000)), 'BrokenMedia'],
  ['an MP4 box of 2⁶³ bytes', () => mp4(lyingBox(1, 'moov', repeat('7fffffffffffffff', 20))), 'BrokenMedia'],
  [
    'an MP4 of large boxes of nothing',
    () => mp4(repeat(lyingBox(1, 'moov', Buffer.alloc(8)), 10_000)),
    'BrokenMedia',
  ],
  ['an MP4 of a million boxes in boxes', () => mp4(boxesInBoxes('moov', megabyte)), 'BrokenMedia'],
  ['an MP4 of a million empty boxes', () => mp4(repeat(box('free'), megabyte)), 'BrokenMedia'],
  [
    'an MP4 with a million empty fragments',
    async () => Buffer.concat([await m4a(), repeat(box('moof'), megabyte)]),
    'taken',
  ],
  ['an MP4 of four billion samples', async () => manySamples(await m4a()), 'BrokenMedia'],
  ['an MP4 with remarks in remarks', () => inMovie(boxesInBoxes('udta', 2000)), 'taken'],
  ['an MP4 with a cover of 30 MB', () => inMovie(cover(30 * megabyte)), 'taken'],
  [
    'a WAV of four gigabytes in 100 bytes',
    () => wav({ data: Buffer.alloc(60), statedBytes: 0xf0_00_00_00 }),
    'BrokenMedia',
  ],
  ['a WAV of no samples a second', () => wav({ rate: 0 }), 'BrokenMedia'],
  [
    'a WAV of 65 535 channels',
    () => wav({ channels: 0xff_ff, bits: 0xff_ff, rate: 0xff_ff_ff_ff }),
    'UnsupportedMedia',
  ],
  ['a WAV of 11 000 hours', () => wav({ rate: 1, data: Buffer.alloc(40 * megabyte) }), 'UnsupportedMedia'],
  ['a WAV of lists in lists', () => wav({ before: lists(2000) }), 'taken'],
  [
    'a WAV with a text of 30 MB',
    () => wav({ before: list(riffChunk('INAM', Buffer.alloc(30 * megabyte, 0x41))) }),
    'taken',
  ],
]

const m4a = (): Promise<Buffer> => fixture('tone.m4a')

function mp4(boxes: Buffer): Buffer {
  return Buffer.concat([box('ftyp', Buffer.from('M4A \0\0\0\0M4A ', 'latin1')), boxes])
}

/** At the end of the box that says what there is to hear. */
export async function inMovie(boxes: Buffer): Promise<Buffer> {
  const file = await m4a()
  const movie = file.indexOf('moov', 0, 'latin1') - 4
  const end = movie + file.readUInt32BE(movie)
  file.writeUInt32BE(end - movie + boxes.length, movie)
  return Buffer.concat([file.subarray(0, end), boxes, file.subarray(end)])
}

function cover(bytes: number): Buffer {
  const picture = box('data', Buffer.concat([repeat('0000000d 00000000', 1), Buffer.alloc(bytes)]))
  return box('udta', box('meta', Buffer.concat([Buffer.alloc(4), box('ilst', box('covr', picture))])))
}

/** Every table of samples says it has as many as a number can say. */
function manySamples(file: Buffer): Buffer {
  for (const [table, at] of [
    ['stsz', 12],
    ['stts', 8],
    ['stsc', 8],
    ['stco', 8],
  ] as const) {
    const place = file.indexOf(table, 0, 'latin1')
    if (place >= 0) file.writeUInt32BE(0xff_ff_ff_ff, place + at)
  }
  return file
}

function list(content: Buffer): Buffer {
  return riffChunk('LIST', Buffer.concat([Buffer.from('INFO'), content]))
}

function lists(depth: number): Buffer {
  return Array.from({ length: depth }).reduce<Buffer>((inner) => list(inner), Buffer.alloc(0))
}
