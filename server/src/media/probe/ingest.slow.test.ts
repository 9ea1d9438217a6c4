import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import sharp from 'sharp'
import { thumbHashToApproximateAspectRatio } from 'thumbhash'
import { describe, expect, it } from 'vitest'
import { startTestServer } from '../../testing/server.ts'
import { ingestAudio, ingestCover, receivePreview } from './ingest.ts'
import { deleteMedia, insertMedia, listUnusedFiles, type NewMedia } from '../media.queries.ts'
import { forAllTests } from '../../testing/for-all-tests.ts'

const fixtures = join(import.meta.dirname, '../fixtures')

const server = await forAllTests(
  startTestServer({ environment: { MAX_AUDIO_BYTES: '6000', MAX_IMAGE_BYTES: '3000000' } }),
)

async function stored(media: NewMedia): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of server.deps.storage.read(media.sha256, 0, media.sizeBytes - 1))
    chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
}

async function countFiles(): Promise<number> {
  const entries = await readdir(join(server.deps.config.dataDir, 'media'), {
    recursive: true,
    withFileTypes: true,
  })
  return entries.filter((entry) => entry.isFile()).length
}

/** Nothing stays behind. */
async function expectRefused(ingest: Promise<unknown>, code: string): Promise<void> {
  await expect(ingest).rejects.toMatchObject({ code })
}

function image(width: number, height: number, background = '#2060a0') {
  return sharp({ create: { width, height, channels: 3, background } })
}

function noise(width: number, height: number) {
  return sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
}

describe('a recording', () => {
  it('is stored as it is, with its type and length', async () => {
    const media = await ingestAudio(server.deps, createReadStream(join(fixtures, 'tone.mp3')))
    expect(media).toMatchObject({ contentType: 'audio/mpeg', sizeBytes: 3428, createdAt: server.time.now })
    expect(media.durationMs).toBeGreaterThan(1400)
    expect(media.tags.title).toBe('Tone')
    expect((await stored(media)).length).toBe(3428)
  })

  it('that is refused leaves nothing behind', async () => {
    const before = await countFiles()
    await expectRefused(
      ingestAudio(server.deps, createReadStream(join(fixtures, 'video.webm'))),
      'UnsupportedMedia',
    )
    await expectRefused(
      ingestAudio(server.deps, createReadStream(join(fixtures, 'tone.flac'))),
      'FileTooLarge',
    )
    await expectRefused(ingestAudio(server.deps, Readable.from([])), 'BrokenMedia')
    const aborted = new Readable({ read: () => undefined })
    aborted.push('ID3')
    setImmediate(() => aborted.destroy(new Error('gone')))
    await expect(ingestAudio(server.deps, aborted)).rejects.toThrow('gone')
    expect(await countFiles()).toBe(before)
  })

  it('becomes a medium of its own each time it is inserted, and its bytes go with the last', async () => {
    const { connection } = server.deps.db
    const media = await ingestAudio(server.deps, createReadStream(join(fixtures, 'tone.opus')))
    const [one, other] = [await insertMedia(connection, media), await insertMedia(connection, media)]
    expect(one.key).not.toBe(other.key)
    expect(one.id).not.toBe(other.id)
    await deleteMedia(connection, [one.id])
    expect(await listUnusedFiles(connection, [media.sha256])).toEqual([])
    expect(await deleteMedia(connection, [other.id])).toMatchObject([{ sha256: media.sha256 }])
    expect(await listUnusedFiles(connection, [media.sha256])).toEqual([media.sha256])
    expect(await deleteMedia(connection, [])).toEqual([])
  })
})

