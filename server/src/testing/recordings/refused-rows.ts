import type { ErrorCode } from '@earmark/contract/errors.ts'
import { edited, ffmpeg, joined, made, picture, type Recipe } from './making.ts'
import { pathTo } from './mp4-edits.ts'
import { id3v1, id3v2, junk, zeros } from './tags.ts'

/** What no browser plays, or what is not all there: a name, how it is made, what it is refused as, and why. */
export type RefusedRow = readonly [name: string, recipe: Recipe, code: ErrorCode, because: string]

const tone = (seconds: number, rate = 44_100, channels = 1) => ({ parts: `tone ${seconds}`, rate, channels })
const of = (...parts: Buffer[]): Recipe => joined(...parts)

const mp4 = ffmpeg(tone(3), '-c:a aac -f ipod')

const noBrowser = 'no browser plays its codec'
const noContainer = 'no browser plays its container'
const film = 'a moving picture makes it a film'
const protectedSound = 'its sound is encrypted'
const notWhole = 'it ends before it says that it does'
const noSound = 'it has no sound'

/** A codec and the rate that it takes. */
const wavCodecs: RefusedRow[] = (
  [
    ['adpcm_ms', 44_100],
    ['adpcm_ima_wav', 44_100],
    ['adpcm_yamaha', 44_100],
    ['g726', 8000],
    ['g722', 16_000],
    ['libgsm_ms', 8000],
    ['g723_1 -b:a 6300', 8000],
    ['wmav2', 44_100],
    ['mp2', 44_100],
    ['ac3', 44_100],
    ['pcm_f64le', 44_100],
    ['flac', 44_100],
    ['libvorbis', 44_100],
    ['pcm_s16le', 2000],
  ] as const
).map(([codec, rate]) => [
  `${codec} in WAV`,
  ffmpeg(tone(2, rate), `-c:a ${codec} -f wav`),
  'UnsupportedMedia',
  noBrowser,
])

const otherCodecs: RefusedRow[] = [
  ...['ac3', 'eac3', 'alac', 'libvorbis'].map(
    (codec): RefusedRow => [
      `${codec} in MP4`,
      ffmpeg(tone(1, 48_000), `-c:a ${codec} -f mp4`),
      'UnsupportedMedia',
      noBrowser,
    ],
  ),
  ['ALAC in M4A', ffmpeg(tone(1), '-c:a alac -f ipod'), 'UnsupportedMedia', noBrowser],
  ['AC-3 in M4A', ffmpeg(tone(1, 48_000), '-c:a ac3 -f ipod'), 'UnsupportedMedia', noBrowser],
  ['DTS in MP4', ffmpeg(tone(1, 48_000, 2), '-c:a dca -strict -2 -f mp4'), 'UnsupportedMedia', noBrowser],
  [
    'ALAC in fragments',
    ffmpeg(tone(1), '-c:a alac -movflags +frag_keyframe+empty_moov -f mp4'),
    'UnsupportedMedia',
    noBrowser,
  ],
  ['Speex in Ogg', ffmpeg(tone(1, 16_000), '-c:a libspeex -f ogg'), 'UnsupportedMedia', noBrowser],
  ['FLAC in Ogg', ffmpeg(tone(1), '-c:a flac -f ogg'), 'UnsupportedMedia', 'not every browser plays it'],
  [
    'MP3 of free format',
    made(tone(2), 'lame --quiet --freeformat -b 400 -t $in $out'),
    'UnsupportedMedia',
    noBrowser,
  ],
  ['MPEG layer II', ffmpeg(tone(1), '-c:a mp2 -f mp2'), 'UnsupportedMedia', noBrowser],
  [
    'MPEG layer II after an ID3v2',
    joined(id3v2(), ffmpeg(tone(1), '-c:a mp2 -f mp2')),
    'UnsupportedMedia',
    noBrowser,
  ],
  ['sound of Audible', edited(mp4, (file) => asEncrypted(file, 'aavd')), 'UnsupportedMedia', protectedSound],
  [
    'sound of an old shop',
    edited(mp4, (file) => asEncrypted(file, 'drms')),
    'UnsupportedMedia',
    protectedSound,
  ],
  [
    'sound of common encryption',
    ffmpeg(
      tone(1),
      '-c:a aac -encryption_scheme cenc-aes-ctr -encryption_key 00112233445566778899aabbccddeeff -encryption_kid 00112233445566778899aabbccddeeff -f mp4',
    ),
    'UnsupportedMedia',
    protectedSound,
  ],
]

/** The type of the sound's samples. */
function asEncrypted(file: Buffer, type: string): Buffer {
  const copy = Buffer.from(file)
  const at = pathTo(copy, 'moov', 'trak', 'mdia', 'minf', 'stbl', 'stsd').at(-1) as number
  copy.write(type, at + 20, 'latin1')
  return copy
}

