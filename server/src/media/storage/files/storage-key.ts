/** Where a stored file lies below its folder, and what its object is called in a bucket: one can be copied to the other. */
export function storageKeyOf(sha256: string): string {
  return `${sha256.slice(0, 2)}/${sha256.slice(2)}`
}

const place = /^([0-9a-f]{2})\/([0-9a-f]{62})$/

/** The hash of the file at a place; null for what is no stored file. */
export function hashOfStorageKey(key: string): string | null {
  const [, start, rest] = place.exec(key) ?? []
  return start !== undefined && rest !== undefined ? start + rest : null
}
