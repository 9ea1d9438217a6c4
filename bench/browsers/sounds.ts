import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, existsSync } from 'node:fs'
import { mkdir, rename } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { sweep, type Tones } from './tones.ts'

/** A recording as a listener has it: one file, or several that are one book. */
export interface Sound {
  readonly name: string
  readonly seconds: number
  readonly files: readonly string[]
  /** The second of the tones that each begins with. */
  readonly tonesFrom: readonly number[]
  /** The parts of the whole that are sought. */
  readonly places: readonly number[]
}

interface Kind {
  readonly name: string
  readonly extension: string
  readonly codec: readonly string[]
  /** Of how many files one hour is. */
  readonly joined?: number
  /** How many times the hour is heard. */
  readonly hours?: number
}

const mp3 = '-c:a libmp3lame'
const aac = '-c:a aac -b:a 48k'
const opus = '-c:a libopus -b:a 32k -vbr on'

function kind(name: string, extension: string, codec: string, more: Partial<Kind> = {}): Kind {
  return { name, extension, codec: codec.split(' '), ...more }
}

const longHours = Number(process.env.BROWSERS_LONG_HOURS ?? 10)
const kinds: readonly Kind[] = [
  kind('joined MP3, VBR', 'mp3', `${mp3} -q:a 7`, { joined: 6 }),
  kind('joined AAC, ADTS', 'aac', aac, { joined: 6 }),
  kind('joined AAC, MP4', 'm4a', aac, { joined: 6 }),
  kind('joined FLAC', 'flac', '-c:a flac', { joined: 6 }),
  kind('joined Opus', 'opus', opus, { joined: 6 }),
  kind('joined MP3, VBR, 40 files', 'mp3', `${mp3} -q:a 7`, { joined: 40 }),
  kind('MP3, VBR', 'mp3', `${mp3} -q:a 7`),
  kind('MP3, CBR', 'mp3', `${mp3} -b:a 40k`),
  kind('M4B', 'm4b', `${aac} -movflags +faststart -f mp4`),
  kind('FLAC', 'flac', '-c:a flac'),
  kind('Ogg Vorbis', 'ogg', '-c:a libvorbis -q:a 1'),
  kind('Ogg Opus', 'opus', opus),
  kind('WebM', 'webm', opus),
  kind('WAV', 'wav', '-c:a copy'),
  kind(`joined MP3, VBR, ${longHours} h`, 'mp3', `${mp3} -q:a 7`, { joined: 6, hours: longHours }),
  kind(`FLAC, ${longHours} h`, 'flac', '-c:a flac', { hours: longHours }),
]

const rate = 16_000
/** `BROWSERS_SECONDS` is for a look. */
export const hourSeconds = Number(process.env.BROWSERS_SECONDS ?? 3600)

/** Ten places, not in order; of many files one in each, and the last moment before one begins. */
function placesOf(files: number): number[] {
  if (files <= 10)
    return Array.from({ length: 10 }, (_, place) => (((place * 7) % 10) + 0.37 + 0.03 * place) / 10)
  const inside = Array.from({ length: files }, (_, place) => (((place * 7) % files) + 0.5) / files)
  return [...inside, 0.5 - 0.8 / hourSeconds]
}

/** One tone tells the second within a sweep, the other the sweep; noise at times and a quiet beginning vary the bit rate. */
async function writeTones(path: string): Promise<void> {
  const file = createWriteStream(path)
  const sizeBytes = 2 * rate * hourSeconds
  const head = Buffer.alloc(44)
  head.write('RIFF')
  head.writeUInt32LE(36 + sizeBytes, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(rate, 24)
  head.writeUInt32LE(2 * rate, 28)
  head.writeUInt16LE(2, 32)
  head.writeUInt16LE(16, 34)
  head.write('data', 36)
  head.writeUInt32LE(sizeBytes, 40)
  file.write(head)
  let [fast, slow] = [0, 0]
  for (let second = 0; second < hourSeconds; second += 1) {
    const samples = Buffer.alloc(2 * rate)
    const loudness = second < hourSeconds / 10 ? 0.05 : 0.3
    const noise = second % 60 > 45 ? 0.1 : 0
    for (let sample = 0; sample < rate; sample += 1) {
      const { fastHz, slowHz } = tonesAt(second + sample / rate)
      fast += fastHz / rate
      slow += slowHz / rate
      const sound = Math.sin(2 * Math.PI * fast) + Math.sin(2 * Math.PI * slow)
      samples.writeInt16LE(
        Math.round(32_767 * (loudness * sound + noise * (Math.random() - 0.5))),
        2 * sample,
      )
    }
    if (!file.write(samples)) await once(file, 'drain')
  }
  file.end()
  await once(file, 'finish')
}

function tonesAt(second: number): Tones {
  return {
    fastHz: sweep.fastHz + sweep.fastRise * (second % sweep.seconds),
    slowHz: sweep.slowHz + sweep.slowRise * second,
  }
}

/** All kinds, one after another, as each is asked for. */
export async function* makeSounds(folder: string): AsyncGenerator<Sound> {
  const words = (process.env.BROWSERS_KINDS ?? '').split(';')
  const asked = kinds.filter(({ name }) => words.some((word) => name.startsWith(word)))
  const tones = join(folder, 'tones.wav')
  if (!existsSync(tones)) await writeTones(tones)
  for (const one of asked) yield await encode(one, tones, folder)
}

async function encode(one: Kind, tones: string, folder: string): Promise<Sound> {
  const { name, extension, codec, joined, hours = 1 } = one
  const own = join(folder, name.replaceAll(/[^\w]+/g, '-'))
  await mkdir(own, { recursive: true })
  const seconds = hours * hourSeconds
  if (joined === undefined) {
    const file = join(own, `whole.${extension}`)
    await encodeFile(['-stream_loop', String(hours - 1), '-i', tones, ...codec], file)
    return { name, seconds, files: [file], tonesFrom: [0], places: placesOf(1) }
  }
  const files: string[] = []
  for (let part = 0; part < joined; part += 1) {
    const file = join(own, `${String(part).padStart(2, '0')}.${extension}`)
    const cut = ['-ss', String((part * hourSeconds) / joined), '-t', String(hourSeconds / joined)]
    await encodeFile([...cut, '-i', tones, ...codec], file)
    files.push(file)
  }
  // Files with the same sound are as long to seek through as others.
  const all = Array.from({ length: hours }, () => files).flat()
  const tonesFrom = all.map((_, place) => ((place % joined) * hourSeconds) / joined)
  return { name, seconds, files: all, tonesFrom, places: placesOf(joined) }
}

/** Unless it is there from a run before, in the folder of `BROWSERS_SOUNDS`. */
async function encodeFile(how: readonly string[], file: string): Promise<void> {
  if (existsSync(file)) return
  const making = join(dirname(file), `making-${basename(file)}`)
  await promisify(execFile)('ffmpeg', ['-loglevel', 'error', '-y', ...how, making])
  await rename(making, file)
}
