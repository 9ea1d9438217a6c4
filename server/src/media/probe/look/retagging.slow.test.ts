import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ape, id3v1, id3v2, lyrics3 } from '../../../testing/recordings/tags.ts'
import { lookIntoFile } from '../look-file.ts'

/** A sound has one print, whatever programs write around it; and a little of its end may be missing. */

const run = promisify(execFile)
const ffmpeg = (...args: string[]) => run('ffmpeg', ['-v', 'error', '-y', ...args])
const fixtures = join(import.meta.dirname, '../../fixtures')

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'earmark-retagging-'))
})
afterAll(() => rm(folder, { recursive: true }))

const look = async (path: string) => await lookIntoFile(path, (await stat(path)).size)

async function lookAt(bytes: Buffer) {
  const path = join(folder, 'written')
  await writeFile(path, bytes)
  return await look(path)
}

const [vorbisComment, padding, picture] = [4, 1, 6]

/** RFC 9639, 8: with these blocks behind the first in place of those that were there. */
function withBlocks(flac: Buffer, blocks: readonly (readonly [type: number, bytes: number])[]): Buffer {
  let at = 4
  for (let isLast = false; !isLast; at += 4 + flac.readUIntBE(at + 1, 3)) isLast = flac.readUInt8(at) > 0x7f
  const first = Buffer.from(flac.subarray(0, 42))
  first.writeUInt8(blocks.length === 0 ? 0x80 : 0, 4)
  const others = blocks.map(([type, bytes], place) => {
    const head = Buffer.alloc(4)
    head.writeUInt32BE(((((place === blocks.length - 1 ? 0x80 : 0) | type) << 24) >>> 0) + bytes)
    return Buffer.concat([head, Buffer.alloc(bytes)])
  })
  return Buffer.concat([first, ...others, flac.subarray(at)])
}

const size = fc.integer({ min: 0, max: 200_000 })
const leading = fc
  .record({
    version: fc.constantFrom(2 as const, 3 as const, 4 as const),
    pictureBytes: size,
    paddingBytes: size,
  })
  .map(id3v2)
const trailing = fc.array(
  fc.constantFrom(ape(), ape({ hasHeader: false, valueBytes: 5_000 }), Buffer.concat([lyrics3(), id3v1()])),
  {
    maxLength: 2,
  },
)
const blockTypes = fc.constantFrom(vorbisComment, padding, picture)
/** Comments of 8 zero bytes are none. */
const blocks = fc.array(
  fc.tuple(blockTypes, size).map(([type, bytes]): [number, number] => [type, Math.max(bytes, 40)]),
  { maxLength: 3 },
)

describe('keeps its print', () => {
  it.each(['tone.mp3', 'tone.aac'])('%s, with any tags in front of it and behind it', async (name) => {
    const plain = await readFile(join(fixtures, name))
    const { print } = await lookAt(plain)
    await fc.assert(
      fc.asyncProperty(fc.array(leading, { maxLength: 2 }), trailing, async (before, behind) => {
        expect((await lookAt(Buffer.concat([...before, plain, ...behind]))).print).toBe(print)
      }),
      { numRuns: 30 },
    )
  })

  it('a FLAC, with any blocks of metadata', async () => {
    const plain = await readFile(join(fixtures, 'tone.flac'))
    const { print } = await lookAt(plain)
    await fc.assert(
      fc.asyncProperty(blocks, trailing, async (written, behind) => {
        const tagged = Buffer.concat([withBlocks(plain, written), ...behind])
        expect((await lookAt(tagged)).print).toBe(print)
      }),
      { numRuns: 30 },
    )
  })

  it('an MP4 that chapters are written into, and whose index is put in front', async () => {
    const [plain, list] = [join(folder, 'plain.m4b'), join(folder, 'chapters.txt')]
    await ffmpeg('-f', 'lavfi', '-i', 'sine=frequency=300:duration=20', plain)
    const chapters = [0, 4, 9, 15].map(
      (start) => `[CHAPTER]\nTIMEBASE=1/1\nSTART=${start}\nEND=${start + 4}\ntitle=Chapter at ${start}\n`,
    )
    await writeFile(list, [';FFMETADATA1\n', ...chapters].join(''))
    const [divided, fast] = [join(folder, 'divided.m4b'), join(folder, 'fast.m4b')]
    await ffmpeg('-i', plain, '-i', list, '-map_metadata', '1', '-map', '0:a', '-c', 'copy', divided)
    await ffmpeg('-i', divided, '-c', 'copy', '-map', '0:a', '-movflags', '+faststart', fast)
    const { print, chapters: none } = await look(plain)
    expect(none).toEqual([])
    expect((await look(divided)).chapters).toHaveLength(4)
    expect([(await look(divided)).print, (await look(fast)).print]).toEqual([print, print])
  })

  it.each(['libopus', 'libvorbis'])('an Ogg of %s that is parted into other pages', async (codec) => {
    const [long, short] = [join(folder, `long-${codec}.ogg`), join(folder, `short-${codec}.ogg`)]
    await ffmpeg('-f', 'lavfi', '-i', 'sine=frequency=300:duration=20', '-c:a', codec, long)
    await ffmpeg('-i', long, '-c', 'copy', '-page_duration', '200000', short)
    expect((await readFile(short)).length).not.toBe((await readFile(long)).length)
    expect((await look(short)).print).toBe((await look(long)).print)
  })
})

describe.each([
  ['mp3', []],
  ['m4b', ['-movflags', '+faststart']],
  ['flac', []],
  ['wav', []],
  ['webm', ['-c:a', 'libopus']],
] as const)('%s', (extension, args) => {
  const cut = async (share: number) => {
    const path = join(folder, `whole.${extension}`)
    await ffmpeg('-f', 'lavfi', '-i', 'anoisesrc=duration=60:amplitude=0.1:seed=1', '-ac', '1', ...args, path)
    const bytes = await readFile(path)
    return bytes.subarray(0, Math.ceil(bytes.length * share))
  }

  it.each([
    [1, false],
    [0.994, true],
  ])('with %d of its bytes is cut short: %s', async (share, isCutShort) => {
    expect((await lookAt(await cut(share))).isCutShort).toBe(isCutShort)
  })

  it.each([0.985, 0.6])('with %d of its bytes is broken', async (share) => {
    await expect(lookAt(await cut(share))).rejects.toMatchObject({ code: 'BrokenMedia' })
  })
})

it('tags of 65 MiB are too large', async () => {
  const tagged = Buffer.concat([
    id3v2({ pictureBytes: 65 * 1024 ** 2 }),
    await readFile(join(fixtures, 'tone.mp3')),
  ])
  await expect(lookAt(tagged)).rejects.toMatchObject({ code: 'FileTooLarge' })
})
