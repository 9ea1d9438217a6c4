import { join } from 'node:path'

/** Names of files are bytes. A path key is the path where that is UTF-8, else its bytes in base64 behind a `/`. */
export function pathKeyOf(path: Buffer): string {
  return readUtf8(path) ?? `/${path.toString('base64')}`
}

/** A path as people are shown it: with `�` for bytes that are no UTF-8. */
export function shownPath(path: Buffer): string {
  return path.toString('utf8')
}

/** Where a file below a folder lies. */
export function placeOf(root: string, pathKey: string): string | Buffer {
  if (!pathKey.startsWith('/')) return join(root, pathKey)
  return Buffer.concat([Buffer.from(`${root}/`), Buffer.from(pathKey.slice(1), 'base64')])
}

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function readUtf8(bytes: Buffer): string | null {
  try {
    return strict.decode(bytes)
  } catch {
    return null
  }
}
