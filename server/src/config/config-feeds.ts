import { ConfigError, type Environment, parseUrl, text } from './config-values.ts'

/** Canonical BCP 47. @throws ConfigError */
export function feedLanguage(environment: Environment): string {
  const given = text(environment, 'FEED_LANGUAGE', 'en')
  try {
    return Intl.getCanonicalLocales(given)[0] as string
  } catch {
    throw new ConfigError(`FEED_LANGUAGE must be a language such as en or de-AT; it is "${given}".`)
  }
}

/** @throws ConfigError */
export function websubHub(environment: Environment): string {
  const given = text(environment, 'WEBSUB_HUB', '')
  const url = parseUrl(given)
  if (given === '') return ''
  if (!url || !/^https?:$/.test(url.protocol) || url.hash !== '' || url.username !== '')
    throw new ConfigError(
      `WEBSUB_HUB must be empty or an http or https address of a hub; it is "${url ? url.host : given}".`,
    )
  return url.href
}
