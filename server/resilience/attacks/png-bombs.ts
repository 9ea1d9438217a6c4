import { type BombLine, megabyte, repeat } from './bombs.ts'
import { packedZeros, png, pngChunk } from './image-bytes.ts'

const small = { width: 8, height: 8 }
const pixels = packedZeros(8 * 9)

export const ofPng: readonly BombLine[] = [
  [
    'a PNG of 30 000 × 30 000',
    () => png({ width: 30_000, height: 30_000 }, [['IDAT', pixels]]),
    'FileTooLarge',
  ],
  ['a PNG without end', () => png({ width: 0x7f_ff_ff_ff, height: 0x7f_ff_ff_ff }, []), 'BrokenMedia'],
  ['a PNG of 36 megapixels that has to be held whole', interlaced, 'taken'],
  [
    'a PNG of one dot by 200 000',
    () => png({ width: 1, height: 200_000 }, [['IDAT', packedZeros(400_000)]]),
    'taken',
  ],
  [
    'a PNG of 200 000 dots by one',
    () => png({ width: 200_000, height: 1 }, [['IDAT', packedZeros(200_001)]]),
    'taken',
  ],
  ['a text of 100 MB in a PNG', () => packed('zTXt', 'Comment\0\0'), 'taken'],
  ['a colour profile of 100 MB in a PNG', () => packed('iCCP', 'x\0\0'), 'taken'],
  [
    '100 MB more than its picture needs in a PNG',
    () => png(small, [['IDAT', packedZeros(100 * megabyte)]]),
    'taken',
  ],
  ['a PNG of 300 000 empty chunks', () => emptyChunks(300_000), 'taken'],
  ['a PNG whose chunk is longer than the file', endlessChunk, 'BrokenMedia'],
  ['an animated PNG of 100 000 pictures', () => animated(100_000), 'taken'],
  [
    'HTML behind the signature of a PNG',
    () => Buffer.from(`\x89PNG\r\n\x1a\n<script>alert(1)</script>`.padEnd(2000), 'latin1'),
    'UnsupportedMedia',
  ],
]

/** As narrow as it is, it is scaled dot by dot. */
export function narrowPng(): Buffer {
  return png({ width: 1, height: 40_000_000 }, [['IDAT', packedZeros(80_000_000)]])
}

function interlaced(): Buffer {
  const side = 6000
  const bytes = 2 * side * side + 2 * side
  return png({ width: side, height: side, depth: 16, interlaced: true }, [['IDAT', packedZeros(bytes)]])
}

function packed(type: string, head: string): Buffer {
  const content = Buffer.concat([Buffer.from(head, 'latin1'), packedZeros(100 * megabyte)])
  return png(small, [
    [type, content],
    ['IDAT', pixels],
  ])
}

/** Behind signature and head. */
const pngHeadBytes = 33

function emptyChunks(count: number): Buffer {
  const file = png(small, [['IDAT', pixels]])
  const empty = repeat(pngChunk('IDAT', Buffer.alloc(0)), count)
  return Buffer.concat([file.subarray(0, pngHeadBytes), empty, file.subarray(pngHeadBytes)])
}

function endlessChunk(): Buffer {
  const file = png(small, [
    ['tEXt', Buffer.alloc(20)],
    ['IDAT', pixels],
  ])
  file.writeUInt32BE(0x7f_ff_ff_ff, pngHeadBytes)
  return file
}

function animated(count: number): Buffer {
  const control = Buffer.alloc(8)
  control.writeUInt32BE(count)
  const frame = Buffer.alloc(26)
  frame.writeUInt32BE(8, 4)
  frame.writeUInt32BE(8, 8)
  const file = png(small, [
    ['acTL', control],
    ['fcTL', frame],
    ['IDAT', pixels],
  ])
  return Buffer.concat([file.subarray(0, -12), repeat(pngChunk('fcTL', frame), count), file.subarray(-12)])
}
