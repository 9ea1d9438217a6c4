const hues = 12
const article = /^(?:the|an?)\s+(?=\S)/i

/** The hue in degrees of a record's cloth binding, a hash of its name. */
export function clothHue(name: string): number {
  let hash = 0x811c9dc5
  // FNV-1a.
  for (const character of folded(name)) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0
  }
  return (hash % hues) * (360 / hues)
}

/** The first letter or digit without an article; empty where there is none. */
export function clothInitial(name: string): string {
  const [initial = ''] = /[\p{L}\p{N}]\p{M}*/u.exec(name.normalize('NFC').trim().replace(article, '')) ?? []
  return initial.toLocaleUpperCase()
}

/** Without case, accents and punctuation. */
function folded(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()
}
