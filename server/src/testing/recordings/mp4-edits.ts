/** Changes of the boxes of MP4 (ISO/IEC 14496-12, 4.2). */

export function box(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(content.length + 8)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, content])
}

/** Where boxes begin, each within the one before. */
export function pathTo(file: Buffer, ...types: string[]): number[] {
  const starts: number[] = []
  let at = 0
  for (const type of types) {
    while (file.toString('latin1', at + 4, at + 8) !== type) {
      if (at + 8 > file.length) throw new Error(`There is no box ${types.join('/')}.`)
      at += file.readUInt32BE(at)
    }
    starts.push(at)
    at += 8
  }
  return starts
}

/** Puts a box behind the type, and positions right when all of the sound is behind it. */
export function behindType(file: Buffer, added: Buffer): Buffer {
  const start = file.readUInt32BE(0)
  const copy = Buffer.concat([file.subarray(0, start), added, file.subarray(start)])
  const at = pathTo(copy, 'moov', 'trak', 'mdia', 'minf', 'stbl', 'stco').at(-1) as number
  for (let entry = at + 16; entry < at + copy.readUInt32BE(at); entry += 4) {
    copy.writeUInt32BE(copy.readUInt32BE(entry) + added.length, entry)
  }
  return copy
}

/** A size of 0: up to the end of the file. */
export function withOpenSound(file: Buffer): Buffer {
  const copy = Buffer.from(file)
  copy.writeUInt32BE(0, pathTo(copy, 'mdat')[0] as number)
  return copy
}

/** A size of 64 bits in the place of the empty box that ffmpeg leaves for it. */
export function withLargeSound(file: Buffer): Buffer {
  const copy = Buffer.from(file)
  const at = copy.indexOf('mdat') - 4
  const bytes = copy.readUInt32BE(at)
  copy.writeUInt32BE(1, at - 8)
  copy.write('mdat', at - 4)
  copy.writeBigUInt64BE(BigInt(bytes + 8), at)
  return copy
}

/** `co64` instead of `stco`, where the index is behind the sound. */
export function withLongPositions(file: Buffer): Buffer {
  const path = pathTo(file, 'moov', 'trak', 'mdia', 'minf', 'stbl', 'stco')
  const at = path.at(-1) as number
  const end = at + file.readUInt32BE(at)
  const count = file.readUInt32BE(at + 12)
  const positions = Buffer.alloc(count * 8)
  for (let entry = 0; entry < count; entry += 1) {
    positions.writeBigUInt64BE(BigInt(file.readUInt32BE(at + 16 + entry * 4)), entry * 8)
  }
  const long = box('co64', Buffer.concat([file.subarray(at + 8, at + 16), positions]))
  const copy = Buffer.concat([file.subarray(0, at), long, file.subarray(end)])
  for (const start of path.slice(0, -1)) copy.writeUInt32BE(copy.readUInt32BE(start) + count * 4, start)
  return copy
}

/** ISO/IEC 14496-12, 8.6.6: how long it lasts in milliseconds, and where it begins in samples. */
export function withEdit(file: Buffer, milliseconds: number, samples: number): Buffer {
  const copy = Buffer.from(file)
  const at = pathTo(copy, 'moov', 'trak', 'edts', 'elst').at(-1) as number
  copy.writeUInt32BE(milliseconds, at + 16)
  copy.writeUInt32BE(samples, at + 20)
  return copy
}
