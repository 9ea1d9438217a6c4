import { edited, ffmpeg, joined, made, type Row } from './making.ts'
import { id3v1, zeros } from './tags.ts'

const tone = (seconds: number, rate = 48_000, channels = 1) => ({ parts: `tone ${seconds}`, rate, channels })
const opus = ffmpeg(tone(3), '-c:a libopus -b:a 24k -f webm')
const longer = ffmpeg(tone(12), '-c:a libopus -b:a 16k -f webm')
const live = made(tone(3), 'ffmpeg -v error -i $in -c:a libopus -b:a 24k -f webm - | cat > $out')

export const webmRows: Row[] = [
  ...[8000, 16_000, 44_100, 48_000].flatMap((rate): Row[] => [
    [`Opus of ${rate} Hz`, ffmpeg(tone(1, rate, 2), '-c:a libopus -b:a 32k -f webm')],
    [`Vorbis, ${rate} Hz`, ffmpeg(tone(1, rate), '-c:a libvorbis -f webm')],
  ]),
  ...[0.03, 0.1, 0.5, 60].flatMap((seconds): Row[] => [
    [`Opus of ${seconds} s`, ffmpeg(tone(seconds), '-c:a libopus -b:a 16k -f webm')],
    [
      `Opus of ${seconds} s into a pipe`,
      made(tone(seconds), 'ffmpeg -v error -i $in -c:a libopus -b:a 16k -f webm - | cat > $out'),
    ],
    [`Vorbis of ${seconds} s`, ffmpeg(tone(seconds), '-c:a libvorbis -f webm')],
  ]),
  ...['silence 3', 'silence 3 noise 1', 'noise 1 silence 3'].map(
    (parts): Row => [`Opus, ${parts}`, ffmpeg({ parts, rate: 48_000 }, '-c:a libopus -f webm')],
  ),
  ...['2.5', '10', '60'].map(
    (size): Row => [
      `Opus in packets of ${size} ms`,
      ffmpeg(tone(2), `-c:a libopus -frame_duration ${size} -f webm`),
    ],
  ),
  ['Opus of 6 channels', ffmpeg(tone(1, 48_000, 6), '-c:a libopus -f webm')],
  ['Vorbis into a pipe', made(tone(3), 'ffmpeg -v error -i $in -c:a libvorbis -f webm - | cat > $out')],
  ['a live stream', ffmpeg(tone(3), '-c:a libopus -live 1 -f webm')],
  ['as DASH has it', ffmpeg(tone(3), '-c:a libopus -dash 1 -f webm')],
  ['the index in front', ffmpeg(tone(3), '-c:a libopus -cues_to_front 1 -f webm')],
  ['clusters of a fifth of a second', ffmpeg(tone(3), '-c:a libopus -cluster_time_limit 200 -f webm')],
  [
    'many clusters into a pipe',
    made(tone(3), 'ffmpeg -v error -i $in -c:a libopus -cluster_time_limit 200 -f webm - | cat > $out'),
  ],
  ['room for an index', ffmpeg(tone(3), '-c:a libopus -reserve_index_space 2000 -f webm')],
  ['tags', ffmpeg(tone(1), '-c:a libopus -metadata title=Title -f webm')],
  ['two tracks of sound', ffmpeg(tone(2), '-map 0 -map 0 -c:a libopus -f webm')],
  ['cut at both ends', ffmpeg(longer, '-c copy -f webm', '-ss 4.03 -t 3')],
  ['repeated', ffmpeg(longer, '-c copy -f webm', '-stream_loop 2')],
  [
    'the first half of what was written into a pipe',
    edited(live, (file) => file.subarray(0, file.length >> 1)),
  ],
  ['zeros behind', joined(opus, zeros(3000))],
  ['ID3v1 behind', joined(opus, id3v1())],
  ['ID3v1 behind what was written into a pipe', joined(live, id3v1())],
]
