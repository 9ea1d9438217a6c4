/** Values that feeds write in many forms. */

const maxSeconds = 1_000 * 3600

/** Seconds, `mm:ss` or `hh:mm:ss`, with decimals; null for all else and for 0. */
export function parseDuration(given: string): number | null {
  const text = given.trim()
  if (!/^\d{1,9}(?::\d{1,2}){0,2}(?:\.\d+)?$/.test(text)) return null
  const seconds = text.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)
  return seconds > 0 && seconds <= maxSeconds ? Math.round(seconds * 1000) / 1000 : null
}

/** Bytes, with separators of thousands; null for all else and for 0. */
export function parseLength(given: string): number | null {
  const text = given.trim().replace(/\s*bytes?$/i, '')
  if (!/^\d+$|^\d{1,3}(?:[ ,.'_\u00a0\u202f]\d{3})+$/.test(text)) return null
  const bytes = Number(text.replace(/\D/g, ''))
  return bytes > 0 && Number.isSafeInteger(bytes) ? bytes : null
}

export function parseYesNo(given: string | null): boolean | null {
  const word = given?.trim().toLowerCase() ?? ''
  if (['yes', 'true', 'explicit', '1'].includes(word)) return true
  return ['no', 'false', 'clean', '0'].includes(word) ? false : null
}

/** A whole number from 0 on. */
export function parseNumber(given: string | null): number | null {
  const text = given?.trim() ?? ''
  const value = /^\d{1,9}(?:\.0+)?$/.test(text) ? Number(text) : null
  return value
}

export function parseLanguage(given: string | null): string | null {
  const tag = given?.trim().replaceAll('_', '-') ?? ''
  if (!/^[a-z]{2,3}(?:-|$)/i.test(tag) || tag.length > 35) return null
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? null
  } catch {
    return null
  }
}

const maxUrlLength = 8_192

/** Absolute, http or https; null for all else. */
export function parseUrl(given: string | null, base: string): string | null {
  // What is left of an ampersand that was escaped twice.
  const text = (given?.trim() ?? '').replaceAll('&amp;', '&')
  if (text === '' || text.length > maxUrlLength) return null
  const known = /^feed:(?=\/\/)/i.test(text) ? `http${text.slice(4)}` : text.replace(/^feed:(?=https?:)/i, '')
  if (isUsualForm(known)) return known
  const url = URL.parse(known, base)
  return url?.protocol === 'http:' || url?.protocol === 'https:' ? url.href : null
}

const usualForm = /^https?:\/\/(?:[a-z\d-]+\.)+[a-z]{2,}\/[\w~%+/.,;:@=?&-]*$/

/** Of an address that its parsing would leave as it is. */
function isUsualForm(address: string): boolean {
  return (
    usualForm.test(address) &&
    !address.includes('/.') &&
    !address.includes('xn--') &&
    !address.includes('/%2')
  )
}

/** As `parseUrl`, without user and password: for what people follow. */
export function parseLink(given: string | null, base: string): string | null {
  const href = parseUrl(given, base)
  if (href === null || !href.includes('@')) return href
  const url = new URL(href)
  url.username = ''
  url.password = ''
  return url.href
}
