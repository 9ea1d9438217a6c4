import { AppError } from '../../../errors.ts'
import type { SoundPart } from '../../joined/joined-index.ts'
import { SoundSamples } from '../../joined/sound-samples.ts'
import { opusConfig } from '../../joined/track-config.ts'
import type { FileWindow } from './file-window.ts'
import { type ProbedRecording, type Span, StrayBytes } from './duration.ts'
import { endOfTags } from './id3.ts'
import { OggChain } from './ogg-chain.ts'
import { openCodec } from './ogg-codecs.ts'

const headBytes = 27
const maxHeadBytes = headBytes + 255
const maxPages = 10_000_000

/** RFC 3533, 6. Only an end within a page is truncated: a captured live stream ends between pages. */
export async function readOgg(file: FileWindow): Promise<ProbedRecording | null> {
  const start = await endOfTags(file)
  if (!isPage(await file.piece(start, 4))) return null
  await checkStreams(file, start)
  const chain = new OggChain()
  const sound = await readPages(file, start, chain)
  return {
    contentType: 'audio/ogg',
    seconds: chain.seconds,
    tags: { start, bytes: file.sizeBytes - start },
    sound,
    joinKey: () => Promise.resolve(joinKeyOf(chain)),
    readSamples: () => readSamples(file, start),
  }
}

function joinKeyOf({ heads: [head, ...others] }: OggChain): string | null {
  return (head && others.length === 0 ? opusConfig(head) : null)?.key ?? null
}

/** Of one stream of Opus; null for others. */
async function readSamples(file: FileWindow, start: number): Promise<SoundPart | null> {
  const samples = new SoundSamples()
  const chain = new OggChain((packet, units, position) => {
    if (samples.isTooLong || chain.heads.length > 1) return
    if (position === null) samples.addInline(packet, units)
    else samples.add(position, packet.length, units)
  })
  await readPages(file, start, chain)
  const [head, ...others] = chain.heads
  const config = head && others.length === 0 ? opusConfig(head) : null
  return config && !samples.isTooLong ? { config, samples } : null
}

/**
 * @returns what the pages hold behind those of headers, whose granule position is 0 or none (RFC 3533, 6): the same
 *   however many pages it is parted into
 */
async function readPages(file: FileWindow, start: number, chain: OggChain): Promise<readonly Span[]> {
  const stray = new StrayBytes()
  let position = start
  const sound: Span[] = []
  let isTruncated = false
  for (let pages = 0; position < file.sizeBytes; pages += 1) {
    if (pages > maxPages) throw new AppError('BrokenMedia')
    const chunk = await file.from(position, maxHeadBytes)
    const bytes = pageBytes(chunk)
    if (bytes === 0) {
      isTruncated = isPage(chunk) && chunk.length < maxHeadBytes
      if (isTruncated) break
      const next = chunk.indexOf('OggS', 1, 'latin1')
      const skipped = next < 0 ? Math.max(1, chunk.length - 3) : next
      stray.skip(skipped)
      position += skipped
      continue
    }
    isTruncated = position + bytes > file.sizeBytes
    const isSound = sound.length > 0 || chunk.readBigInt64LE(6) > 0n
    const head = headBytes + (chunk[26] as number)
    if (isSound && !isTruncated) sound.push({ start: position + head, bytes: bytes - head })
    if (!isTruncated) chain.add((await file.from(position, bytes)).subarray(0, bytes), position)
    position += bytes
  }
  if (isTruncated && !chain.hasEnded) throw new AppError('BrokenMedia')
  return sound
}

function pageBytes(chunk: Buffer): number {
  if (chunk.length < headBytes || !isPage(chunk) || chunk[4] !== 0) return 0
  const segments = chunk[26] as number
  if (chunk.length < headBytes + segments) return 0
  let bytes = headBytes + segments
  for (let at = headBytes; at < headBytes + segments; at += 1) bytes += chunk[at] as number
  return bytes
}

function isPage(chunk: Buffer): boolean {
  return chunk.toString('latin1', 0, 4) === 'OggS'
}

/** Theora, Dirac, VP8, and OGM video. */
const films = ['\x80theora', 'BBCD\0', 'OVP80', '\x01video']

const beginsStream = 2
const aheadBytes = headBytes + 255 + 64
const maxStreams = 100

/** First pages precede all others (RFC 3533, 4). Throws AppError `UnsupportedMedia` for films and unplayable sound. */
async function checkStreams(file: FileWindow, start: number): Promise<void> {
  let isPlayable = false
  let position = start
  for (let streams = 0; streams < maxStreams; streams += 1) {
    const page = await file.from(position, aheadBytes)
    if (page.length < headBytes || (page.readUInt8(5) & beginsStream) === 0) break
    const contentAt = headBytes + page.readUInt8(26)
    const name = page.toString('latin1', contentAt, contentAt + 8)
    if (films.some((film) => name.startsWith(film))) throw new AppError('UnsupportedMedia')
    isPlayable ||= openCodec(page.subarray(contentAt)) !== null
    position += page.subarray(headBytes, contentAt).reduce((sum, bytes) => sum + bytes, contentAt)
  }
  if (!isPlayable) throw new AppError('UnsupportedMedia')
}
