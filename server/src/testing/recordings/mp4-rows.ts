import { chapters, edited, ffmpeg, joined, made, picture, type Recipe, type Row } from './making.ts'
import { behindType, box, withEdit, withLargeSound, withLongPositions, withOpenSound } from './mp4-edits.ts'
import type { Sound } from './sounds.ts'
import { ape, id3v1, junk, zeros } from './tags.ts'

const aac = (source: Sound | Recipe, options = '-f ipod') => ffmpeg(source, `-c:a aac -b:a 48k ${options}`)
const tone = (seconds: number, rate = 44_100, channels = 1) => ({ parts: `tone ${seconds}`, rate, channels })

const plain = aac(tone(3))
const longer = aac(tone(12, 16_000))
const faststart = aac(tone(3), '-movflags +faststart -f ipod')
const fragmented = aac(
  tone(3),
  '-movflags +frag_keyframe+empty_moov+default_base_moof -frag_duration 500000 -f mp4',
)

const shapes: Row[] = [
  ...[8000, 11_025, 16_000, 22_050, 32_000, 48_000, 96_000].map(
    (rate): Row => [`AAC, ${rate} Hz`, aac(tone(1.5, rate))],
  ),
  ...[2, 3, 6, 8].map((channels): Row => [`AAC of ${channels} channels`, aac(tone(1, 44_100, channels))]),
  ...['mp4', 'ipod', 'f4v', 'ismv', 'mov', '3gp'].map(
    (format): Row => [`AAC as ${format}`, aac(tone(1), `-f ${format}`)],
  ),
  ...['M4A\\ ', 'M4B\\ ', 'mp42', 'isom', 'iso6', 'dash', 'M4P\\ ', 'MSNV', 'F4A\\ '].map(
    (brand): Row => [`of the brand ${brand}`, aac(tone(1), `-brand ${brand} -f mp4`)],
  ),
  ['MP3 in MP4', ffmpeg(tone(2), '-c:a libmp3lame -f mp4')],
  ['MP3 of a low rate in MP4', ffmpeg(tone(2, 22_050), '-c:a libmp3lame -f mp4')],
  ['MPEG layer II in MP4, which names it as layer III', ffmpeg(tone(2), '-c:a mp2 -f mp4')],
  ['Opus in MP4', ffmpeg(tone(2), '-c:a libopus -f mp4')],
  ['FLAC in MP4', ffmpeg(tone(2), '-c:a flac -strict -2 -f mp4')],
]

const lengths: Row[] = [0.03, 0.1, 0.5, 1, 60].flatMap((seconds) => [
  [`AAC of ${seconds} s`, aac(tone(seconds))],
  [`AAC of ${seconds} s in fragments`, aac(tone(seconds), '-movflags +frag_keyframe+empty_moov -f mp4')],
])

const silences: Row[] = ['silence 3', 'silence 3 tone 1', 'tone 1 silence 3'].map((parts) => [
  parts,
  aac({ parts }),
])

const layouts: Row[] = [
  ['the index in front', faststart],
  ['the index in front of Opus', ffmpeg(tone(2), '-c:a libopus -movflags +faststart -f mp4')],
  ['no edit list', aac(tone(3), '-use_editlist 0 -f mp4')],
  ['a free box in front', edited(faststart, (file) => behindType(file, box('free', zeros(8))))],
  ['an empty box of sound in front', edited(faststart, (file) => behindType(file, box('mdat', zeros(0))))],
  ['sound up to the end of the file', edited(faststart, withOpenSound)],
  ['a large size of the sound', edited(plain, withLargeSound)],
  ['64-bit positions', edited(plain, withLongPositions)],
  ['two tracks of sound', made(tone(2), 'ffmpeg -v error -i $in -map 0 -map 0 -c:a aac -f mp4 $out')],
  [
    'chapters as a track of text',
    made(tone(3), `${chapters} && ffmpeg -v error -i $in -i $out.txt -map_metadata 1 -c:a aac -f ipod $out`),
  ],
  ['a cover', made(tone(2), withCover('-f ipod'))],
  [
    'a cover and chapters',
    made(
      tone(3),
      `${picture} && ${chapters} && ffmpeg -v error -i $in -i $out.png -i $out.txt -map 0:a -map 1:v -map_metadata 2 -c:a aac -c:v mjpeg -disposition:v attached_pic -f ipod $out`,
    ),
  ],
  ['a cover and the index in front', made(tone(2), withCover('-movflags +faststart -f mp4'))],
  ['tags', aac(tone(1), '-metadata title=Title -metadata artist=Artist -f ipod')],
]

