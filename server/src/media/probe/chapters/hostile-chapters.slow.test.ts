import { rm, stat, writeFile } from 'node:fs/promises'
import { afterAll, expect, it } from 'vitest'
import {
  edited,
  ffmpeg,
  made,
  newPath,
  type Recipe,
  removeWorkplace,
} from '../../../testing/recordings/making.ts'
import { chapterTag, id3v2 } from '../../../testing/recordings/tags.ts'
import { variableMp3 } from '../../../testing/variable-mp3.ts'
import { createProbeProcess } from '../probe-process.ts'

/** No recording is refused for its chapters, and none takes more than an upload may, however they are. */

const patience = { timeout: 600_000 }
afterAll(removeWorkplace)

const many = 100_000
const longTitle = 'long title '.repeat(1_000_000)
const tone = { parts: 'tone 120', rate: 48_000 }

/** An MP3 of two minutes at most, with these chapters. */
const mp3 = (starts: readonly number[], title = 'A title'): Recipe => {
  const tag = chapterTag(starts.map((startMs) => ({ startMs, title })))
  return async () => Buffer.concat([tag, variableMp3(100)])
}

const each = <T>(count: number, one: (place: number) => T) =>
  Array.from({ length: count }, (_, place) => one(place))

/** A recording with what awk writes for ffmpeg. */
const written = (script: string, encoding: string): Recipe =>
  made(
    tone,
    `awk 'BEGIN { print ";FFMETADATA1"; ${script} }' > $out.txt
    ffmpeg -v error -nostdin -i $in -i $out.txt -map_metadata 1 ${encoding} $out`,
  )

const crowd = `for (i = 0; i < ${many}; i++) printf "[CHAPTER]\\nTIMEBASE=1/1000\\nSTART=%d\\nEND=%d\\ntitle=T\\n", i, i + 1`
const oneChapter =
  'printf "[CHAPTER]\\nTIMEBASE=1/1000\\nSTART=10000\\nEND=20000\\ntitle="; for (i = 0; i < 1000000; i++) printf "long title "'

/** RFC 9639, 8.6: a FLAC of two minutes with these comments behind its first block. */
function flac(chapters: readonly (readonly [number: string, time: string, title?: string])[]): Recipe {
  const texts = chapters.flatMap(([number, time, title = 'T']) => {
    const name = `CHAPTER${number.padStart(3, '0')}`
    return [`${name}=${time}`, `${name}NAME=${title}`]
  })
  const fields = ['', ...texts].map((text) => {
    const bytes = Buffer.from(text)
    const length = Buffer.alloc(4)
    length.writeUInt32LE(bytes.length)
    return Buffer.concat([length, bytes])
  })
  const count = Buffer.alloc(4)
  count.writeUInt32LE(texts.length)
  const block = Buffer.concat([fields[0] ?? Buffer.alloc(4), count, ...fields.slice(1)])
  const head = Buffer.alloc(4)
  head.writeUInt32BE(0x04_00_00_00 + block.length)
  const firstBlocks = 42
  return edited(ffmpeg(tone, '-c:a flac -bitexact -f flac'), (file) =>
    Buffer.concat([file.subarray(0, firstBlocks), head, block, file.subarray(firstBlocks)]),
  )
}

/** The numbers of the last box of this type, which is of the text track, become as large as they can be. */
const exaggerated = (type: string) => (file: Buffer) => {
  const changed = Buffer.from(file)
  const at = changed.lastIndexOf(type)
  changed.fill(0xff, at + 8, at + 20)
  return changed
}

const cutTag = (file: Buffer) =>
  Buffer.concat([file.subarray(0, 200), Buffer.alloc(60, 0xff), file.subarray(260)])

it.each<[what: string, recipe: Recipe, count: number]>([
  ['100 000 chapters in ID3', mp3(each(many, (place) => place)), 100],
  ['chapters of one time in ID3', mp3(each(3, () => 10_000)), 1],
  ['descending chapters in ID3', mp3([30_000, 20_000, 10_000]), 3],
  ['chapters past the end in ID3', mp3([0, 1_000_000, 4_294_967_295]), 1],
  ['a title of 11 MB in ID3', mp3([0], longTitle), 1],
  ['chapters of damaged bytes in ID3', edited(mp3(each(20, (place) => place * 1_000)), cutTag), 4],
  ['another tag in front', edited(mp3([0]), (file) => Buffer.concat([id3v2(), file])), 0],
  ['100 000 chapters in MP4', written(crowd, '-c:a aac -b:a 32k -f ipod'), 100],
  ['a title of 11 MB in MP4', written(oneChapter, '-c:a aac -b:a 32k -f ipod'), 1],
  ...['stsc', 'stts', 'stsz', 'stco', 'chpl'].map((type): [string, Recipe, number] => [
    `an MP4 whose ${type} is nonsense`,
    edited(written(oneChapter.replace('1000000', '10'), '-c:a aac -b:a 32k -f ipod'), (file) =>
      exaggerated(type)(file),
    ),
    1,
  ]),
  ['100 000 chapters in WebM', written(crowd, '-c:a libopus -b:a 24k -f webm'), 100],
  ['a title of 11 MB in WebM', written(oneChapter, '-c:a libopus -b:a 24k -f webm'), 1],
  [
    '100 000 chapters in comments',
    flac(each(many, (place) => [`${place % 99_999}`, `00:00:${place % 60 < 10 ? '0' : ''}${place % 60}`])),
    60,
  ],
  ['a title of 11 MB in comments', flac([['1', '00:00:10.0', longTitle]]), 1],
  [
    'chapters before the beginning',
    flac([
      ['1', '-00:00:01'],
      ['2', '00:00:10.5'],
    ]),
    1,
  ],
  [
    'times that are none',
    flac([
      ['1', '99:99'],
      ['2', ''],
      ['3', '1e9:00:00'],
      ['4', '00:00:07'],
    ]),
    1,
  ],
])('%s', patience, async (_what, recipe, count) => {
  const path = await newPath()
  await writeFile(path, await recipe())
  const { chapters } = await createProbeProcess()
    .forUpload()
    .probeAudio(path, (await stat(path)).size)
  expect(chapters).toHaveLength(count)
  for (const { title } of chapters) expect(title.length).toBeLessThanOrEqual(300)
  await rm(path)
})
