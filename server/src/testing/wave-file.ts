/** A RIFF/WAVE recording of about so many bytes: 16 bits, 48 kHz, one channel. `salt` makes its bytes others. */
export function waveFile(sizeBytes: number, salt = ''): Buffer {
  const file = Buffer.alloc(Math.max(sizeBytes, waveHeadBytes + salt.length) & ~1)
  waveHead({ soundBytes: file.length - waveHeadBytes, rate: 48_000, bits: 16 }).copy(file)
  file.write(salt, waveHeadBytes)
  return file
}

export const waveHeadBytes = 44

interface WaveSound {
  readonly soundBytes: number
  /** Samples a second. */
  readonly rate: number
  /** Of a sample. */
  readonly bits: 8 | 16
}

/** What stands before the samples of one channel. A sound that is too long for the size of the whole has the largest. */
export function waveHead({ soundBytes, rate, bits }: WaveSound): Buffer {
  const head = Buffer.alloc(waveHeadBytes)
  head.write('RIFF')
  head.writeUInt32LE(Math.min(soundBytes + waveHeadBytes - 8, 0xff_ff_ff_ff), 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(rate, 24)
  head.writeUInt32LE((rate * bits) / 8, 28)
  head.writeUInt16LE(bits / 8, 32)
  head.writeUInt16LE(bits, 34)
  head.write('data', 36)
  head.writeUInt32LE(soundBytes, 40)
  return head
}