function withCover(options: string): string {
  return `${picture} && ffmpeg -v error -i $in -i $out.png -map 0:a -map 1:v -c:a aac -c:v mjpeg -disposition:v attached_pic ${options} $out`
}

const fragments: Row[] = [
  ['fragments of half a second', fragmented],
  ['a fragment for each frame', aac(tone(3), '-movflags +frag_every_frame+empty_moov -f mp4')],
  [
    'a fragment for each frame behind an index with sound',
    aac(tone(3), '-movflags +frag_every_frame -f mp4'),
  ],
  [
    'fragments with default bases',
    aac(tone(3), '-movflags +frag_every_frame+empty_moov+default_base_moof -f mp4'),
  ],
  ['fragments as DASH has them', aac(tone(3), '-movflags +dash+frag_keyframe -frag_duration 1000000 -f mp4')],
  [
    'fragments with an index of them',
    aac(tone(3), '-movflags +dash+global_sidx+frag_keyframe -frag_duration 1000000 -f mp4'),
  ],
  ['fragments as CMAF has them', aac(tone(3), '-movflags +cmaf -frag_duration 1000000 -f mp4')],
  [
    'fragments that nothing lists at the end',
    aac(tone(3), '-movflags +frag_every_frame+empty_moov+skip_trailer -f mp4'),
  ],
  [
    'fragments into a pipe',
    made(
      tone(3),
      'ffmpeg -v error -i $in -c:a aac -movflags +frag_keyframe+empty_moov -frag_duration 400000 -f mp4 - | cat > $out',
    ),
  ],
  [
    'fragments of Opus',
    ffmpeg(tone(3), '-c:a libopus -movflags +frag_keyframe+empty_moov -frag_duration 400000 -f mp4'),
  ],
  [
    'fragments of FLAC',
    ffmpeg(tone(3), '-c:a flac -strict -2 -movflags +frag_keyframe+empty_moov -frag_duration 400000 -f mp4'),
  ],
  [
    'fragments of MP3',
    ffmpeg(tone(3), '-c:a libmp3lame -movflags +frag_keyframe+empty_moov -frag_duration 400000 -f mp4'),
  ],
  [
    'fragments of a minute, one for each frame',
    aac(tone(60, 8000), '-movflags +frag_every_frame+empty_moov+default_base_moof -f mp4'),
  ],
  [
    'fragments that begin late',
    ffmpeg(
      longer,
      '-copyts -c copy -movflags +frag_keyframe+empty_moov -frag_duration 400000 -f mp4',
      '-ss 4',
    ),
  ],
]

const edits: Row[] = [
  ['cut at the beginning', ffmpeg(longer, '-c copy -f ipod', '-ss 4.03')],
  ['cut at both ends', ffmpeg(longer, '-c copy -f ipod', '-ss 4.03 -t 3')],
  ['cut at the end', ffmpeg(longer, '-c copy -f ipod', '-t 3.3')],
  [
    'beginning after two seconds of nothing',
    made(tone(3), 'ffmpeg -v error -itsoffset 2 -i $in -c:a aac -f ipod $out'),
  ],
  ['repeated', ffmpeg(longer, '-c copy -f ipod', '-stream_loop 3')],
  ['an edit list that leaves out the second half', edited(plain, (file) => withEdit(file, 1500, 1024))],
  [
    'an edit list that leaves out the first second',
    edited(plain, (file) => withEdit(file, 2000, 1024 + 44_100)),
  ],
]

const behind: Row[] = (
  [
    ['ID3v1', id3v1()],
    ['APEv2', ape()],
    ['APEv2 and ID3v1', Buffer.concat([ape(), id3v1()])],
    ['one zero', zeros(1)],
    ['7 zeros', zeros(7)],
    ['zeros', zeros(5000)],
    ['junk', junk(3000)],
    ['a free box', box('free', zeros(300))],
  ] as const
).flatMap(([name, tag]): Row[] => [
  [`${name} behind`, joined(plain, tag)],
  [`${name} behind one whose index is in front`, joined(faststart, tag)],
  [`${name} behind fragments`, joined(fragmented, tag)],
])

export const mp4Rows: Row[] = [
  ...shapes,
  ...lengths,
  ...silences,
  ...layouts,
  ...fragments,
  ...edits,
  ...behind,
]
