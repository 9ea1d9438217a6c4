import { describe, expect, it } from 'vitest'
import {
  expectBroken,
  mp3Frame,
  mp3FrameSeconds,
  repeat,
  seconds,
  sound,
} from '../../../testing/read-sound.ts'

describe('the frames of a stream are counted', () => {
  it('AAC of hours, in no time', async () => {
    const tone = await sound('tone.aac')
    const one = await seconds(tone)
    const begun = performance.now()
    expect(await seconds(repeat(tone, 5_000))).toBeCloseTo(one * 5_000, 0)
    expect(performance.now() - begun).toBeLessThan(5_000)
  })

  it('an MP3 of a varying bit rate that does not say so', async () => {
    const frames = [9, 9, 9, 9, ...Array<number>(1_000).fill(1)].map(mp3Frame)
    const mp3 = Buffer.concat(frames)
    expect(await seconds(mp3)).toBeCloseTo(1_004 * mp3FrameSeconds, 3)
    expect(await seconds(repeat(mp3, 400))).toBeCloseTo(401_600 * mp3FrameSeconds, 1)
  })

  it('past tags before, between and after them, and what nobody knows', async () => {
    const frames = Buffer.concat(Array<Buffer>(100).fill(mp3Frame(5)))
    // What looks like frames within a tag is none.
    const tag = Buffer.concat([
      Buffer.from('ID3\x04\0\0\0\0\x08\0', 'latin1'),
      Buffer.alloc(1024, mp3Frame(5)),
    ])
    const trailer = Buffer.concat([Buffer.from('TAG'), Buffer.alloc(125, 0x20)])
    const stray = Buffer.from('padding '.repeat(500))
    const whole = Buffer.concat([tag, tag, frames, tag, frames, stray, frames, trailer])
    expect(await seconds(whole)).toBeCloseTo(300 * mp3FrameSeconds, 3)
  })

  it('a last one that is not all there does not count', async () => {
    const frames = Buffer.concat(Array<Buffer>(100).fill(mp3Frame(5)))
    expect(await seconds(frames.subarray(0, -1))).toBeCloseTo(99 * mp3FrameSeconds, 3)
  })

  it('where the number stated is that of the first of two that were joined', async () => {
    const tone = await sound('tone.mp3')
    const one = await seconds(tone)
    expect(await seconds(Buffer.concat([tone, tone]))).toBeGreaterThan(one * 1.9)
  })

  it('and when there are fewer than stated, it is cut short', async () => {
    const tone = await sound('tone.mp3')
    expect(await seconds(tone.subarray(0, -100))).toBeGreaterThan(1.3)
    await expectBroken(tone.subarray(0, Math.floor(tone.length * 0.9)))
  })
})

/** The pages of an Ogg file, which are views of it: RFC 3533, 6. */
function oggPages(ogg: Buffer): Buffer[] {
  const pages: Buffer[] = []
  for (let at = 0; at < ogg.length; ) {
    const table = ogg.subarray(at + 27, at + 27 + ogg.readUInt8(at + 26))
    const end = at + 27 + table.length + table.reduce((sum, bytes) => sum + bytes, 0)
    pages.push(ogg.subarray(at, end))
    at = end
  }
  return pages
}

const position = (page: Buffer) => page.readBigInt64LE(6)

/** As if it had been written down from a live stream that had gone on for an hour. */
function fromLive(ogg: Buffer): Buffer {
  const live = Buffer.from(ogg)
  for (const page of oggPages(live))
    if (position(page) > 0n) page.writeBigInt64LE(position(page) + 172_800_000n, 6)
  return live
}

/** Without one of its pages of sound. */
function withoutSound(ogg: Buffer, lacking: number): Buffer {
  const pages = oggPages(ogg)
  const first = pages.findIndex((page) => position(page) > 0n)
  return Buffer.concat(pages.filter((_page, at) => at !== first + lacking))
}

/** What `ffmpeg -f s16le` decodes of them: `make.sh`. */
const oggSeconds = { 'quiet-start.ogg': 9, 'one-second.opus': 1, 'tone.ogg': 1.5, 'tone.opus': 1.5 }
const oggFiles = Object.entries(oggSeconds)

