import { mkdtempDisposable, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { type AudioFacts, probeAudio } from '../media/probe/audio.ts'

const fixtures = join(import.meta.dirname, '../media/fixtures')

/** What the readers make of these bytes, in a file whose name says nothing. */
export async function readSound(bytes: Uint8Array): Promise<AudioFacts> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'earmark-sound-'))
  const path = join(folder.path, 'received.part')
  await writeFile(path, bytes)
  return await probeAudio(path, bytes.length)
}

export async function seconds(bytes: Uint8Array): Promise<number> {
  return (await readSound(bytes)).durationMs / 1000
}

export async function expectBroken(bytes: Uint8Array): Promise<void> {
  await expect(readSound(bytes)).rejects.toMatchObject({ code: 'BrokenMedia' })
}

export async function expectUnsupported(bytes: Uint8Array): Promise<void> {
  await expect(readSound(bytes)).rejects.toMatchObject({ code: 'UnsupportedMedia' })
}

/** One of the recordings that `fixtures/make.sh` makes. */
export function sound(name: string): Promise<Buffer> {
  return readFile(join(fixtures, name))
}

/** A frame of MPEG 1, layer 3, 44.1 kHz, by the index of its bit rate. */
export function mp3Frame(index: number): Buffer {
  const kilobits = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128][index] as number
  const frame = Buffer.alloc(Math.floor((144_000 * kilobits) / 44_100))
  frame.set([0xff, 0xfb, index << 4, 0xc4])
  return frame
}

export const mp3FrameSeconds = 1152 / 44_100

export function repeat(bytes: Buffer, times: number): Buffer {
  return Buffer.alloc(bytes.length * times, bytes)
}
