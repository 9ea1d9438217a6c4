import { writeFileSync } from 'node:fs'
import { crc32, deflateRawSync } from 'node:zlib'

export interface ZipEntry {
  readonly name: string
  readonly content: Buffer
  /** A size that is not so. */
  readonly statedSize?: number
}

/** A zip archive with packed entries, as Audiobookshelf makes its backups. */
export function writeZip(path: string, entries: readonly ZipEntry[]): void {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, content, statedSize = content.length } of entries) {
    const packed = deflateRawSync(content)
    const head = headOf({ name, packed, content, statedSize })
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), head, Buffer.from(name)])
    directory.push(directoryEntry(head, name, offset))
    parts.push(local, packed)
    offset += local.length + packed.length
  }
  const all = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(all.length, 12)
  end.writeUInt32LE(offset, 16)
  writeFileSync(path, Buffer.concat([...parts, all, end]))
}

interface Packed {
  readonly name: string
  readonly packed: Buffer
  readonly content: Buffer
  readonly statedSize: number
}

/** What a local header and the directory have in common, from the version needed on. */
function headOf({ name, packed, content, statedSize }: Packed): Buffer {
  const head = Buffer.alloc(26)
  head.writeUInt16LE(20, 0)
  head.writeUInt16LE(8, 4)
  head.writeUInt32LE(crc32(content), 10)
  head.writeUInt32LE(packed.length, 14)
  head.writeUInt32LE(statedSize, 18)
  head.writeUInt16LE(Buffer.byteLength(name), 22)
  return head
}

function directoryEntry(head: Buffer, name: string, offset: number): Buffer {
  const rest = Buffer.alloc(14)
  rest.writeUInt32LE(offset, 10)
  return Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), head, rest, Buffer.from(name)])
}

export function detailsOf(version: string): Buffer {
  return Buffer.from(['2024-01-01T0130', '1', '1704072600000', version].join('\n'))
}
