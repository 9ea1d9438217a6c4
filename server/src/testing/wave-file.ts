/** A RIFF/WAVE recording of about so many bytes: 16 bits, 48 kHz, one channel. `salt` makes its bytes others. */
export function waveFile(sizeBytes: number, salt = ''): Buffer {
  const file = Buffer.alloc(Math.max(sizeBytes, headBytes + salt.length) & ~1)
  file.write('RIFF')
  file.writeUInt32LE(file.length - 8, 4)
  file.write('WAVEfmt ', 8)
  file.writeUInt32LE(16, 16)
  file.writeUInt16LE(1, 20)
  file.writeUInt16LE(1, 22)
  file.writeUInt32LE(rate, 24)
  file.writeUInt32LE(2 * rate, 28)
  file.writeUInt16LE(2, 32)
  file.writeUInt16LE(16, 34)
  file.write('data', 36)
  file.writeUInt32LE(file.length - headBytes, 40)
  file.write(salt, headBytes)
  return file
}

const headBytes = 44
const rate = 48_000
