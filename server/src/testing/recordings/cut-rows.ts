import { edited, ffmpeg, joined, made } from './making.ts'
import { box } from './mp4-edits.ts'
import type { RefusedRow } from './refused-rows.ts'
import { chunk, riff, unpadded, wave, waveFormat } from './sounds.ts'
import { id3v1, zeros } from './tags.ts'

const sound = { parts: 'tone 3' }
const mp3 = made(sound, 'lame --quiet -b 64 $in $out')
const mp4 = ffmpeg(sound, '-c:a aac -f ipod')
const faststart = ffmpeg(sound, '-c:a aac -movflags +faststart -f ipod')
const fragmented = ffmpeg(sound, '-c:a aac -movflags +frag_keyframe+empty_moov -frag_duration 500000 -f mp4')
const flac = made(sound, 'flac -s -o $out $in')
const vorbis = made(sound, 'oggenc -Q -o $out $in')
const opus = made(sound, 'opusenc --quiet $in $out')
const webm = ffmpeg(sound, '-c:a libopus -f webm')

const notWhole = 'it ends before it says that it does'
const noSound = 'it has no sound'
const half = (file: Buffer) => file.subarray(0, file.length >> 1)

/** What is not all there. */
export const cutRows: RefusedRow[] = [
  ['half of an MP3 that says how long it is', edited(mp3, half), 'BrokenMedia', notWhole],
  ['half of an MP3 with an ID3v1', joined(edited(mp3, half), id3v1()), 'BrokenMedia', notWhole],
  ['half of an M4A', edited(mp4, half), 'BrokenMedia', notWhole],
  ['half of an M4A with its index in front', edited(faststart, half), 'BrokenMedia', notWhole],
  [
    'an M4A without its last byte',
    edited(faststart, (file) => file.subarray(0, -1)),
    'BrokenMedia',
    notWhole,
  ],
  ['half of an MP4 of fragments', edited(fragmented, half), 'BrokenMedia', notWhole],
  ['half of a FLAC', edited(flac, half), 'BrokenMedia', notWhole],
  ['a FLAC without its last bytes', edited(flac, (file) => file.subarray(0, -5)), 'BrokenMedia', notWhole],
  ['half of a FLAC with an ID3v1', joined(edited(flac, half), id3v1()), 'BrokenMedia', notWhole],
  ['half of a WAV', async () => half(wave(sound)), 'BrokenMedia', notWhole],
  ['half of a Vorbis, within a page', edited(vorbis, half), 'BrokenMedia', notWhole],
  ['half of an Opus, within a page', edited(opus, half), 'BrokenMedia', notWhole],
  ['half of a WebM', edited(webm, half), 'BrokenMedia', notWhole],
  [
    'the head of an MP3',
    edited(mp3, (file) => file.subarray(0, 300)),
    'BrokenMedia',
    'no frame of it is whole',
  ],
  ['the head of a FLAC', edited(flac, (file) => file.subarray(0, 50)), 'BrokenMedia', notWhole],
  ['the head of a WAV', async () => wave(sound).subarray(0, 44), 'BrokenMedia', notWhole],
  ['the head of a Vorbis', edited(vorbis, (file) => file.subarray(0, 58)), 'BrokenMedia', notWhole],
  [
    'an M4A without its index',
    edited(mp4, (file) => file.subarray(0, file.lastIndexOf('moov') - 4)),
    'BrokenMedia',
    notWhole,
  ],
  [
    'an M4A without its sound',
    edited(faststart, (file) => file.subarray(0, file.indexOf('mdat') - 4)),
    'BrokenMedia',
    notWhole,
  ],
  ['a WAV without samples', async () => wave({ parts: 'silence 0' }), 'BrokenMedia', noSound],
  [
    'a WAV with an odd chunk that is not padded in front of its sound',
    async () =>
      riff(
        chunk('fmt ', waveFormat({ rate: 8000, channels: 1, bits: 16 })),
        unpadded('note', zeros(7)),
        chunk('data', zeros(16_000)),
      ),
    'BrokenMedia',
    'no player finds its sound',
  ],
  [
    'a WAV without a format',
    async () => riff(chunk('data', zeros(1000))),
    'BrokenMedia',
    'nothing says what its samples are',
  ],
  [
    'the index of an M4A alone',
    async () => box('ftyp', Buffer.from('M4A \0\0\0\0M4A ', 'latin1')),
    'BrokenMedia',
    notWhole,
  ],
  [
    'a FLAC without frames',
    edited(flac, (file) => file.subarray(0, endOfMetadata(file))),
    'BrokenMedia',
    noSound,
  ],
]

/** RFC 9639, 8.1: the last block of metadata has the first bit set. */
function endOfMetadata(file: Buffer): number {
  let at = 4
  for (;;) {
    const isLast = file.readUInt8(at) >= 0x80
    at += 4 + file.readUIntBE(at + 1, 3)
    if (isLast) return at
  }
}
