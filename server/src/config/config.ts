import { isEmail } from '@earmark/contract/emails.ts'
import { maxPasswordLength, passwordRules } from '@earmark/contract/passwords.ts'
import { join, resolve } from 'node:path'
import {
  ConfigError,
  type Environment,
  flag,
  httpUrl,
  integer,
  oneOf,
  parseUrl,
  text,
} from './config-values.ts'
import { accelRedirect, readS3, type S3Config } from './config-media.ts'
import { feedLanguage, websubHub } from './config-feeds.ts'
import { type ImportFolderSetting, importFolders } from './config-imports.ts'
import { trustProxy } from './config-proxies.ts'
import { sourceNetworks, sourceProxy, type SourceSetting, sourceSettings } from './config-sources.ts'

export { ConfigError }

/** The only reader of the environment; the README's table describes each setting. */
export interface Config {
  readonly port: number
  readonly host: string
  /** `PUBLIC_URL` (http://localhost:PORT): how people reach the site; canonical links, sitemap and mails use it. No slash at its end. */
  readonly publicUrl: string
  /** `API_ROOT` (/api): where the web app finds the API; a whole address when that has a host of its own. */
  readonly apiRoot: string
  /** `DATA_DIR` (./data): database, media and generated secrets of a server on one machine. */
  readonly dataDir: string
  /** `DATABASE_URL` (empty: SQLite in DATA_DIR): a postgres:// URL. */
  readonly databaseUrl: string
  /** `S3_BUCKET` and its companions (empty: media in DATA_DIR/media): the store that keeps media. */
  readonly s3: S3Config | null
  /** `ACCEL_REDIRECT` (empty): the internal location by which nginx in front sends media out of DATA_DIR/media. */
  readonly accelRedirect: string
  /** `SMTP_URL` (empty: each mail becomes a file in DATA_DIR/outbox): the mail server, as smtp://user:password@host:587 or smtps://…. */
  readonly smtpUrl: string
  /** `MAIL_FROM` (Earmark <earmark@HOST OF PUBLIC_URL>): the sender of mails. */
  readonly mailFrom: string
  /** `TOKEN_SECRET` (empty: made once and kept in DATA_DIR): signs tokens; the same on all nodes. */
  readonly tokenSecret: string
  /** `ADMIN_EMAIL` (admin@HOST OF PUBLIC_URL): the first administrator's address; ignored once there is one. */
  readonly adminEmail: string
  /** `ADMIN_PASSWORD` (empty: made and told once): the first administrator's password; ignored once there is one. */
  readonly adminPassword: string
  /** `ACCESS` (public): whether the library is everybody's to read, or those who have signed in. */
  readonly access: 'public' | 'members'
  /** `MEDIA_SECONDS` (86400): how long a media address works that a member is given; half of that at least. */
  readonly mediaSeconds: number
  /** `REGISTRATION` (open): who may make an account: everybody, those who are invited, or nobody. */
  readonly registration: 'open' | 'invitation' | 'closed'
  readonly sampleCatalogue: boolean
  /** `CORS_ORIGINS` (none): comma-separated origins of web apps on other hosts. */
  readonly corsOrigins: readonly string[]
  /** `TRUST_PROXY` (false): proxies whose X-Forwarded-* are believed; true means only the nearest one. */
  readonly trustProxy: boolean | string
  readonly rateLimits: boolean
  readonly maxAudioBytes: number
  readonly maxImageBytes: number
  /** `MAX_INCOMING_BYTES` (null: a tenth of the disk): of all uploads that come in several requests, together. */
  readonly maxIncomingBytes: number | null
  /** `IMPORT_FOLDERS` (none): comma-separated `name=place` of libraries that editors may bring in. */
  readonly importFolders: readonly ImportFolderSetting[]
  /** `IMPORT_READERS` (1): child processes that look into the files of a library at once. */
  readonly importReaders: number
  /** `SOURCES` (editors): who makes podcasts from feeds elsewhere; off, nobody, and none is checked. */
  readonly sources: SourceSetting
  /** `SOURCE_PLAYBACK` (relay): whether the server passes sounds elsewhere on, or sends listeners to their origins. */
  readonly sourcePlayback: 'relay' | 'origin'
  /** `SOURCE_NETWORKS` (none): networks that feeds may be fetched from although they are not public. */
  readonly sourceNetworks: readonly string[]
  /** `SOURCE_PROXY` (empty): an HTTP proxy that every request to a feed's host goes through, by CONNECT. */
  readonly sourceProxy: string
  /** `SOURCE_MAX_BYTES` (64 MiB): of a feed or another document elsewhere, decoded. */
  readonly sourceMaxBytes: number
  /** `FEED_LANGUAGE` (en): of feeds of records without a language. */
  readonly feedLanguage: string
  /** `WEBSUB_HUB` (empty): the hub that is told of changed feeds. */
  readonly websubHub: string
  /** `GPODDER` (true): whether podcast apps synchronise below /gpodder. */
  readonly gpodder: boolean
  /** `METRICS` (false): whether the node tells Prometheus about itself at /metrics. */
  readonly metrics: boolean
  readonly logLevel: string
}

