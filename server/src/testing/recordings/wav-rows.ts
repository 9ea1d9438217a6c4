import { edited, ffmpeg, made, type Recipe, type Row } from './making.ts'
import { chunk, riff, type Sound, unpadded, wave, waveFormat } from './sounds.ts'
import { ape, id3v1, id3v2, junk, zeros } from './tags.ts'

const tone = (seconds: number, rate = 16_000, channels = 1) => ({ parts: `tone ${seconds}`, rate, channels })
const own =
  (sound: Sound, edit: (file: Buffer) => Buffer = (file) => file): Recipe =>
  async () =>
    edit(wave(sound))
const of =
  (...chunks: Buffer[]): Recipe =>
  async () =>
    riff(...chunks)

const format = chunk('fmt ', waveFormat({ rate: 8000, channels: 1, bits: 16 }))
const sound = zeros(24_000)
/** As `sound`, at an odd size. */
const oddFormat = chunk('fmt ', waveFormat({ rate: 8000, channels: 1, bits: 8 }))
const oddSound = Buffer.alloc(12_001, 128)

/** RIFF says how much it has at 4, the sound at 40. */
function stating(soundBytes: number, riffBytes = soundBytes) {
  return (file: Buffer) => {
    const copy = Buffer.from(file)
    copy.writeUInt32LE(riffBytes, 4)
    copy.writeUInt32LE(soundBytes, 40)
    return copy
  }
}

const codecs: Row[] = [
  'pcm_u8',
  'pcm_s16le',
  'pcm_s24le',
  'pcm_s32le',
  'pcm_f32le',
  'pcm_alaw',
  'pcm_mulaw',
].map((codec) => [codec, ffmpeg(tone(1), `-c:a ${codec} -f wav`)])

const shapes: Row[] = [
  ...[8000, 11_025, 22_050, 44_100, 96_000, 192_000].map((rate): Row => [`${rate} Hz`, own(tone(0.7, rate))]),
  ...[2, 6, 8].map(
    (channels): Row => [`${channels} channels`, ffmpeg(tone(0.5, 16_000, channels), '-f wav')],
  ),
  ...[0.03, 0.1, 1.234, 60].map((seconds): Row => [`${seconds} s`, own(tone(seconds, 8000))]),
  ['the extensible format', ffmpeg({ ...tone(1), bits: 24, channels: 2 }, '-c:a pcm_s24le -f wav')],
  ['the extensible format of 32-bit floats', ffmpeg(tone(1, 16_000, 4), '-c:a pcm_f32le -f wav')],
  ['64-bit sizes', ffmpeg(tone(1), '-rf64 always -f wav')],
  ['silence', own({ parts: 'silence 2' })],
]

const chunks: Row[] = [
  ['by ffmpeg with tags', ffmpeg(tone(1), '-metadata title=Title -metadata artist=Artist -f wav')],
  ['by ffmpeg with a bext chunk', ffmpeg(tone(1), '-write_bext 1 -metadata description=Take -f wav')],
  [
    'LIST in front of the sound',
    of(format, chunk('LIST', Buffer.from('INFOINAM\x06\0\0\0Title\0', 'latin1')), chunk('data', sound)),
  ],
  [
    'LIST behind the sound',
    of(format, chunk('data', sound), chunk('LIST', Buffer.from('INFOINAM\x06\0\0\0Title\0', 'latin1'))),
  ],
  ['JUNK in front of the format', of(chunk('JUNK', zeros(28)), format, chunk('data', sound))],
  [
    'bext, iXML and cue',
    of(
      chunk('bext', zeros(602)),
      format,
      chunk('iXML', zeros(99)),
      chunk('data', sound),
      chunk('cue ', zeros(28)),
    ),
  ],
  ['an ID3v2 as a chunk behind', of(format, chunk('data', sound), chunk('id3 ', id3v2()))],
  [
    'an ID3v2 as a chunk in front',
    of(chunk('ID3 ', id3v2({ version: 3, pictureBytes: 40_000 })), format, chunk('data', sound)),
  ],
  ['an odd chunk in front', of(format, chunk('note', zeros(7)), chunk('data', sound))],
  [
    'an odd chunk behind without its padding',
    of(format, chunk('data', sound), unpadded('note', zeros(7)), chunk('LIST', zeros(20))),
  ],
  ['an odd number of samples', of(oddFormat, chunk('data', oddSound))],
  ['an odd number of samples without padding', of(oddFormat, unpadded('data', oddSound))],
  [
    'an odd number of samples without padding before a chunk',
    of(oddFormat, unpadded('data', oddSound), chunk('LIST', zeros(20))),
  ],
  ['fact and PEAK', of(format, chunk('fact', zeros(4)), chunk('PEAK', zeros(24)), chunk('data', sound))],
]

const streamed: Row[] = [
  ...[
    0, 0x7f_ff_ff_ff, 0x80_00_00_00, 0xff_ff_ff_ff, 0x7f_ff_f0_00, 0xff_ff_ff_00, 0xff_ff_ff_d8,
    0xff_ff_ff_db, 0xff_ff_f0_00,
  ].map((bytes): Row => [`never closed, saying ${bytes.toString(16)}`, own(tone(1), stating(bytes))]),
  ['never closed, of a RIFF of 0', own(tone(1), stating(0xff_ff_ff_ff, 0))],
  ['a RIFF of 0', own(tone(1), (file) => stating(file.length - 44, 0)(file))],
  ['a RIFF that is too large', own(tone(1), (file) => stating(file.length - 44, 0xff_ff_ff_ff)(file))],
  ['a RIFF that is too small', own(tone(1), (file) => stating(file.length - 44, 36)(file))],
  ['by ffmpeg into a pipe', made(tone(1), 'ffmpeg -v error -i $in -f wav - | cat > $out')],
  [
    'by ffmpeg into a pipe without a word about itself',
    made(tone(1), 'ffmpeg -v error -i $in -bitexact -f wav - | cat > $out'),
  ],
  ['by flac into a pipe', made(tone(1), 'flac -s -o $out.flac $in && flac -s -d -c $out.flac | cat > $out')],
  [
    'by lame into a pipe',
    made(tone(1, 44_100), 'lame --quiet -b 32 $in $out.mp3 && lame --quiet --decode $out.mp3 - | cat > $out'),
  ],
  [
    'by oggdec into a pipe',
    made(tone(1), 'oggenc -Q -o $out.ogg $in && oggdec -Q -o - $out.ogg | cat > $out'),
  ],
  [
    'by opusdec into a pipe',
    made(tone(1), 'opusenc --quiet $in $out.opus && opusdec --quiet --force-wav $out.opus - | cat > $out'),
  ],
]

const behind: Row[] = (
  [
    ['ID3v1', id3v1()],
    ['APEv2', ape()],
    ['zeros', zeros(3000)],
    ['junk', junk(501)],
  ] as const
).map(([name, tag]) => [`${name} behind`, edited(own(tone(1)), (file) => Buffer.concat([file, tag]))])

export const wavRows: Row[] = [...codecs, ...shapes, ...chunks, ...streamed, ...behind]
