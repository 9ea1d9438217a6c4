import { createHash } from 'node:crypto'
import type { Program } from './crash-program.ts'
import { audioFile } from '../../src/testing/forms.ts'

/** Files for uploads that are told apart by their bytes, and what the program answers at their addresses. */

/** A number from 0 up to below 1. */
export type Random = () => number

/** Mulberry32: the same numbers for the same seed. */
export function seededRandom(seed: number): Random {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export function below(random: Random, limit: number): number {
  return Math.floor(random() * limit)
}

export type Rgb = readonly [red: number, green: number, blue: number]

export interface Sound {
  readonly sha256: string
  readonly file: Blob
}

const maxPrivateBytes = 700_000

/** A tone behind an ID3v2.4 tag with a private frame (`PRIV`) of random bytes. */
export async function makeSound(random: Random): Promise<Sound> {
  const tone = Buffer.from(await (await audioFile('mp3')).arrayBuffer())
  const frames = tone.subarray(10 + fromSyncSafe(tone.subarray(6, 10)))
  // Most are small, some take many writes.
  const owner = Buffer.from('earmark\0')
  const bytes = Buffer.alloc(4 * Math.ceil((random() ** 3 * maxPrivateBytes) / 4) + 16)
  for (let at = 0; at < bytes.length; at += 4) bytes.writeUInt32LE(below(random, 2 ** 32), at)
  const content = Buffer.concat([owner, bytes])
  const frame = Buffer.concat([Buffer.from('PRIV'), syncSafe(content.length), Buffer.alloc(2), content])
  const tag = Buffer.concat([Buffer.from('ID3\u0004\0\0', 'latin1'), syncSafe(frame.length), frame])
  const whole = Buffer.concat([tag, frames])
  return { sha256: hashOf(whole), file: new Blob([new Uint8Array(whole)]) }
}

function syncSafe(value: number): Buffer {
  return Buffer.from([21, 14, 7, 0].map((shift) => (value >>> shift) & 0x7f))
}

function fromSyncSafe(bytes: Uint8Array): number {
  return bytes.reduce((value, byte) => value * 128 + byte, 0)
}

export function makeColor(random: Random): Rgb {
  return [below(random, 256), below(random, 256), below(random, 256)]
}

export async function pictureOf([r, g, b]: Rgb): Promise<Blob> {
  const { default: sharp } = await import('sharp')
  const image = sharp({ create: { width: 600, height: 800, channels: 3, background: { r, g, b } } })
  return new Blob([new Uint8Array(await image.png().toBuffer())])
}

/** What is at an address. */
export interface Look {
  readonly sha256: string
  /** Of a picture: its average. */
  readonly color: Rgb | null
}

/** Looks at the whole of a file; what `before` knows of the address must not have changed. */
export async function lookAt(program: Program, url: string, before: Look | undefined): Promise<Look> {
  const answer = await program.call({ method: 'GET', path: url })
  if (answer?.status !== 200) throw new Error(`${url} answers ${answer?.status}.`)
  const { body, headers } = answer
  if (body.length === 0 || headers['content-length'] !== String(body.length)) {
    throw new Error(`${url} has ${body.length} bytes of ${headers['content-length']}.`)
  }
  const sha256 = hashOf(body)
  if (before && before.sha256 !== sha256) throw new Error(`${url} has other bytes than before.`)
  return before ?? { sha256, color: url.endsWith('.webp') ? await averageColor(body) : null }
}

async function averageColor(bytes: Buffer): Promise<Rgb> {
  const { default: sharp } = await import('sharp')
  const { format } = await sharp(bytes).metadata()
  const { channels } = await sharp(bytes).stats()
  if (format !== 'webp') throw new Error(`A cover is ${format}.`)
  return channels.slice(0, 3).map(({ mean }) => mean) as unknown as Rgb
}

/** WebP loses some of a colour. */
export function isNear(a: Rgb | null, b: Rgb): boolean {
  return a !== null && a.every((value, index) => Math.abs(value - (b[index] as number)) < 12)
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
