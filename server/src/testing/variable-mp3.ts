const samplingRate = 44_100
const frameSamples = 1152

/** MPEG 1, layer III, mono: the index of the bit rate in the header, and the bytes of a frame. */
const kinds = [
  { index: 1, bytes: 104 },
  { index: 2, bytes: 130 },
  { index: 5, bytes: 208 },
] as const

/** An MP3 of silence in frames of different bit rates, with a tag in front and another behind. */
export function variableMp3(seconds: number, firstIndex = 0): Buffer {
  const count = Math.ceil((seconds * samplingRate) / frameSamples)
  const frames = Array.from({ length: count }, (_, number) => {
    const { index, bytes } = kinds[(firstIndex + number) % kinds.length] as (typeof kinds)[number]
    const frame = Buffer.alloc(bytes)
    frame.set([0xff, 0xfb, index << 4, 0xc0])
    // Behind the side information of silence decoders read nothing.
    frame.writeUInt32BE(number, bytes - 4)
    return frame
  })
  const tag = Buffer.alloc(128)
  tag.write('TAG', 'latin1')
  return Buffer.concat([Buffer.from('ID3\x04\0\0\0\0\0\x0a', 'latin1'), Buffer.alloc(10), ...frames, tag])
}

/** Seconds that the frames of such a recording last. */
export function framesSeconds(seconds: number): number {
  return (Math.ceil((seconds * samplingRate) / frameSamples) * frameSamples) / samplingRate
}
