import { edited, ffmpeg, joined, made, picture, repeated, type Row } from './making.ts'
import type { Sound } from './sounds.ts'
import { ape, id3v1, id3v2, junk, zeros } from './tags.ts'

const oggenc = (sound: Sound, options: string) => made(sound, `oggenc -Q ${options} -o $out $in`)
const opusenc = (sound: Sound, options: string) => made(sound, `opusenc --quiet ${options} $in $out`)
const tone = (seconds: number, rate = 44_100, channels = 1) => ({ parts: `tone ${seconds}`, rate, channels })

const vorbis = oggenc(tone(3), '-q 2')
const opus = opusenc(tone(3, 48_000), '--bitrate 24')
const longerVorbis = oggenc({ parts: 'noise 6 tone 6' }, '-q 2')
const longerOpus = opusenc({ parts: 'noise 6 tone 6', rate: 48_000 }, '--bitrate 32')

const longText = '$(head -c 100000 /dev/zero | tr "\\0" a)'

const rates: Row[] = [8000, 11_025, 16_000, 22_050, 32_000, 44_100, 48_000, 96_000].flatMap((rate) => [
  [`Vorbis, ${rate} Hz`, oggenc(tone(1.5, rate), '-q 3')],
  [`Opus of ${rate} Hz`, opusenc(tone(1.5, rate, 2), '--bitrate 32')],
])

const qualities: Row[] = [
  ...[-1, 4, 10].map(
    (quality): Row => [`Vorbis, quality ${quality}`, oggenc(tone(1, 44_100, 2), `-q ${quality}`)],
  ),
  ['Vorbis of a managed bit rate', oggenc(tone(2), '--managed -b 64')],
  ...[3, 4, 6, 8].map(
    (channels): Row => [`Vorbis of ${channels} channels`, oggenc(tone(1, 44_100, channels), '-q 1')],
  ),
  ...[1, 2, 3, 6, 8].map(
    (channels): Row => [`Opus of ${channels} channels`, opusenc(tone(1, 48_000, channels), '--bitrate 96')],
  ),
  ...[6, 64, 256].map((rate): Row => [`Opus, ${rate} kbit/s`, opusenc(tone(1, 48_000), `--bitrate ${rate}`)]),
  ...['2.5', '5', '10', '40', '60'].map(
    (size): Row => [
      `Opus, packets of ${size} ms`,
      opusenc(tone(2, 48_000), `--bitrate 24 --framesize ${size}`),
    ],
  ),
  ['Opus of a constant bit rate', opusenc(tone(2, 48_000), '--bitrate 24 --hard-cbr')],
  ...[0, 50, 300].map(
    (delay): Row => [
      `Opus, pages of at most ${delay} ms`,
      opusenc(tone(2, 48_000), `--bitrate 24 --max-delay ${delay}`),
    ],
  ),
  ['Vorbis by ffmpeg’s own encoder', ffmpeg(tone(2, 44_100, 2), '-c:a vorbis -strict -2 -f ogg')],
  ['Vorbis by ffmpeg', ffmpeg(tone(2), '-c:a libvorbis -q:a 2 -f ogg')],
  ['Opus by ffmpeg', ffmpeg(tone(2), '-c:a libopus -b:a 24k -f ogg')],
  [
    'Opus by ffmpeg with pages of 0.1 s',
    ffmpeg(tone(2), '-c:a libopus -b:a 24k -page_duration 100000 -f ogg'),
  ],
  [
    'Opus by ffmpeg with pages of 10 s',
    ffmpeg(tone(25, 8000), '-c:a libopus -b:a 8k -page_duration 10000000 -f ogg'),
  ],
  ['Vorbis by ffmpeg with a page for each packet', ffmpeg(tone(2), '-c:a libvorbis -page_duration 1 -f ogg')],
  ['Vorbis into a pipe', made(tone(2), 'cat $in | oggenc -Q -q 2 - -o - | cat > $out')],
  ['Opus into a pipe', made(tone(2), 'cat $in | opusenc --quiet --bitrate 24 - - | cat > $out')],
  ['two tracks of Vorbis', ffmpeg(tone(2), '-map 0 -map 0 -c:a libvorbis -f ogg')],
  [
    'Opus beside Vorbis',
    made(tone(3), 'ffmpeg -v error -i $in -map 0 -map 0 -c:a:0 libopus -c:a:1 libvorbis -f ogg $out'),
  ],
  ['Vorbis beside a skeleton', oggenc(tone(2), '-q 2 --skeleton')],
]

const lengths: Row[] = [0.03, 0.1, 0.5, 1, 1.013, 5, 60].flatMap((seconds) => [
  [`Vorbis of ${seconds} s`, oggenc(tone(seconds), '-q 0')],
  [`Opus of ${seconds} s`, opusenc(tone(seconds, 48_000), '--bitrate 12')],
])

