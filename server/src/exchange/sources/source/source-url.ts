import { parseUrl } from '../../../config/config-values.ts'
import { maxSourceUrlLength } from '@earmark/contract/sources.ts'

/** The address of a feed as somebody wrote it, in its parts. */
export interface SourceUrl {
  /** Without user, password and fragment. */
  readonly url: string
  /** The same for addresses that differ in scheme, `www.` and a final slash. */
  readonly urlKey: string
  readonly host: string
  /** `user:password`, decoded; null without. */
  readonly credentials: string | null
}

const otherSchemes = /^(?:feed|itpc|pcast):(?:\/\/)?(?=https?:\/\/)|^(?:feed|itpc|pcast):\/\//i

/** Null for what is no address of http or https. */
export function parseSourceUrl(given: string): SourceUrl | null {
  const bare = given.trim().replace(otherSchemes, '')
  const url = parseUrl(
    /^[a-z][a-z0-9+.-]*:/i.test(bare) && !/^[\w.-]+:\d/.test(bare) ? bare : `https://${bare}`,
  )
  if (!url || !/^https?:$/.test(url.protocol) || url.hostname === '') return null
  const credentials = credentialsOf(url)
  url.hash = ''
  url.username = ''
  url.password = ''
  if (url.href.length > maxSourceUrlLength) return null
  return { url: url.href, urlKey: urlKeyOf(url), host: url.host, credentials }
}

function credentialsOf({ username, password }: URL): string | null {
  if (username === '' && password === '') return null
  return `${decoded(username)}:${decoded(password)}`
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

export function urlKeyOf({ host, pathname, search }: Pick<URL, 'host' | 'pathname' | 'search'>): string {
  return `${host.replace(/^www\./, '')}${pathname.replace(/\/+$/, '')}${search}`
}

/** All addresses with a key. */
export function addressesOfKey(urlKey: string): string[] {
  const [, path = '', search = ''] = /^([^?]*)(.*)$/s.exec(urlKey) ?? []
  const hosts = ['http://', 'https://', 'http://www.', 'https://www.']
  return hosts.flatMap((host) => [`${host}${path}${search}`, `${host}${path}/${search}`])
}

const secretName = /token|auth(?!or)|secret|signature|passw|credential|key$|^(?:sig|user|pwd|hash)$/i
const ownersWord =
  /^(?:[a-z]+[-_])?(?:private|premium|members?|subscribers?|supporters?|patrons?|auth|tokens?|keys?|secrets?)(?:[-_]?feeds?|[-_][a-z]+)?$/i
const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i
const objectId = /^[\da-f]{24}$/i
/** The beginning of an object in JSON as base64. */
const jsonForm = /^eyJ[\w-]{9,}$/
const wordForm = /^(?:[a-z]*(?:[A-Z]{1,4}[a-z]{2,})*\d{0,4}|[a-z]?\d+[a-z]*|[A-Z]{1,4})$/

/**
 * Whether an address is likely to work for one person alone: it names a token, has a part that looks like one, or an id
 * behind a word such as "private". Ids of public feeds are UUIDs, ObjectIds, numbers, words, or short.
 */
export function holdsToken(address: string): boolean {
  const { hostname, pathname, search, searchParams } = new URL(address)
  if ([...searchParams.keys()].some((name) => secretName.test(name))) return true
  let isOwners = hostname.split('.').some((label) => ownersWord.test(label))
  // Endings, separators within tokens and names of parameters are parts, too.
  for (const part of decoded(pathname + search).split(/[^\w-]+/)) {
    if (isOwners ? isId(part) : isToken(part)) return true
    isOwners ||= ownersWord.test(part)
  }
  return false
}

function isToken(part: string): boolean {
  if (jsonForm.test(part)) return true
  return part.length >= 20 && !uuid.test(part) && !objectId.test(part) && !isWords(part)
}

function isId(part: string): boolean {
  return part.length >= 6 && (/\d{5}/.test(part) || !isWords(part))
}

/** Slugs have words between hyphens, or capitals at the beginnings of words. */
function isWords(part: string): boolean {
  return part.split(/[-_]/).every((word) => wordForm.test(word))
}

/** An address as it may be repeated to whoever gave it. */
export function withoutCredentials(given: string): string {
  const url = URL.parse(given)
  if (!url || (url.username === '' && url.password === '')) return given
  url.username = ''
  url.password = ''
  return url.href
}

/** What others may be told of an address: all of it, or its host. */
export function shownUrl({ url, secret }: { readonly url: string; readonly secret: string | null }): string {
  return secret !== null || holdsToken(url) ? new URL(url).host : url
}
