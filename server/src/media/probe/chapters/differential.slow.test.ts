import { rm, stat } from 'node:fs/promises'
import { afterAll, expect, it } from 'vitest'
import { makeFile, removeWorkplace, shell } from '../../../testing/recordings/making.ts'
import { probeAudio } from '../audio.ts'
import type { FileChapter } from '../../chapters/chapter-list.ts'

/** Chapters that ffmpeg writes are read as ffprobe reads them. */

const patience = { timeout: 600_000 }
afterAll(removeWorkplace)

interface Writing {
  readonly count: number
  readonly everyMs?: number
  readonly firstMs?: number
  /** As tags, where ffmpeg writes no chapters of its own. */
  readonly asTags?: boolean
}

/** Writes a list of chapters for ffmpeg. */
function listing({ count, everyMs = 250, firstMs = 0, asTags = false }: Writing): string {
  const fields = `START=%d\\nEND=%d\\ntitle=Część %d – 東京\\n`
  const chapter = `printf "[CHAPTER]\\nTIMEBASE=1/1000\\n${fields}", s, s + ${everyMs}, i + 1`
  const name = 'sprintf("CHAPTER%03d", i + 1)'
  const clock = 'sprintf("00:%02d:%06.3f", int(s / 60000), (s % 60000) / 1000)'
  const tags = `n = ${name}; printf "%s=%s\\n%sNAME=Część %d – 東京\\n", n, ${clock}, n, i + 1`
  const one = asTags ? tags : chapter
  const loop = `for (i = 0; i < ${count}; i++) { s = ${firstMs} + i * ${everyMs}; ${one} }`
  return `awk 'BEGIN { print ";FFMETADATA1"; ${loop} }' > $out.txt`
}

interface Probed {
  readonly chapters: readonly { readonly start_time: string; readonly tags?: { readonly title?: string } }[]
}

async function foreignChapters(path: string): Promise<FileChapter[]> {
  const said = await shell('ffprobe -v error -show_chapters -of json $in', { in: path })
  const { chapters } = JSON.parse(said.toString()) as Probed
  const found = chapters.map(({ start_time, tags }) => {
    return { startMs: Math.round(Number(start_time) * 1000), title: tags?.title ?? '' }
  })
  return found.toSorted((one, other) => one.startMs - other.startMs)
}

const many: Writing = { count: 300 }
const few: Writing = { count: 3, everyMs: 20_000 }
const tagged: Writing = { count: 300, asTags: true }
const late: Writing = { count: 3, everyMs: 20_000, firstMs: 7_000 }

/** The reference to the text track gets a name that means nothing. */
const hidingTracks = 'LC_ALL=C sed -i s/tref/free/ $out'

it.each<[what: string, encoding: string, writing: Writing]>([
  ['the text track of an MP4', '-c:a aac -b:a 32k -f ipod', many],
  ['the text track of an MP4 whose index is in front', '-c:a aac -movflags +faststart -f ipod', many],
  ['an MP4 with both lists', '-c:a aac -b:a 32k -f ipod', few],
  ['an MP4 that begins before its first chapter', '-c:a aac -b:a 32k -f ipod', late],
  ['the text track of an MP4 without the list', '-c:a aac -movflags disable_chpl -f mp4', few],
  ['the list of an MP4 without a text track', `-c:a aac -f ipod $out && ${hidingTracks} # `, few],
  ['ID3v2.4, of which sizes are wrong', '-c:a libmp3lame -b:a 32k -id3v2_version 4 -f mp3', many],
  ['ID3v2.3', '-c:a libmp3lame -b:a 32k -id3v2_version 3 -f mp3', many],
  ['ID3v2.4 with a few', '-c:a libmp3lame -b:a 32k -id3v2_version 4 -f mp3', few],
  ['ID3v2 of an MP3 that begins before its first chapter', '-c:a libmp3lame -b:a 32k -f mp3', late],
  ['the comments of Opus', '-c:a libopus -b:a 24k -f ogg', many],
  ['the comments of Vorbis', '-c:a libvorbis -f ogg', tagged],
  ['the comments of FLAC', '-c:a flac -f flac', tagged],
  ['WebM', '-c:a libopus -b:a 24k -f webm', many],
  ['WebM whose index is in front', '-c:a libopus -cues_to_front 1 -f webm', late],
])('%s', patience, async (_what, encoding, writing) => {
  const line = `${listing(writing)} && ffmpeg -v error -nostdin -i $in -i $out.txt -map_metadata 1 ${encoding} $out`
  const path = await makeFile({ parts: 'tone 80', rate: 48_000 }, line)
  const { chapters } = await probeAudio(path, (await stat(path)).size)
  expect(chapters).toEqual(await foreignChapters(path))
  expect(chapters).toHaveLength(writing.count)
  await rm(path)
})
