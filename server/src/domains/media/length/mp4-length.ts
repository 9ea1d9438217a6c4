import type { FileWindow } from './file-window.ts'
import type { Length } from './length.ts'

/** More parts than any player would walk through. */
const maxBoxes = 100_000
/** Most boxes are larger, and stepped over. */
const aheadBytes = 4096

/**
 * ISO/IEC 14496-12, 4.2: boxes of a 32-bit size and a type, a 64-bit size after it when that is 1, to the end when it
 * is 0. How long it sounds stands in one of them; the sound itself in another.
 */
export async function measureMp4(file: FileWindow): Promise<Length> {
  let position = 0
  let hasSound = false
  for (let box = 0; position < file.sizeBytes && box < maxBoxes; box += 1) {
    const header = (await file.from(position, 16, aheadBytes)).subarray(0, 16)
    if (header.length < 8) break
    hasSound ||= header.toString('latin1', 4, 8) === 'mdat'
    const bytes = boxBytes(header)
    position += bytes === 0 ? file.sizeBytes - position : bytes
  }
  return { seconds: null, isCutShort: !hasSound || position !== file.sizeBytes }
}

/** Beyond everything when it makes no sense. */
function boxBytes(header: Buffer): number {
  const short = header.readUInt32BE(0)
  if (short !== 1) return short === 0 || short >= 8 ? short : Infinity
  const long = header.length < 16 ? 0 : Number(header.readBigUInt64BE(8))
  return long >= 16 ? long : Infinity
}
