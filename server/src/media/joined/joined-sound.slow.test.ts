import { readFile, stat, writeFile } from 'node:fs/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { makeFile, newPath, removeWorkplace, shell } from '../../testing/recordings/making.ts'
import { joinAudio } from '../probe/audio.ts'
import { readLayout } from './layout.ts'

/** Joined media as ffmpeg decodes them, beside its decoding of each part. */

afterAll(removeWorkplace)

const patience = { timeout: 300_000 }

async function make(lines: readonly string[]): Promise<string[]> {
  return await Promise.all(
    lines.map((line, number) => makeFile({ parts: `tone ${2 + number}`, channels: 2 }, line)),
  )
}

/** The path of a file with the bytes of the joined medium. */
async function joined(
  paths: readonly string[],
): Promise<{ path: string; seconds: number; partsMs: readonly number[] }> {
  const files = await Promise.all(
    paths.map(async (path) => ({ path, sha256: path, sizeBytes: (await stat(path)).size })),
  )
  const found = await joinAudio(files)
  if (found === null) throw new Error('The parts differ.')
  const index = Buffer.from(found.index)
  const layout = index.subarray(32, 24 + index.readUInt32BE(24))
  const path = await newPath()
  const pieces = readLayout(layout, { sha256: '', sizeBytes: index.length }).map(async (slice) => {
    const file = slice.sha256 === '' ? index : await readFile(slice.sha256)
    return file.subarray(slice.start, slice.start + slice.bytes)
  })
  await writeFile(path, Buffer.concat(await Promise.all(pieces)))
  return { path, seconds: found.durationMs / 1000, partsMs: found.partsMs }
}

async function probed(path: string): Promise<number> {
  return Number(await shell('ffprobe -v error -show_entries stream=duration -of csv=p=0 $in', { in: path }))
}

/** As 16-bit samples of two channels at 44.1 kHz. */
async function decoded(path: string): Promise<Buffer> {
  return await shell('ffmpeg -v error -xerror -i $in -f s16le -ac 2 -ar 44100 -', { in: path })
}

const ffmpeg = (options: string) => `ffmpeg -v error -nostdin -y -i $in ${options} $out`
const secondBytes = 44_100 * 4

describe('joined', () => {
  it.each([
    ['MP3 of variable bit rate', ffmpeg('-c:a libmp3lame -q:a 4 -f mp3')],
    ['MP3 of constant bit rate without a tag', ffmpeg('-c:a libmp3lame -b:a 128k -write_xing 0 -f mp3')],
    ['MPEG-2 layer III', ffmpeg('-c:a libmp3lame -ar 22050 -ac 1 -q:a 4 -f mp3')],
    ['AAC in ADTS', ffmpeg('-c:a aac -f adts')],
    ['AAC in MP4', ffmpeg('-c:a aac -f ipod')],
    ['AAC in MP4 with its index in front', ffmpeg('-c:a aac -movflags +faststart -f ipod')],
    ['FLAC', ffmpeg('-c:a flac -f flac')],
    ['Opus', ffmpeg('-c:a libopus -b:a 96k -f ogg')],
    ['Opus of packets across pages', ffmpeg('-c:a libopus -b:a 96k -page_duration 20000000 -f ogg')],
    ['FLAC of 24 bits and 96 kHz', ffmpeg('-c:a flac -sample_fmt s32 -ar 96000 -f flac')],
  ])('%s plays as long as its parts, from the first to the last', patience, async (_what, line) => {
    const paths = await make([line, line, line])
    const { path, seconds, partsMs } = await joined(paths)
    const sound = await decoded(path)
    expect(sound.length / secondBytes).toBeCloseTo(seconds, 1)
    expect(await probed(path)).toBeCloseTo(seconds, 1)
    expect(seconds).toBeCloseTo(2 + 3 + 4, 0)
    expect(partsMs.reduce((sum, each) => sum + each, 0) / 1000).toBeCloseTo(seconds, 2)
  })

  it('FLAC is heard sample for sample', patience, async () => {
    const paths = await make([ffmpeg('-c:a flac -f flac'), ffmpeg('-c:a flac -compression_level 0 -f flac')])
    const { path } = await joined(paths)
    const parts = await Promise.all(paths.map(decoded))
    expect((await decoded(path)).equals(Buffer.concat(parts))).toBe(true)
  })

  it('AAC of ADTS and of MP4 is one', patience, async () => {
    const { seconds } = await joined(await make([ffmpeg('-c:a aac -f adts'), ffmpeg('-c:a aac -f ipod')]))
    expect(seconds).toBeCloseTo(2 + 3, 0)
  })

  it('a part that a removal has taken is not found', async () => {
    const files = [{ path: await newPath(), sha256: '', sizeBytes: 1000 }]
    await expect(joinAudio(files)).rejects.toMatchObject({ code: 'NotFound' })
  })

  it('parts of different formats are refused', patience, async () => {
    const lines = ['-ac 2', '-ac 1'].map((channels) => ffmpeg(`-c:a libmp3lame ${channels} -f mp3`))
    await expect(joined(await make(lines))).rejects.toThrow('differ')
  })
})
