import { AppError } from '../../../errors.ts'
import type { FileWindow } from './file-window.ts'
import { openCodec } from './ogg-codecs.ts'

/** Theora, Dirac, VP8, and OGM video. */
const films = ['\x80theora', 'BBCD\0', 'OVP80', '\x01video']

const beginsStream = 2
const headBytes = 27
const aheadBytes = headBytes + 255 + 64
const maxStreams = 100

/** First pages precede all others (RFC 3533, 4). Throws AppError `UnsupportedMedia` for films and unplayable sound. */
export async function checkOggKinds(file: FileWindow, start: number): Promise<void> {
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
