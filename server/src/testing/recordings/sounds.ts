/** Parts of sound one after another, such as `silence 6 tone 20`: what it is and how many seconds it lasts. */
export interface Sound {
  readonly parts: string
  /** Samples a second, 44 100 unless told. */
  readonly rate?: number
  /** One unless told. */
  readonly channels?: number
  /** Of a sample, 16 unless told. */
  readonly bits?: 8 | 16 | 24 | 32
}

const samplesOf: Record<string, (at: number, rate: number) => number> = {
  silence: () => 0,
  tone: (at, rate) => 0.3 * Math.sin((2 * Math.PI * 440 * at) / rate) + 0.02 * noise(at),
  noise,
}

/** From -1 to 1, the same for the same sample. */
function noise(at: number): number {
  return (Math.imul(at ^ (at >>> 7), 2_654_435_761) >> 8) / 2 ** 23
}

/** A RIFF/WAVE file of PCM. */
export function wave({ parts, rate = 44_100, channels = 1, bits = 16 }: Sound): Buffer {
  const words = parts.split(' ')
  const pieces: Buffer[] = []
  for (let at = 0; at < words.length; at += 2) {
    const sampleOf = samplesOf[words[at] as string]
    if (!sampleOf) throw new Error(`There is no sound called ${words[at]}.`)
    const samples = Math.round(Number(words[at + 1]) * rate)
    pieces.push(pcm((sample) => sampleOf(sample, rate), { samples, channels, bits }))
  }
  const sound = Buffer.concat(pieces)
  return riff(chunk('fmt ', waveFormat({ rate, channels, bits })), chunk('data', sound))
}

interface Shape {
  readonly samples: number
  readonly channels: number
  readonly bits: number
}

function pcm(sampleOf: (at: number) => number, { samples, channels, bits }: Shape): Buffer {
  const bytes = bits / 8
  const sound = Buffer.alloc(samples * channels * bytes)
  for (let at = 0; at < samples * channels; at += 1) {
    const value = Math.round(sampleOf(Math.floor(at / channels)) * (2 ** (bits - 1) - 1))
    if (bits === 8) sound.writeUInt8(value + 128, at)
    else sound.writeIntLE(value, at * bytes, bytes)
  }
  return sound
}

interface WaveFormat {
  readonly tag?: number
  readonly rate: number
  readonly channels: number
  readonly bits: number
}

/** The content of a `fmt ` chunk; tag 1 is PCM. */
export function waveFormat({ tag = 1, rate, channels, bits }: WaveFormat): Buffer {
  const format = Buffer.alloc(16)
  format.writeUInt16LE(tag, 0)
  format.writeUInt16LE(channels, 2)
  format.writeUInt32LE(rate, 4)
  format.writeUInt32LE((rate * channels * bits) / 8, 8)
  format.writeUInt16LE((channels * bits) / 8, 12)
  format.writeUInt16LE(bits, 14)
  return format
}

/** A chunk of RIFF, padded to an even position. */
export function chunk(type: string, content: Buffer, statedBytes = content.length): Buffer {
  return Buffer.concat([unpadded(type, content, statedBytes), Buffer.alloc(content.length % 2)])
}

export function unpadded(type: string, content: Buffer, statedBytes = content.length): Buffer {
  const head = Buffer.alloc(8)
  head.write(type, 'latin1')
  head.writeUInt32LE(statedBytes, 4)
  return Buffer.concat([head, content])
}

export function riff(...chunks: Buffer[]): Buffer {
  return chunk('RIFF', Buffer.concat([Buffer.from('WAVE'), ...chunks]))
}
