import { chapters, edited, ffmpeg, joined, made, repeated, type Row } from './making.ts'
import { chunk, riff, type Sound, waveFormat } from './sounds.ts'
import { ape, id3v1, id3v2, junk, lyrics3, zeros } from './tags.ts'

const lame = (sound: Sound, options: string) => made(sound, `lame --quiet ${options} $in $out`)
const tone = (seconds: number, rate = 44_100, channels = 1) => ({ parts: `tone ${seconds}`, rate, channels })

const constant = lame(tone(2), '-b 64')
const varying = lame({ parts: 'tone 1 silence 1 noise 1' }, '-V 4')
const bare = lame(tone(2), '-b 64 -t')
const bareVarying = lame({ parts: 'noise 1 silence 2 tone 1' }, '-V 4 -t')
const low = lame(tone(2, 8000), '-b 16')
/** ISO/IEC 11172-3, 2.4.3.1: 144 times the bit rate by the sampling rate, without the byte of padding. */
const bytesOfFrame = Math.floor((144 * 64_000) / 44_100)

const rates: Row[] = [8000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000].flatMap(
  (rate) => [
    [
      `mono of a constant bit rate, ${rate} Hz`,
      lame(tone(1.5, rate), `--cbr -b 32 --resample ${rate / 1000}`),
    ],
    [`stereo of a varying bit rate, ${rate} Hz`, lame(tone(1.5, rate, 2), `-V 5 --resample ${rate / 1000}`)],
  ],
)

const bitRates: Row[] = [
  ...[32, 128, 320].map((rate): Row => [`${rate} kbit/s`, lame(tone(1), `--cbr -b ${rate}`)]),
  ...[0, 2, 9].map(
    (quality): Row => [`quality ${quality} of a varying rate`, lame(tone(1), `-V ${quality}`)],
  ),
  ['8 kbit/s of MPEG 2.5', lame(tone(1, 8000), '--cbr -b 8')],
  ['160 kbit/s of MPEG 2', lame(tone(1, 22_050, 2), '--cbr -b 160 --resample 22.05')],
  ['an average bit rate', lame(tone(2), '--abr 72')],
  ['with the old way of varying the bit rate', lame(tone(2), '--vbr-old -V 6')],
  ['no bit reservoir', lame(tone(2), '-b 64 --nores')],
  ['a checksum for each frame', lame(tone(2), '-b 64 -p')],
  ['a checksum for each frame and no Xing', lame(tone(2), '-V 4 -p -t')],
  ...['s', 'j', 'f', 'd'].map(
    (mode): Row => [
      `mode ${mode} of stereo`,
      lame({ parts: 'tone 1 noise 1', channels: 2 }, `-b 96 -m ${mode}`),
    ],
  ),
  ['a constant bit rate of the fixed-point encoder', ffmpeg(tone(2), '-c:a libshine -b:a 64k -f mp3')],
]

const lengths: Row[] = [0.03, 0.1, 0.3, 1, 7.77, 60].flatMap((seconds) => [
  [`${seconds} s`, lame(tone(seconds), '-b 32')],
  [`${seconds} s that do not say so`, lame(tone(seconds), '-V 6 -t')],
])

const silences: Row[] = [
  'silence 3 tone 2',
  'tone 2 silence 3',
  'tone 1 silence 3 tone 1',
  'silence 3',
].flatMap((parts) => [
  [`${parts}, of a constant bit rate`, lame({ parts }, '-b 64')],
  [`${parts}, of a varying bit rate`, lame({ parts, channels: 2 }, '-V 3')],
  [`${parts}, of a varying bit rate that does not say so`, lame({ parts }, '-V 3 -t')],
])

const writers: Row[] = [
  ['by ffmpeg', ffmpeg(tone(2), '-b:a 48k -f mp3')],
  ['by ffmpeg, varying', ffmpeg({ parts: 'noise 1 silence 2' }, '-q:a 5 -f mp3')],
  ['by ffmpeg into a pipe', made(tone(2), 'ffmpeg -v error -i $in -q:a 5 -f mp3 - | cat > $out')],
  ['by ffmpeg without a Xing header', ffmpeg(tone(2), '-q:a 5 -write_xing 0 -f mp3')],
  ['by ffmpeg without any tag', ffmpeg(tone(2), '-q:a 5 -write_xing 0 -id3v2_version 0 -f mp3')],
  ['by lame into a pipe', made(tone(2), 'lame --quiet -V 5 $in - | cat > $out')],
  ['by lame from a pipe into a pipe', made(tone(2), 'cat $in | lame --quiet -V 5 - - | cat > $out')],
  [
    'with chapters',
    made(tone(3), `${chapters} && ffmpeg -v error -i $in -i $out.txt -map_metadata 1 -b:a 48k -f mp3 $out`),
  ],
]