const silences: Row[] = [
  'silence 6 tone 20',
  'silence 3 noise 3',
  'noise 3 silence 6',
  'tone 1 silence 8 tone 1',
  'silence 9',
  'silence 1 noise 0.5 silence 30',
  'silence 30 noise 0.5',
  'noise 1',
].flatMap((parts) => [
  [`${parts}, Vorbis`, oggenc({ parts, rate: 22_050 }, '-q 4')],
  [`${parts}, stereo Vorbis`, oggenc({ parts, channels: 2 }, '-q -1')],
  [`${parts}, Opus`, opusenc({ parts, rate: 48_000 }, '')],
  [`${parts}, Opus by ffmpeg`, ffmpeg({ parts, rate: 48_000 }, '-c:a libopus -b:a 16k -dtx 1 -f ogg')],
])

const tagged: Row[] = [
  ['Vorbis with comments', oggenc(tone(1), '-q 1 -t Title -a Artist -c DESCRIPTION=long')],
  ['Opus with comments', opusenc(tone(1), '--title Title --artist Artist --padding 70000')],
  ['Opus with a picture', made(tone(1), `${picture} && opusenc --quiet --picture $out.png $in $out`)],
  ['Vorbis with a comment of 200 kB', oggenc(tone(1), `-q 1 -c A=${longText} -c B=${longText}`)],
  ...[
    ['ID3v1', id3v1()] as const,
    ['APEv2', ape()] as const,
    ['zeros', zeros(5000)] as const,
    ['junk', junk(2000)] as const,
  ].flatMap(([name, tag]): Row[] => [
    [`Vorbis and ${name} behind`, joined(vorbis, tag)],
    [`Opus and ${name} behind`, joined(opus, tag)],
  ]),
  ['Vorbis and an ID3v2 in front', joined(id3v2(), vorbis)],
  ['Opus and an ID3v2 in front', joined(id3v2({ version: 3, pictureBytes: 9000 }), opus)],
]

const joins: Row[] = [
  ['Vorbis twice', joined(vorbis, longerVorbis)],
  ['Opus twice', joined(opus, longerOpus)],
  ['the same Vorbis twice', repeated(vorbis, 2)],
  ['the same Opus three times', repeated(opus, 3)],
  ['Vorbis that begins with silence, twice', repeated(oggenc({ parts: 'silence 6 tone 3' }, '-q 4'), 2)],
  [
    'Opus that begins with silence, twice',
    repeated(opusenc({ parts: 'silence 6 tone 3', rate: 48_000 }, ''), 2),
  ],
]

/** RFC 3533, 6: the pages of a file that is nothing else. */
function pagesOf(file: Buffer): Buffer[] {
  const pages: Buffer[] = []
  for (let at = 0; at < file.length; ) {
    const segments = file.subarray(at + 27, at + 27 + file.readUInt8(at + 26))
    const bytes = 27 + segments.length + segments.reduce((sum, segment) => sum + segment, 0)
    pages.push(file.subarray(at, at + bytes))
    at += bytes
  }
  return pages
}

/** Which pages stay: the first two or three have the headers. */
function keeping(which: (page: number, pages: number) => boolean) {
  return (file: Buffer) => Buffer.concat(pagesOf(file).filter((_, at, all) => which(at, all.length)))
}

const cuts: Row[] = [
  [
    'Vorbis that ends after half of its pages',
    edited(
      longerVorbis,
      keeping((at, all) => at < all / 2),
    ),
  ],
  [
    'Opus that ends after half of its pages',
    edited(
      longerOpus,
      keeping((at, all) => at < all / 2),
    ),
  ],
  [
    'Vorbis without its last page',
    edited(
      longerVorbis,
      keeping((at, all) => at < all - 1),
    ),
  ],
  [
    'Opus without its last page',
    edited(
      longerOpus,
      keeping((at, all) => at < all - 1),
    ),
  ],
  [
    'Vorbis written down from its middle',
    edited(
      longerVorbis,
      keeping((at, all) => at < 2 || at > all / 2),
    ),
  ],
  [
    'Opus written down from its middle',
    edited(
      longerOpus,
      keeping((at, all) => at < 2 || at > all / 2),
    ),
  ],
  [
    'Opus written down from its sixth second',
    edited(
      longerOpus,
      keeping((at) => at < 2 || at > 7),
    ),
  ],
  ['Vorbis cut by ffmpeg', ffmpeg(longerVorbis, '-c copy -f ogg', '-ss 4 -t 5')],
  ['Opus cut by ffmpeg', ffmpeg(longerOpus, '-c copy -f ogg', '-ss 4 -t 5')],
  ['Vorbis copied by ffmpeg with its times', ffmpeg(longerVorbis, '-copyts -c copy -f ogg', '-ss 4')],
  ['Opus copied by ffmpeg with its times', ffmpeg(longerOpus, '-copyts -c copy -f ogg', '-ss 4')],
]

export const oggRows: Row[] = [...rates, ...qualities, ...lengths, ...silences, ...tagged, ...joins, ...cuts]
