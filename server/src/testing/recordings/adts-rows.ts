import { edited, ffmpeg, joined, repeated, type Row } from './making.ts'
import { ape, id3v1, id3v2, junk, zeros } from './tags.ts'

const tone = (seconds: number, rate = 44_100, channels = 1) => ({ parts: `tone ${seconds}`, rate, channels })
const adts = (parts: string, options = '') => ffmpeg({ parts }, `-c:a aac -b:a 48k ${options} -f adts`)

const plain = adts('tone 2')

export const adtsRows: Row[] = [
  ...[7350, 8000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 48_000, 64_000, 88_200, 96_000].map(
    (rate): Row => [`${rate} Hz`, ffmpeg(tone(1, rate), '-c:a aac -b:a 24k -f adts')],
  ),
  ...[2, 3, 6, 8].map(
    (channels): Row => [`${channels} channels`, ffmpeg(tone(1, 44_100, channels), '-c:a aac -f adts')],
  ),
  ...[0.03, 0.1, 0.5, 60].map((seconds): Row => [`${seconds} s`, adts(`tone ${seconds}`)]),
  ...['silence 3', 'silence 3 noise 1', 'noise 1 silence 3'].map((parts): Row => [parts, adts(parts)]),
  ['headers of MPEG 2', adts('tone 2', '-write_mpeg2 1')],
  ['tags by ffmpeg', adts('tone 2', '-metadata title=Title -write_id3v2 1 -write_apetag 1')],
  ['an ID3v2 in front', joined(id3v2(), plain)],
  ['an ID3v2 with a footer in front', joined(id3v2({ hasFooter: true }), plain)],
  ['an ID3v2 with a picture in front', joined(id3v2({ version: 3, pictureBytes: 200_000 }), plain)],
  ['an ID3v2 between two', joined(id3v2(), plain, id3v2(), plain)],
  ['ID3v1 behind', joined(plain, id3v1())],
  ['APEv2 and ID3v1 behind', joined(plain, ape(), id3v1())],
  ['zeros behind', joined(plain, zeros(4000))],
  ['junk behind', joined(plain, junk(1000))],
  ['zeros in front', joined(zeros(300), plain)],
  ['junk in front', joined(junk(300), plain)],
  ['beginning within a frame', edited(plain, (file) => file.subarray(50))],
  [
    'beginning within a frame after a tag',
    edited(plain, (file) => Buffer.concat([id3v2(), file.subarray(50)])),
  ],
  ['ending within a frame', edited(plain, (file) => file.subarray(0, -50))],
  ['half of it', edited(plain, (file) => file.subarray(0, file.length >> 1))],
  ['a hole', edited(plain, (file) => Buffer.concat([file.subarray(0, 3000), file.subarray(3500)]))],
  ['a hundred', repeated(plain, 100)],
  ['two rates', joined(plain, ffmpeg(tone(2, 22_050), '-c:a aac -f adts'))],
  ['mono and stereo', joined(plain, ffmpeg(tone(2, 44_100, 2), '-c:a aac -f adts'))],
  ['cut by ffmpeg', ffmpeg(plain, '-c copy -f adts', '-ss 0.5 -t 1')],
]