export function localApiRoot({ apiRoot }: Pick<Config, 'apiRoot'>): string {
  return apiRoot.startsWith('/') ? apiRoot : new URL(apiRoot).pathname
}

/** Files that do not outlive a restart. The folder is made on demand. */
export function temporaryFolder({ dataDir }: Pick<Config, 'dataDir'>): string {
  return join(dataDir, 'tmp')
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']
/** The longest life of a signed address of an S3 store. */
const longestMediaSeconds = 7 * 24 * 3600
const gibibyte = 1024 ** 3
const mebibyte = 1024 ** 2

/** @throws ConfigError */
export function readConfig(environment: Environment = process.env): Config {
  const port = integer(environment, 'PORT', 3000, 0, 65_535)
  const siteUrl = publicUrl(environment, port)
  const access = oneOf(environment, 'ACCESS', 'public', ['public', 'members'])
  const s3 = readS3(environment, siteUrl, access)
  return Object.freeze({
    port,
    // As addresses have it, an IPv6 number may be in brackets.
    host: text(environment, 'HOST', '127.0.0.1').replace(/^\[(.*)\]$/, '$1'),
    publicUrl: siteUrl,
    apiRoot: apiRoot(environment),
    dataDir: resolve(text(environment, 'DATA_DIR', './data')),
    databaseUrl: databaseUrl(environment),
    s3,
    accelRedirect: accelRedirect(environment, s3),
    smtpUrl: smtpUrl(environment),
    mailFrom: mailFrom(environment, siteUrl),
    tokenSecret: tokenSecret(environment),
    adminEmail: adminEmail(environment, siteUrl),
    adminPassword: adminPassword(environment),
    access,
    mediaSeconds: integer(environment, 'MEDIA_SECONDS', 24 * 3600, 1, longestMediaSeconds),
    registration: oneOf(environment, 'REGISTRATION', 'open', ['open', 'invitation', 'closed']),
    sampleCatalogue: flag(environment, 'SAMPLE_CATALOGUE', true),
    corsOrigins: origins(environment),
    trustProxy: trustProxy(environment),
    rateLimits: flag(environment, 'RATE_LIMITS', true),
    maxAudioBytes: integer(environment, 'MAX_AUDIO_BYTES', 4 * gibibyte, 1, Number.MAX_SAFE_INTEGER),
    maxImageBytes: integer(environment, 'MAX_IMAGE_BYTES', 20 * mebibyte, 1, Number.MAX_SAFE_INTEGER),
    maxIncomingBytes: optionalBytes(environment, 'MAX_INCOMING_BYTES'),
    importFolders: importFolders(environment),
    importReaders: integer(environment, 'IMPORT_READERS', 1, 1, 64),
    sources: oneOf(environment, 'SOURCES', 'editors', sourceSettings),
    sourcePlayback: oneOf(environment, 'SOURCE_PLAYBACK', 'relay', ['relay', 'origin']),
    sourceNetworks: sourceNetworks(environment),
    sourceProxy: sourceProxy(environment),
    sourceMaxBytes: integer(environment, 'SOURCE_MAX_BYTES', 64 * mebibyte, 1, gibibyte),
    feedLanguage: feedLanguage(environment),
    websubHub: websubHub(environment),
    gpodder: flag(environment, 'GPODDER', true),
    metrics: flag(environment, 'METRICS', false),
    logLevel: oneOf(environment, 'LOG_LEVEL', 'info', logLevels),
  })
}

function optionalBytes(environment: Environment, name: string): number | null {
  if (text(environment, name, '') === '') return null
  return integer(environment, name, 0, 1, Number.MAX_SAFE_INTEGER)
}

function publicUrl(environment: Environment, port: number): string {
  const url = httpUrl(environment, 'PUBLIC_URL', `http://localhost:${port}`)
  if (url.pathname !== '/') {
    throw new ConfigError(`PUBLIC_URL must be an address without a path; it is "${url.href}".`)
  }
  return url.origin
}

const plainPath = /^(\/[\w.~-]+)+$/
/** What the server answers beside its API, and the pages. */
const takenRoots = new Set([
  ...['assets', 'feeds', 'gpodder', 'health', 'index.php', 'media', 'metrics', 'relay'],
  ...['audio-books', 'auth', 'collections', 'connect', 'creators', 'edit', 'forbidden', 'my-library'],
  ...['not-found', 'podcasts', 'search', 'series', 'user-profile'],
])

function apiRoot(environment: Environment): string {
  const given = text(environment, 'API_ROOT', '/api').replace(/\/+$/, '')
  const isPath = given.startsWith('/') && !given.startsWith('//')
  const url = isPath ? null : httpUrl(environment, 'API_ROOT', given)
  const path = url ? url.pathname.replace(/\/+$/, '') : given
  const folders = path.split('/')
  if (!plainPath.test(path) || folders.includes('.') || folders.includes('..')) {
    throw new ConfigError(`API_ROOT must be a path such as /api, or an address with one; it is "${given}".`)
  }
  if (takenRoots.has(folders[1] as string)) {
    throw new ConfigError(
      `API_ROOT must be a path of its own such as /api: the server has others below /${folders[1]} already; it is "${given}".`,
    )
  }
  return url ? url.href.replace(/\/+$/, '') : given
}

function databaseUrl(environment: Environment): string {
  const given = text(environment, 'DATABASE_URL', '')
  if (given !== '' && !/^postgres(ql)?:$/.test(parseUrl(given)?.protocol ?? '')) {
    throw new ConfigError('DATABASE_URL must be empty (SQLite) or a postgres:// address.')
  }
  return given
}

function smtpUrl(environment: Environment): string {
  const given = text(environment, 'SMTP_URL', '')
  const url = parseUrl(given)
  // The value is not repeated: it may hold a password.
  if (given !== '' && (!url || !/^smtps?:$/.test(url.protocol) || url.hostname === '')) {
    throw new ConfigError(
      'SMTP_URL must be empty or an address such as smtp://user:password@mail.example.org:587.',
    )
  }
  return given
}

function ownAddress(siteUrl: string, localPart: string): string {
  const { hostname } = new URL(siteUrl)
  const address = `${localPart}@${hostname}`
  return isEmail(address) ? address : `${localPart}@localhost`
}

const senderForm = /^(?:[^<>"\r\n]+ )?<([^<>]+)>$/

function mailFrom(environment: Environment, siteUrl: string): string {
  const given = text(environment, 'MAIL_FROM', `Earmark <${ownAddress(siteUrl, 'earmark')}>`)
  if (!isEmail(senderForm.exec(given)?.[1] ?? given)) {
    throw new ConfigError(`MAIL_FROM must be a sender such as Earmark <books@example.org>; it is "${given}".`)
  }
  return given
}

const leastSecretLength = 32

function tokenSecret(environment: Environment): string {
  const given = text(environment, 'TOKEN_SECRET', '')
  if (given !== '' && given.length < leastSecretLength) {
    throw new ConfigError(
      `TOKEN_SECRET must be empty or have at least ${leastSecretLength} characters; it has ${given.length}.`,
    )
  }
  return given
}

function adminEmail(environment: Environment, siteUrl: string): string {
  const given = text(environment, 'ADMIN_EMAIL', ownAddress(siteUrl, 'admin'))
  if (!isEmail(given)) throw new ConfigError(`ADMIN_EMAIL must be an e-mail address; it is "${given}".`)
  return given
}

function adminPassword(environment: Environment): string {
  const given = environment.ADMIN_PASSWORD ?? ''
  if (given === '') return given
  const lacking = passwordRules.filter((rule) => !rule.isMetBy(given)).map(({ label }) => label.toLowerCase())
  if (lacking.length > 0) throw new ConfigError(`ADMIN_PASSWORD must have ${lacking.join(', ')}.`)
  if (given.length > maxPasswordLength) {
    throw new ConfigError(`ADMIN_PASSWORD must have at most ${maxPasswordLength} characters.`)
  }
  return given
}

function origins(environment: Environment): string[] {
  const given = text(environment, 'CORS_ORIGINS', '')
  return given
    .split(',')
    .map((origin) => origin.trim())
    .filter((origin) => origin !== '')
    .map((origin) => {
      if (parseUrl(origin)?.origin !== origin || !/^https?:/.test(origin)) {
        throw new ConfigError(
          `CORS_ORIGINS must list http or https origins such as https://listen.example.org; "${origin}" is none.`,
        )
      }
      return origin
    })
}