const tagsInFront: [string, Buffer][] = [
  ['ID3v2.2', id3v2({ version: 2 })],
  ['ID3v2.3', id3v2({ version: 3 })],
  ['ID3v2.4', id3v2()],
  ['ID3v2.4 with a footer', id3v2({ hasFooter: true })],
  ['ID3v2.2 with a picture', id3v2({ version: 2, pictureBytes: 50_000 })],
  ['ID3v2.3 with a picture of 3 MB', id3v2({ version: 3, pictureBytes: 3_000_000 })],
  ['ID3v2.4 with a picture of 3 MB', id3v2({ pictureBytes: 3_000_000 })],
  ['ID3v2.3 that is unsynchronised', id3v2({ version: 3, pictureBytes: 100_000, isUnsynchronised: true })],
  ['ID3v2.4 that is unsynchronised', id3v2({ pictureBytes: 100_000, isUnsynchronised: true })],
  ['ID3v2.3 with much padding', id3v2({ version: 3, paddingBytes: 200_000 })],
  ['two ID3v2', Buffer.concat([id3v2({ version: 3, pictureBytes: 5000 }), id3v2()])],
  ['an ID3v2 with a footer and another', Buffer.concat([id3v2({ hasFooter: true }), id3v2({ version: 3 })])],
  ['an ID3v2 and zeros', Buffer.concat([id3v2(), zeros(3000)])],
  ['APEv2', ape()],
  ['APEv2 of 20 kB', ape({ valueBytes: 20_000 })],
  ['an ID3v2 and APEv2', Buffer.concat([id3v2(), ape()])],
  ['APEv2 and an ID3v2', Buffer.concat([ape(), id3v2()])],
  ['one zero', zeros(1)],
  ['100 zeros', zeros(100)],
  ['4 KiB of zeros', zeros(4096)],
  ['60 kB of zeros', zeros(60_000)],
  ['3 bytes of junk', junk(3)],
  ['500 bytes of junk', junk(500)],
  ['20 kB of junk', junk(20_000)],
]

const tagsBehind: [string, Buffer][] = [
  ['ID3v1', id3v1()],
  ['APEv2', ape()],
  ['APEv2 without a header', ape({ hasHeader: false })],
  ['APEv2 and ID3v1', Buffer.concat([ape(), id3v1()])],
  ['Lyrics3 and ID3v1', Buffer.concat([lyrics3(), id3v1()])],
  ['APEv2, Lyrics3 and ID3v1', Buffer.concat([ape(), lyrics3(), id3v1()])],
  ['an appended ID3v2.4', id3v2({ hasFooter: true })],
  ['two ID3v1', Buffer.concat([id3v1(), id3v1()])],
  ['one zero', zeros(1)],
  ['64 KiB of zeros', zeros(65_536)],
  ['1 MB of zeros', zeros(1_000_000)],
  ['5 kB of junk', junk(5000)],
  ['zeros and ID3v1', Buffer.concat([zeros(5000), id3v1()])],
]

const tagged: Row[] = [
  ...tagsInFront.flatMap(([name, tag]): Row[] => [
    [`${name} in front`, joined(tag, constant)],
    [`${name} in front of one without Xing`, joined(tag, bareVarying)],
  ]),
  ...tagsBehind.flatMap(([name, tag]): Row[] => [
    [`${name} behind`, joined(varying, tag)],
    [`${name} behind one without Xing`, joined(bare, tag)],
  ]),
  [
    'tags at both ends',
    joined(id3v2({ version: 3, pictureBytes: 40_000 }), varying, ape(), lyrics3(), id3v1()),
  ],
  ['APEv2 at both ends', joined(ape(), bare, ape())],
]