describe('a cover', () => {
  it.each(['jpeg', 'png', 'webp', 'avif', 'gif'] as const)(
    'may be %s and becomes WebP in two sizes',
    async (format) => {
      const { cover, preview } = await ingestCover(server.deps, image(1500, 2000).toFormat(format))
      expect(cover).toMatchObject({ contentType: 'image/webp', width: 1080, height: 1440, durationMs: null })
      expect(preview).toMatchObject({ contentType: 'image/webp', width: 480, height: 640 })
      for (const media of [cover, preview]) {
        const bytes = await stored(media)
        expect(bytes.length).toBe(media.sizeBytes)
        const { format: found, width, height } = await sharp(bytes).metadata()
        expect({ found, width, height }).toEqual({ found: 'webp', width: media.width, height: media.height })
      }
    },
  )

  it('keeps its shape, and its size when it is small', async () => {
    const wide = await ingestCover(server.deps, image(4000, 1000).png())
    expect([wide.cover.width, wide.cover.height]).toEqual([1080, 270])
    const small = await ingestCover(server.deps, image(30, 40).png())
    expect([small.cover.width, small.cover.height, small.preview.width]).toEqual([30, 40, 30])
    const tall = await ingestCover(server.deps, image(100, 6000).png())
    expect([tall.cover.height, tall.preview.height]).toEqual([1440, 960])
  })

  it('has a light preview even when it is nothing but noise', async () => {
    const { preview } = await ingestCover(server.deps, noise(900, 1200).jpeg({ quality: 80 }))
    expect(preview.sizeBytes).toBeLessThan(90_000)
  })

  it('stands upright and carries no metadata', async () => {
    const exif = { IFD0: { Orientation: '6', Copyright: 'Somebody', ImageDescription: 'At 51.5 N' } }
    const turned = image(400, 300).withExif(exif).withMetadata({ orientation: 6 }).jpeg()
    const { cover } = await ingestCover(server.deps, turned)
    expect([cover.width, cover.height]).toEqual([300, 400])
    const metadata = await sharp(await stored(cover)).metadata()
    expect(metadata.exif).toBeUndefined()
    expect(metadata.orientation).toBeUndefined()
    expect(metadata.icc).toBeUndefined()
  })

  it('has a colour and a placeholder of its own', async () => {
    const { cover, preview } = await ingestCover(server.deps, image(300, 400, '#c04020').png())
    expect(cover.color).toMatch(/^#[0-9a-f]{6}$/)
    expect(Number.parseInt(cover.color?.slice(1, 3) as string, 16)).toBeGreaterThan(0xb0)
    expect(preview.color).toBe(cover.color)
    const hash = Buffer.from(cover.placeholder as string, 'base64')
    expect(hash.length).toBeLessThan(40)
    expect(thumbHashToApproximateAspectRatio(hash)).toBeCloseTo(0.75, 0)
  })

  it('may be grey, have an alpha channel, or 16 bits', async () => {
    const grey = image(60, 80).greyscale().png()
    const alpha = sharp({ create: { width: 60, height: 80, channels: 4, background: '#0f08' } }).png()
    const deep = image(60, 80).toColourspace('rgb16').png()
    const cmyk = image(60, 80).toColourspace('cmyk').jpeg()
    for (const source of [grey, alpha, deep, cmyk]) {
      expect((await ingestCover(server.deps, source)).cover).toMatchObject({ width: 60, height: 80 })
    }
  })

  it('may bring a preview of its own', async () => {
    const { media, file } = await receivePreview(server.deps, image(960, 960).png())
    await file[Symbol.asyncDispose]()
    expect(media).toMatchObject({ width: 480, height: 480 })
  })

  it('that is refused leaves nothing behind', async () => {
    const before = await countFiles()
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect/></svg>')
    await expectRefused(ingestCover(server.deps, Readable.from([svg])), 'UnsupportedMedia')
    await expectRefused(ingestCover(server.deps, image(30, 40).tiff()), 'UnsupportedMedia')
    await expectRefused(
      ingestCover(server.deps, createReadStream(join(fixtures, 'tone.mp3'))),
      'UnsupportedMedia',
    )
    await expectRefused(ingestCover(server.deps, Readable.from([])), 'BrokenMedia')
    const jpeg = await noise(600, 800).jpeg().toBuffer()
    for (const length of [100, jpeg.length >> 1]) {
      await expectRefused(ingestCover(server.deps, Readable.from([jpeg.subarray(0, length)])), 'BrokenMedia')
    }
    await expectRefused(ingestCover(server.deps, Readable.from([Buffer.alloc(3_000_001)])), 'FileTooLarge')
    expect(await countFiles()).toBe(before)
  })

  it('of more than 40 megapixels is refused without being decoded', async () => {
    const bomb = await image(7000, 6000).png({ compressionLevel: 9 }).toBuffer()
    await expectRefused(ingestCover(server.deps, Readable.from([bomb])), 'FileTooLarge')
  })
})

it('The fixtures are small', async () => {
  for (const name of await readdir(fixtures))
    expect((await stat(join(fixtures, name))).size).toBeLessThan(10_240)
})
