/**
 * The names of objects in the bucket. A stored file has the name that it would have below DATA_DIR/media, so that one
 * can be copied to the other.
 */
export function placeOf(sha256: string): string {
  return `${sha256.slice(0, 2)}/${sha256.slice(2)}`
}

const place = /^([0-9a-f]{2})\/([0-9a-f]{62})$/

/** The hash of the file that an object is; null for other objects. */
export function hashAt(key: string): string | null {
  const [, start, rest] = place.exec(key) ?? []
  return start !== undefined && rest !== undefined ? start + rest : null
}