const cuts: Row[] = [
  ['beginning within a frame', edited(bare, (file) => file.subarray(100))],
  ['beginning within a frame of a varying bit rate', edited(bareVarying, (file) => file.subarray(1500))],
  ['beginning within the Xing header', edited(constant, (file) => file.subarray(50))],
  [
    'beginning within a frame after tags',
    edited(bare, (file) => Buffer.concat([id3v2(), file.subarray(77)])),
  ],
  ['beginning a byte after the start of a frame', edited(bare, (file) => file.subarray(1))],
  ['ending within a frame', edited(bare, (file) => file.subarray(0, -90))],
  [
    'ending within a frame, and ID3v1',
    edited(bare, (file) => Buffer.concat([file.subarray(0, -90), id3v1()])),
  ],
  [
    'half of one that does not say how long it is',
    edited(bareVarying, (file) => file.subarray(0, file.length >> 1)),
  ],
  ['one frame missing that Xing counts', edited(constant, (file) => file.subarray(0, -bytesOfFrame))],
  ['a hole', edited(bareVarying, (file) => Buffer.concat([file.subarray(0, 5000), file.subarray(7000)]))],
  ['zeros over a frame', edited(bare, (file) => Buffer.from(file).fill(0, 6000, 6300))],
  [
    'junk within',
    edited(bare, (file) => Buffer.concat([file.subarray(0, 5000), junk(3000), file.subarray(5000)])),
    { seconds: 2.01, because: 'ffmpeg loses frames behind the junk that are whole' },
  ],
  [
    'a tag within',
    edited(bare, (file) => Buffer.concat([file.subarray(0, 5225), id3v2(), file.subarray(5225)])),
  ],
]

const joins: Row[] = [
  ['twice the same', repeated(constant, 2)],
  ['twice the same without Xing', repeated(bare, 2)],
  ['two of varying bit rates', joined(varying, bareVarying)],
  ['two with tags between them', joined(id3v2(), varying, id3v1(), id3v2(), constant, id3v1())],
  ['two of different bit rates', joined(lame(tone(2), '-b 32 -t'), lame(tone(2), '-b 128 -t'))],
  ['mono and stereo', joined(bare, lame(tone(2, 44_100, 2), '-b 64 -t'))],
  ['44 100 Hz and 48 000 Hz', joined(bare, lame(tone(2, 48_000), '-b 64 -t'))],
  ['44 100 Hz and 22 050 Hz', joined(bare, lame(tone(2, 22_050), '-b 64 -t --resample 22.05'))],
  ['a hundred', repeated(lame(tone(1), '-b 32 -t'), 100)],
  ['repeated by ffmpeg', ffmpeg(varying, '-c copy -f mp3', '-stream_loop 4')],
  ['cut by ffmpeg', ffmpeg(varying, '-c copy -f mp3', '-ss 0.7 -t 1.2')],
]

const headers: Row[] = [
  ['with the header of Fraunhofer’s encoder', edited(bareVarying, withVbri)],
  ['with a Xing header that counts the frames of another', edited(varying, (file) => stating(file, 40))],
  ['with a Xing header that counts nothing', edited(varying, (file) => stating(file, 0))],
  ['in RIFF by ffmpeg', ffmpeg(tone(7.3), '-c:a libmp3lame -b:a 64k -f wav')],
  [
    'in RIFF as it is',
    async () =>
      riff(
        chunk('fmt ', waveFormat({ tag: 0x55, rate: 44_100, channels: 1, bits: 16 })),
        chunk('data', await varying()),
      ),
  ],
  ['low rate with tags', joined(id3v2(), low, id3v1())],
]

function stating(file: Buffer, frames: number): Buffer {
  const copy = Buffer.from(file)
  const at = Math.max(copy.indexOf('Xing'), copy.indexOf('Info'))
  copy.writeUInt32BE(frames, at + 8)
  return copy
}

/** A frame without sound in front, in which VBRI stands 32 bytes after the header: version, quality, bytes, frames. */
function withVbri(file: Buffer): Buffer {
  const frame = Buffer.alloc(417)
  file.copy(frame, 0, 0, 4)
  frame.set([0xff, 0xfb, 0x90], 0)
  frame.write('VBRI', 36)
  frame.writeUInt16BE(1, 40)
  frame.writeUInt32BE(file.length + frame.length, 46)
  frame.writeUInt32BE(154, 50)
  frame.writeUInt16BE(1, 56)
  frame.writeUInt16BE(2, 58)
  return Buffer.concat([frame, file])
}

export const mp3Rows: Row[] = [
  ...rates,
  ...bitRates,
  ...lengths,
  ...silences,
  ...writers,
  ...tagged,
  ...cuts,
  ...joins,
  ...headers,
]
