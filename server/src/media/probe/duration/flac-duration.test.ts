import fc from 'fast-check'
import { expect, it } from 'vitest'
import { seconds as secondsOf, sound } from '../../../testing/read-sound.ts'

/** FLAC as encoders may write it, RFC 9639: mono of 16 bits, blocks of silence or of samples as they are. */

/** A sample lasts for a millisecond, as exactly as lengths are told. */
const samplesPerSecond = 1000

interface Block {
  readonly samples: number
  /** Two bytes a sample; null for silence. */
  readonly content: Buffer | null
}

interface Stream {
  readonly blocks: readonly Block[]
  /** Whether frames count samples, as they do where blocks have several sizes. */
  readonly countsSamples: boolean
  /** Of the first frame: not 0 where the stream was cut. */
  readonly firstNumber: number
  /** What is stated of them. */
  readonly minBlock: number
  readonly isLengthKnown: boolean
}

function crc(bytes: Buffer, width: 8 | 16, polynomial: number): number {
  let remainder = 0
  for (const byte of bytes) {
    remainder ^= byte << (width - 8)
    for (let bit = 0; bit < 8; bit += 1)
      remainder = ((remainder << 1) ^ (remainder >> (width - 1) === 1 ? polynomial : 0)) & (2 ** width - 1)
  }
  return remainder
}

function codedNumber(value: number): number[] {
  if (value < 0x80) return [value]
  if (value < 0x800) return [0xc0 | (value >> 6), 0x80 | (value & 0x3f)]
  return [0xe0 | (value >> 12), 0x80 | ((value >> 6) & 0x3f), 0x80 | (value & 0x3f)]
}

function headerOf(number: number, samples: number, countsSamples: boolean): Buffer {
  const size = [(samples - 1) >> 8, (samples - 1) & 0xff]
  const header = Buffer.from([0xff, countsSamples ? 0xf9 : 0xf8, 0x70, 0x08, ...codedNumber(number), ...size])
  return Buffer.concat([header, Buffer.from([crc(header, 8, 0x07)])])
}

function frameOf(number: number, { samples, content }: Block, countsSamples: boolean): Buffer {
  const subframe = content ? Buffer.from([0x02, ...content]) : Buffer.from([0, 0, 0])
  const frame = Buffer.concat([headerOf(number, samples, countsSamples), subframe])
  const checksum = Buffer.alloc(2)
  checksum.writeUInt16BE(crc(frame, 16, 0x80_05))
  return Buffer.concat([frame, checksum])
}

const totalOf = (blocks: readonly Block[]) => blocks.reduce((sum, { samples }) => sum + samples, 0)

function flacOf({ blocks, countsSamples, firstNumber, minBlock, isLengthKnown }: Stream) {
  const head = Buffer.alloc(42)
  head.write('fLaC\x80\0\0\x22', 'latin1')
  head.writeUInt16BE(minBlock, 8)
  head.writeUInt16BE(Math.max(...blocks.map(({ samples }) => samples)), 10)
  head.writeUIntBE(samplesPerSecond << 4, 18, 3)
  // One channel of 16 bits.
  head.writeUInt8(15 << 4, 21)
  head.writeUInt32BE(isLengthKnown ? totalOf(blocks) : 0, 22)
  let number = firstNumber
  const frames = blocks.map((block) => {
    const frame = frameOf(number, block, countsSamples)
    number += countsSamples ? block.samples : 1
    return frame
  })
  return { head, frames }
}

/** Among them what looks like the header of a frame, checksum and all. */
function contents(samples: number, countsSamples: boolean): fc.Arbitrary<Buffer | null> {
  const filled = fc
    .uint8Array({ minLength: 1, maxLength: 50 })
    .map((bytes) => Buffer.alloc(2 * samples, Buffer.from(bytes)))
  const withHeader = fc
    .tuple(filled, fc.integer({ min: 10_000, max: 0xffff }), fc.nat(4095), fc.nat(samples))
    .map(([all, number, size, at]) => {
      headerOf(number, size + 1, countsSamples).copy(all, at)
      return all
    })
  return fc.oneof(fc.constant(null), filled, withHeader)
}