const containers: RefusedRow[] = [
  ...(
    [
      ['AIFF', '-f aiff'],
      ['AU', '-f au'],
      ['CAF', '-f caf'],
      ['W64', '-f w64'],
      ['Matroska of Opus', '-c:a libopus -f matroska'],
      ['Matroska of FLAC', '-c:a flac -f matroska'],
      ['Matroska of AAC', '-c:a aac -f matroska'],
      ['QuickTime of PCM', '-c:a pcm_s16le -f mov'],
      ['MPEG-TS of AAC', '-c:a aac -f mpegts'],
      ['MPEG-TS of MP3', '-c:a libmp3lame -f mpegts'],
      ['AAC in LATM', '-c:a aac -f latm'],
      ['AC-3', '-c:a ac3 -f ac3'],
      ['E-AC-3', '-c:a eac3 -f eac3'],
      ['DTS', '-ac 2 -ar 48000 -c:a dca -strict -2 -f dts'],
      ['WavPack', '-c:a wavpack -f wv'],
      ['True Audio', '-c:a tta -f tta'],
      ['Windows Media', '-c:a wmav2 -f asf'],
      ['AVI of MP3', '-c:a libmp3lame -f avi'],
      ['FLV of MP3', '-c:a libmp3lame -f flv'],
      ['NUT', '-f nut'],
      ['VOC', '-f voc'],
      ['samples of nothing', '-f s16le'],
      ['MPEG program stream', '-c:a mp2 -f vob'],
      ['GSM', '-ar 8000 -c:a libgsm -f gsm'],
      ['G.722', '-ar 16000 -c:a g722 -f g722'],
      ['RealMedia', '-ar 8000 -c:a real_144 -f rm'],
      ['SBC', '-ac 2 -ar 44100 -c:a sbc -f sbc'],
    ] as const
  ).map(([name, options]): RefusedRow => [name, ffmpeg(tone(1), options), 'UnsupportedMedia', noContainer]),
]

const films: RefusedRow[] = [
  ...(
    [
      ['MP4', '-c:v mpeg4 -c:a aac -f mp4'],
      ['M4A', '-c:v mpeg4 -c:a aac -f ipod'],
      ['fragments of MP4', '-c:v mpeg4 -c:a aac -movflags +frag_keyframe+empty_moov -f mp4'],
      ['WebM', '-c:v libvpx -c:a libopus -f webm'],
      ['Ogg', '-c:v libtheora -c:a libvorbis -f ogg'],
    ] as const
  ).map(
    ([name, options]): RefusedRow => [
      `a film in ${name}`,
      made(
        tone(1),
        `ffmpeg -v error -nostdin -f lavfi -i testsrc=s=64x64:d=1 -i $in -map 0 -map 1 ${options} $out`,
      ),
      'UnsupportedMedia',
      film,
    ],
  ),
  [
    'pictures without sound',
    made(tone(1), 'ffmpeg -v error -nostdin -f lavfi -i testsrc=s=64x64:d=1 -c:v mpeg4 -f mp4 $out'),
    'UnsupportedMedia',
    noSound,
  ],
]

const others: RefusedRow[] = [
  ['nothing', of(), 'BrokenMedia', 'the file is empty'],
  ['zeros', of(zeros(20_000)), 'UnsupportedMedia', 'it is nothing known'],
  ['junk', of(junk(200_000)), 'UnsupportedMedia', 'it is nothing known'],
  ['text', of(Buffer.from('I am not a recording. '.repeat(1000))), 'UnsupportedMedia', 'it is nothing known'],
  [
    'a list of recordings',
    of(Buffer.from('#EXTM3U\n#EXTINF:3,One\none.mp3\n'.repeat(100))),
    'UnsupportedMedia',
    'it is nothing known',
  ],
  [
    'a page',
    of(Buffer.from('<!doctype html><title>Not found</title>'.repeat(100))),
    'UnsupportedMedia',
    'it is nothing known',
  ],
  ['a picture', made(tone(0.03), `${picture} && cp $out.png $out`), 'UnsupportedMedia', noSound],
  ['an archive', made(tone(1), 'gzip -c $in > $out'), 'UnsupportedMedia', 'it is nothing known'],
  ['an ID3v2 alone', of(id3v2({ pictureBytes: 5000 })), 'BrokenMedia', noSound],
  [
    'an ID3v2 that is longer than the file',
    edited(joined(id3v2({ pictureBytes: 90_000 })), (file) => file.subarray(0, 5000)),
    'BrokenMedia',
    notWhole,
  ],
  ['an ID3v1 alone', of(id3v1()), 'UnsupportedMedia', noSound],
  [
    'an MP3 behind 100 kB of zeros',
    joined(zeros(100_000), made(tone(2), 'lame --quiet -b 64 $in $out')),
    'UnsupportedMedia',
    'browsers tell wrong times of what begins so late',
  ],
  [
    'an ID3v2 and a picture',
    joined(id3v2(), made(tone(0.03), `${picture} && cp $out.png $out`)),
    'UnsupportedMedia',
    noSound,
  ],
]

export const refusedRows: RefusedRow[] = [...wavCodecs, ...otherCodecs, ...containers, ...films, ...others]
