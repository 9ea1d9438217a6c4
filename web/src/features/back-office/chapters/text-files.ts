const utf16Mark = [0xff, 0xfe] as const

/** Cue sheets are older than UTF-8: what is none is as Windows wrote it. */
export function decodeText(bytes: Uint8Array): string {
  if (utf16Mark.every((byte, place) => bytes[place] === byte))
    return new TextDecoder('utf-16le').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