const blockSizes = fc.integer({ min: 16, max: 300 })
const lists = {
  varying: fc.array(blockSizes, { minLength: 1, maxLength: 12 }),
  fixed: fc
    .tuple(blockSizes, fc.nat(12), blockSizes)
    .map(([all, count, last]) => [...Array<number>(count).fill(all), Math.min(all, last)]),
}

const streams: fc.Arbitrary<Stream> = fc.boolean().chain((countsSamples) =>
  (countsSamples ? lists.varying : lists.fixed).chain((sizes) =>
    fc.record({
      blocks: fc.tuple(
        ...sizes.map((samples) => contents(samples, countsSamples).map((content) => ({ samples, content }))),
      ),
      countsSamples: fc.constant(countsSamples),
      firstNumber: fc.nat(5000),
      minBlock: fc.constantFrom(Math.min(...sizes), Math.max(...sizes)),
      isLengthKnown: fc.boolean(),
    }),
  ),
)

/** What programs append. */
const tag = Buffer.concat([Buffer.from('TAG'), Buffer.alloc(125, 0x20)])
const [ape, id3] = [Buffer.alloc(32 + 500), Buffer.alloc(20 + 500)]
ape.write('APETAGEX', 500, 'latin1')
ape.writeUInt32LE(ape.length, 512)
id3.write('3DI\x04\0\x10', 510, 'latin1')
id3.set([0, 0, 3, 0x74], 516)
const endings = fc.constantFrom(
  Buffer.alloc(0),
  tag,
  ape,
  id3,
  Buffer.alloc(5000),
  Buffer.from('junk '.repeat(180)),
)

const seconds = (...parts: readonly Uint8Array[]) => secondsOf(Buffer.concat(parts))

it('a FLAC lasts for all its frames, whatever they hold, however they are counted, whatever comes after them', async () => {
  await fc.assert(
    fc.asyncProperty(streams, endings, async (stream, ending) => {
      const { head, frames } = flacOf(stream)
      expect(await seconds(head, ...frames, ending)).toBe(totalOf(stream.blocks) / samplesPerSecond)
    }),
    { numRuns: 60 },
  )
})

it('a FLAC that ends within its last frame is cut short, or lasts up to there where it does not know its length', async () => {
  const cuts = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
  await fc.assert(
    fc.asyncProperty(streams, cuts, async (stream, share) => {
      const { head, frames } = flacOf(stream)
      const last = frames.pop() as Buffer
      fc.pre(frames.length > 0)
      const cut = seconds(head, ...frames, last.subarray(0, 1 + Math.floor(share * (last.length - 1))))
      if (stream.isLengthKnown) await expect(cut).rejects.toMatchObject({ code: 'BrokenMedia' })
      else expect(await cut).toBe(totalOf(stream.blocks.slice(0, -1)) / samplesPerSecond)
    }),
    { numRuns: 60 },
  )
})

it('a FLAC that was cut between two frames lasts from the one to the other, though it states more', async () => {
  const blocks = Array.from({ length: 40 }, () => ({ samples: 160, content: null }))
  const stream = { blocks, countsSamples: false, firstNumber: 0, minBlock: 160, isLengthKnown: true }
  const { head, frames } = flacOf(stream)
  for (const ending of [Buffer.alloc(0), tag, ape, id3])
    expect(await seconds(head, ...frames.slice(10, 30), ending)).toBe(3.2)
})

it('two FLACs one after another last as long as both', async () => {
  const flac = await sound('tone.flac')
  expect(await seconds(flac, flac)).toBeCloseTo(2 * (await seconds(flac)), 3)
})

it('a FLAC of digital silence has frames of eleven bytes', async () => {
  expect(await seconds(await sound('silence.flac'))).toBe(0.5)
})
