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

const secretName = /token|auth|secret|signature|passw|credential|^(?:key|apikey|api_key|sig|user|pwd|hash)$/i
const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i
const tokenForm = /^(?=.*\d)(?=.*[a-z])[\w-]{20,}$/i

/** Whether an address is likely to work for one person alone: it names a token, or has a part that looks like one. */
export function holdsToken(address: string): boolean {
  const url = new URL(address)
  const isNamed = [...url.searchParams].some(([name, value]) => secretName.test(name) || isToken(value))
  return isNamed || url.pathname.split('/').some(isToken)
}

/** Slugs have words between hyphens; tokens hardly have as many vowels as those. */
function isToken(part: string): boolean {
  if (uuid.test(part) || !tokenForm.test(part)) return false
  const isSlug = /^[a-z]+(?:-[a-z]+)*(?:-?\d{1,4})?$/.test(part) || /^[a-z\d]+(?:-[a-z\d]+){3,}$/.test(part)
  return !isSlug
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
