import { type Box, boxesIn, findBox } from './mp4-boxes.ts'

/** Sample entries of FLAC, Opus, and of MP3 in QuickTime. */
const exactFormats = new Set(['fLaC', 'Opus'])
const mp3Formats = new Set(['.mp3', 'ms\0\x55'])
/** Object types of `mp4a` (ISO/IEC 14496-1, 7.2.6.6.2): MPEG-2 AAC, MPEG-2 and MPEG-1 audio (MP3). */
const playableObjectTypes = new Set([0x66, 0x67, 0x68, 0x69, 0x6b])
const mpeg4Audio = 0x40
/** Audio object types of MPEG-4 (ISO/IEC 14496-3, 1.5.1.1): Main, LC, LTP, SBR (HE-AAC), PS (HE-AAC 2). */
const playableAac = new Set([1, 2, 4, 5, 29])
const escapedObjectType = 31
const pictureFormats = new Set(['jpeg', 'png ', 'gif ', 'tiff'])
const pictureObjectTypes = new Set([0x6c, 0x6d, 0x6e])

const [esDescriptor, decoderConfig, decoderSpecific] = [3, 4, 5]

export interface Playable {
  /** Whether decoders play the last frame whole, whatever duration it states. */
  readonly hasWholeFrames: boolean
}

export function playableSound(buffer: Buffer, descriptions: Box): Playable | null {
  const entry = firstEntry(buffer, descriptions)
  if (!entry) return null
  if (exactFormats.has(entry.type)) return { hasWholeFrames: false }
  return mp3Formats.has(entry.type) || isPlayableMpeg(buffer, entry) ? { hasWholeFrames: true } : null
}

function isPlayableMpeg(buffer: Buffer, entry: Box): boolean {
  if (entry.type !== 'mp4a' || entry.end - entry.start < 10) return false
  const version = buffer.readUInt16BE(entry.start + 8)
  const config = decoderConfigOf(buffer, entry, soundEntryBytes[version as 0] ?? 28)
  if (!config) return false
  if (config.objectType !== mpeg4Audio) return playableObjectTypes.has(config.objectType)
  return config.audioObjectType === null || playableAac.has(config.audioObjectType)
}

/** AAC of MPEG-4; null for everything else. */
export function aacFormat(
  buffer: Buffer,
  descriptions: Box,
): { channels: number; rate: number; specific: Buffer } | null {
  const entry = firstEntry(buffer, descriptions)
  if (entry?.type !== 'mp4a' || entry.end - entry.start < soundEntryBytes[0]) return null
  const version = buffer.readUInt16BE(entry.start + 8)
  const config = decoderConfigOf(buffer, entry, soundEntryBytes[version as 0] ?? 28)
  if (config?.objectType !== mpeg4Audio || !config.specific) return null
  const [channels, rate] = [buffer.readUInt16BE(entry.start + 16), buffer.readUInt16BE(entry.start + 24)]
  return { channels, rate, specific: config.specific }
}

export function isPicture(buffer: Buffer, descriptions: Box): boolean {
  const entry = firstEntry(buffer, descriptions)
  if (entry?.type !== 'mp4v') return pictureFormats.has(entry?.type ?? '')
  return pictureObjectTypes.has(decoderConfigOf(buffer, entry, visualEntryBytes)?.objectType ?? 0)
}

function firstEntry(buffer: Buffer, { start, end }: Box): Box | undefined {
  return boxesIn(buffer, { start: start + 8, end }).next().value ?? undefined
}

const visualEntryBytes = 78
const soundEntryBytes = [28, 44, 64] as const

interface DecoderConfig {
  readonly objectType: number
  readonly audioObjectType: number | null
  /** AudioSpecificConfig, ISO/IEC 14496-3, 1.6.2.1. */
  readonly specific: Buffer | null
}

/** ISO/IEC 14496-14, 5.6; in QuickTime within `wave`. */
function decoderConfigOf(buffer: Buffer, entry: Box, entryBytes: number): DecoderConfig | null {
  const boxes = { start: entry.start + entryBytes, end: entry.end }
  const esds = findBox(buffer, boxes, 'esds') ?? findBox(buffer, boxes, 'wave', 'esds')
  return esds ? readDescriptors(buffer.subarray(esds.start + 4, esds.end)) : null
}

/** ISO/IEC 14496-1, 7.2.6.5 and 7.2.6.6. */
function readDescriptors(bytes: Buffer): DecoderConfig | null {
  let at = 0
  let objectType: number | null = null
  while (at + 2 <= bytes.length) {
    const tag = bytes[at]
    at += 1
    let size = 0
    for (; (bytes[at] ?? 0) > 0x7f; at += 1) size = size * 128 + ((bytes[at] as number) & 0x7f)
    size = size * 128 + (bytes[at] ?? 0)
    at += 1
    if (tag === esDescriptor) at += esHeadBytes(bytes, at)
    else if (tag === decoderConfig) {
      objectType = bytes[at] ?? null
      at += 13
    } else if (tag === decoderSpecific && objectType !== null)
      return {
        objectType,
        audioObjectType: audioObjectType(bytes, at),
        specific: at + size <= bytes.length ? bytes.subarray(at, at + size) : null,
      }
    else break
  }
  return objectType === null ? null : { objectType, audioObjectType: null, specific: null }
}

function esHeadBytes(bytes: Buffer, at: number): number {
  const flags = bytes[at + 2] ?? 0
  const addressBytes = (flags & 0x40) === 0 ? 0 : 1 + (bytes[at + 3 + ((flags & 0x80) >> 6)] ?? 0)
  return 3 + ((flags & 0x80) >> 6) + addressBytes + ((flags & 0x20) >> 4)
}

/** The beginning of an AudioSpecificConfig, ISO/IEC 14496-3, 1.6.2.1. */
function audioObjectType(bytes: Buffer, at: number): number | null {
  if (at + 2 > bytes.length) return null
  const type = (bytes[at] as number) >> 3
  if (type !== escapedObjectType) return type
  return 32 + ((((bytes[at] as number) & 7) << 3) | ((bytes[at + 1] as number) >> 5))
}
