import { isUtf8 } from 'node:buffer'

/**
 * The encoding of a feed's bytes: by their order mark, UTF-8 where they are valid, as declared, else windows-1252. ISO-8859-1
 * is read as windows-1252, as browsers do.
 */
export function encodingOf(bytes: Uint8Array, contentType: string | null): string {
  const marked = markedEncoding(bytes)
  if (marked !== null) return marked
  const declared = declaredEncoding(bytes, contentType)
  // Valid as UTF-8, too: ASCII with escapes.
  if (declared === 'iso-2022-jp' && bytes.includes(0x1b)) return declared
  if (isUtf8(bytes)) return 'utf-8'
  if (declared !== null && declared !== 'utf-8') return declared
  return isMostlyUtf8(bytes) ? 'utf-8' : 'windows-1252'
}

function markedEncoding([first, second, third, fourth]: Uint8Array): string | null {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  // `<?` or `<r` without a mark (XML 1.0, appendix F).
  if (first === 0x3c && second === 0 && third !== 0 && fourth === 0) return 'utf-16le'
  if (first === 0 && second === 0x3c && third === 0 && fourth !== 0) return 'utf-16be'
  return null
}

const headBytes = 1024

function declaredEncoding(bytes: Uint8Array, contentType: string | null): string | null {
  const head = Buffer.from(bytes.subarray(0, headBytes)).toString('latin1')
  const inDocument = /<\?xml[^>]*?\sencoding\s*=\s*["']\s*([\w:.-]+)/i.exec(head)?.[1]
  const inHeader = /;\s*charset\s*=\s*"?\s*([\w:.-]+)/i.exec(contentType ?? '')?.[1]
  for (const label of [inDocument, inHeader]) {
    const known = label === undefined ? null : knownEncoding(label)
    if (known !== null) return known
  }
  return null
}

function knownEncoding(label: string): string | null {
  try {
    const { encoding } = new TextDecoder(label)
    return encoding.startsWith('utf-16') ? null : encoding
  } catch {
    return null
  }
}

/** UTF-8 with a broken character, such as one that was cut by its bytes: more good characters of several bytes than bad ones. */
function isMostlyUtf8(bytes: Uint8Array): boolean {
  const sample = bytes.subarray(0, 1024 ** 2)
  let [good, bad] = [0, 0]
  for (const character of new TextDecoder().decode(sample)) {
    if (character === '\ufffd') bad += 1
    else if (character > '\u007f') good += 1
  }
  return good > bad * 2
}

/** Of a document that is small, and says nothing of its encoding itself. */
export function decodeText(bytes: Uint8Array): string {
  return [...decodePieces(bytes, encodingOf(bytes, null))].join('')
}

const pieceBytes = 64 * 1024

/** The text in pieces, so that it never stands in memory as a whole. */
export function* decodePieces(bytes: Uint8Array, encoding: string): Generator<string> {
  const decoder = new TextDecoder(encoding)
  for (let start = 0; start < bytes.length; start += pieceBytes) {
    yield decoder.decode(bytes.subarray(start, start + pieceBytes), { stream: true })
  }
  yield decoder.decode()
}
