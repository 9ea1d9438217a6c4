import { edited, ffmpeg, joined, made, picture, type Row } from './making.ts'
import type { Sound } from './sounds.ts'
import { ape, id3v1, id3v2, junk, zeros } from './tags.ts'

const flac = (sound: Sound, options: string) =>
  made(sound, `flac -s --channel-map=none ${options} -o $out $in`)
const tone = (seconds: number, rate = 16_000, channels = 1) => ({ parts: `tone ${seconds}`, rate, channels })

const plain = flac(tone(2), '-5')
/** Into a pipe: neither the number of samples nor the sizes are known at the beginning. */
const piped = made(tone(2), 'cat $in | flac -s -5 --ignore-chunk-sizes - | cat > $out')

const shapes: Row[] = [
  ...[8000, 22_050, 44_100, 96_000, 192_000].map((rate): Row => [`${rate} Hz`, flac(tone(0.7, rate), '-5')]),
  ...([8, 16, 24] as const).map((bits): Row => [`${bits} bits`, flac({ ...tone(1), bits }, '-5')]),
  [
    '32 bits',
    flac({ ...tone(1), bits: 32 }, '-5'),
    { seconds: 1, because: 'ffmpeg 5 does not decode 32 bits' },
  ],
  ['24 bits and 96 000 Hz, stereo', flac({ ...tone(0.5, 96_000, 2), bits: 24 }, '-8')],
  ...[2, 3, 6, 8].map((channels): Row => [`${channels} channels`, flac(tone(0.5, 16_000, channels), '-5')]),
  ...[0, 3, 8].map((level): Row => [`level ${level}`, flac({ parts: 'tone 1 noise 1' }, `-${level}`)]),
  ...[16, 192, 1000, 4608, 16_384, 65_535].map(
    (size): Row => [`blocks of ${size} samples`, flac({ parts: 'tone 5', rate: 48_000 }, `--lax -b ${size}`)],
  ),
  ['by ffmpeg', ffmpeg(tone(2), '-c:a flac -f flac')],
  ['by ffmpeg in small frames', ffmpeg(tone(2), '-c:a flac -frame_size 256 -f flac')],
  ['by ffmpeg into a pipe', made(tone(2), 'ffmpeg -v error -i $in -c:a flac -f flac - | cat > $out')],
  ['by flac into a pipe', piped],
  ['without padding and seek table', flac(tone(2), '--no-padding --no-seektable')],
  ['with a seek point for each second and much padding', flac(tone(5), '-S 1s -P 300000')],
  ['verbatim', flac({ parts: 'noise 1' }, '--disable-constant-subframes --disable-fixed-subframes -0')],
]

const lengths: Row[] = [0.03, 0.1, 0.256, 1, 7.3, 60].map((seconds) => [
  `${seconds} s`,
  flac(tone(seconds), '-5'),
])

const silences: Row[] = [
  'silence 2',
  'tone 1 silence 2',
  'silence 2 tone 1',
  'tone 1 silence 2 tone 1',
  'noise 1 silence 0.1',
].flatMap((parts) => [
  [`${parts}, mono`, flac({ parts }, '-5')],
  [`${parts}, stereo`, flac({ parts, channels: 2 }, '-5')],
  [`${parts}, mono by ffmpeg`, ffmpeg({ parts, rate: 8000 }, '-c:a flac -f flac')],
  [
    `${parts}, of 24 bits into a pipe`,
    made({ parts, rate: 8000, bits: 24 }, 'cat $in | flac -s --ignore-chunk-sizes - | cat > $out'),
  ],
])

/** A last frame that is full, of every kind of sound. */
const fullFrames: Row[] = Array.from({ length: 12 }, (_, at) => [
  `${at + 1} full frames`,
  flac(
    {
      parts: `${at % 2 ? 'noise' : 'tone'} ${((at + 1) * 4096) / 16_000}`,
      rate: 16_000,
      channels: 1 + (at % 3),
    },
    '-5 -b 4096',
  ),
])

const tagged: Row[] = [
  ['comments', flac(tone(1), '-T TITLE=Title -T ARTIST=Artist')],
  ['a picture', made(tone(1), `${picture} && flac -s --picture $out.png -o $out $in`)],
  ...(
    [
      ['ID3v2.3', id3v2({ version: 3, pictureBytes: 100_000 })],
      ['ID3v2.4', id3v2()],
      ['ID3v2.4 with a footer', id3v2({ hasFooter: true })],
      ['ID3v2.3 that is unsynchronised', id3v2({ version: 3, pictureBytes: 9000, isUnsynchronised: true })],
    ] as const
  ).map(([name, tag]): Row => [`${name} in front`, joined(tag, plain)]),
  ...(
    [
      ['ID3v1', id3v1()],
      ['APEv2', ape()],
      ['APEv2 and ID3v1', Buffer.concat([ape(), id3v1()])],
      ['zeros', zeros(4000)],
      ['junk', junk(900)],
      ['64 KiB of zeros', zeros(65_536)],
    ] as const
  ).flatMap(([name, tag]): Row[] => [
    [`${name} behind`, joined(plain, tag)],
    [`${name} behind one that does not say how long it is`, joined(piped, tag)],
  ]),
  [
    'two ID3v2 in front',
    joined(id3v2(), id3v2({ version: 3 }), plain),
    { seconds: 2, because: 'ffmpeg knows it by the ending of its name alone' },
  ],
  ['tags at both ends', joined(id3v2(), plain, ape(), id3v1())],
]

/** RFC 9639, 8.2: STREAMINFO begins 8 bytes into the file with the smallest and the largest block. */
function withSmallestBlock(file: Buffer, samples: number): Buffer {
  const copy = Buffer.from(file)
  copy.writeUInt16BE(samples, 8)
  return copy
}

const headers: Row[] = [
  ['a smallest block that differs from the largest', edited(plain, (file) => withSmallestBlock(file, 512))],
  ['that, and no number of samples', edited(piped, (file) => withSmallestBlock(file, 16))],
  ['no sizes of frames', edited(plain, (file) => Buffer.from(file).fill(0, 12, 18))],
  ['no checksum of the sound', edited(plain, (file) => Buffer.from(file).fill(0, 26, 42))],
]

const cuts: Row[] = [
  [
    'the first half of one that does not say how long it is',
    edited(piped, (file) => file.subarray(0, file.length >> 1)),
  ],
  ['cut by ffmpeg', ffmpeg(plain, '-c copy -f flac', '-ss 0.5 -t 1')],
  [
    'zeros over a frame',
    edited(piped, (file) => Buffer.from(file).fill(0, 12_000, 12_400)),
    { seconds: 2, because: 'the frames behind the damaged one say where they stand' },
  ],
  [
    'two of the same',
    joined(plain, plain),
    { seconds: 4, because: 'ffmpeg loses the first frames of the second' },
  ],
]

export const flacRows: Row[] = [
  ...shapes,
  ...lengths,
  ...silences,
  ...fullFrames,
  ...tagged,
  ...headers,
  ...cuts,
]