describe('Ogg', () => {
  it.each(oggFiles)('%s lasts as long as what is decoded: %d s', async (file, real) => {
    expect(await seconds(await sound(file))).toBeCloseTo(real, 2)
  })

  it.each(oggFiles)('%s lasts as long in the middle of a live stream', async (file, real) => {
    expect(await seconds(fromLive(await sound(file)))).toBeCloseTo(real, 1)
  })

  it.each(oggFiles)('%s lasts twice as long twice, one after another', async (file, real) => {
    const ogg = await sound(file)
    expect(await seconds(Buffer.concat([ogg, ogg]))).toBeCloseTo(2 * real, 1)
    expect(await seconds(Buffer.concat([ogg, fromLive(ogg)]))).toBeCloseTo(2 * real, 1)
  })

  // Two pages of sound: 6.82 and 2.18 s.
  it.each([
    ['begins later', 0, 2.18],
    ['ends earlier', 1, 6.82],
  ])('that %s lasts as long as what is there', async (_what, lacking, real) => {
    expect(await seconds(withoutSound(await sound('quiet-start.ogg'), lacking))).toBeCloseTo(real, 1)
  })

  it('that lacks what was in between lasts as long as what is there', async () => {
    const ogg = await sound('quiet-start.ogg')
    const last = oggPages(ogg).at(-1) as Buffer
    last.writeBigInt64LE(position(last) + 80_000n, 6)
    expect(await seconds(ogg)).toBeCloseTo(9, 1)
  })

  it('ends where its last page says, within its last packet', async () => {
    for (const [file, samplesPerSecond] of [
      ['tone.opus', 48_000],
      ['tone.ogg', 16_000],
    ] as const) {
      const ogg = await sound(file)
      const whole = await seconds(ogg)
      const last = oggPages(ogg).at(-1) as Buffer
      last.writeBigInt64LE(position(last) - 100n, 6)
      expect(whole - (await seconds(ogg))).toBeCloseTo(100 / samplesPerSecond, 2)
      last.writeBigInt64LE(1n, 6)
      expect(whole - (await seconds(ogg))).toBeLessThan(0.1)
    }
  })

  it('goes up to its last page, without what Opus has to skip', async () => {
    expect(await seconds(await sound('tone.opus'))).toBeCloseTo(1.5, 2)
    expect(await seconds(await sound('tone.ogg'))).toBeCloseTo(1.5, 2)
  })

  it('may be several streams one after another, and have noise at its end', async () => {
    const [opus, vorbis] = [await sound('tone.opus'), await sound('tone.ogg')]
    expect(await seconds(Buffer.concat([opus, opus, vorbis]))).toBeCloseTo(4.5, 1)
    expect(await seconds(Buffer.concat([vorbis, Buffer.alloc(3_000, 7)]))).toBeCloseTo(1.5, 2)
  })

  it('that ends between two pages plays up to there', async () => {
    const tone = await sound('tone.opus')
    const last = tone.lastIndexOf('OggS', undefined, 'latin1')
    expect(await seconds(tone.subarray(0, last))).toBeGreaterThan(0.5)
    await expectBroken(tone.subarray(0, last + 10))
    await expectBroken(tone.subarray(0, -1))
  })
})

/** The element of its length becomes one that means nothing. */
function withoutDuration(webm: Buffer): Buffer {
  const copy = Buffer.from(webm)
  copy.writeUInt8(0xec, copy.indexOf(Buffer.from('448988', 'hex')))
  return copy
}

describe('WebM that was written as a stream', () => {
  it('goes up to its last block', async () => {
    expect(await seconds(withoutDuration(await sound('tone.webm')))).toBeCloseTo(1.5, 1)
  })

  it('without end, too', async () => {
    const live = withoutDuration(await sound('tone.webm'))
    const segment = live.indexOf(Buffer.from('18538067', 'hex'))
    live.set([0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff], segment + 4)
    expect(await seconds(live)).toBeCloseTo(1.5, 1)
    expect(await seconds(live.subarray(0, -500))).toBeLessThan(1.5)
  })
})

describe('FLAC', () => {
  it('that does not know its length goes up to its last frame', async () => {
    const tone = await sound('tone.flac')
    const whole = await seconds(tone)
    tone.writeUInt8(tone.readUInt8(21) & 0xf0, 21)
    tone.writeUInt32BE(0, 22)
    expect(await seconds(tone)).toBeCloseTo(whole, 3)
  })

  it('without its end is cut short, wherever', async () => {
    const tone = await sound('tone.flac')
    for (const bytes of [1, 2, 100, tone.length >> 1]) await expectBroken(tone.subarray(0, -bytes))
  })

  it('may be tagged as others are', async () => {
    const tone = await sound('tone.flac')
    const ape = Buffer.alloc(32 + 50)
    ape.write('APETAGEX', 50, 'latin1')
    ape.writeUInt32LE(82, 62)
    const id3 = Buffer.concat([Buffer.from('TAG'), Buffer.alloc(125)])
    expect(await seconds(Buffer.concat([tone, ape, id3]))).toBeCloseTo(0.25, 3)
  })
})
