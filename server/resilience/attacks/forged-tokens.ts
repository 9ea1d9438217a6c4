import { createHmac, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { openTokenKeys } from '../../src/people/sessions/token-keys.ts'
import type { Person } from '../../src/testing/people.ts'
import type { TestServer } from '../../src/testing/server.ts'

/** What a forger has seen or guessed: two people's tokens, the configuration's secret, a token that was mailed. */
export interface Forgery {
  readonly server: TestServer
  readonly ada: Person
  readonly bea: Person
  readonly secret: string
  readonly emailToken: string
}

type Fields = Record<string, unknown>

const encode = (part: unknown) =>
  Buffer.from(typeof part === 'string' ? part : JSON.stringify(part)).toString('base64url')
const decode = (part: string | undefined): Fields =>
  JSON.parse(Buffer.from(part ?? '', 'base64url').toString()) as Fields

function hmac(key: string | Uint8Array, text: string, size = 256): string {
  return createHmac(`sha${size}`, key).update(text).digest('base64url')
}

const claimsOf = (person: Person): Fields => decode(person.accessToken.split('.')[1])
const ours = { alg: 'HS256', typ: 'at+jwt' }

interface Parts {
  readonly header?: unknown
  readonly claims?: unknown
  readonly key?: string | Uint8Array
  readonly size?: number
}

/** A token as ours are, but for what is changed. */
export function forge({ server, ada }: Forgery, parts: Parts = {}): string {
  const { header = ours, claims = claimsOf(ada), key = server.deps.tokenKeys.access, size } = parts
  const signed = `${encode(header)}.${encode(claims)}`
  return `${signed}.${hmac(key, signed, size)}`
}

/** Tokens that nobody has issued, or that say another than what was issued. */
export async function forgedTokens(forgery: Forgery): Promise<[name: string, token: string][]> {
  const { access: others } = await openTokenKeys('the-secret-of-another-server-altogether', '')
  return [
    ...unsigned(forgery),
    ...wronglySigned(forgery, others),
    ...underTheOldSignature(forgery),
    ...wrongClaims(forgery),
    ...wrongHeaders(forgery, others),
    ...cutOrTaken(forgery, others),
  ]
}

function unsigned({ ada }: Forgery): [string, string][] {
  const [header, claims, signature] = ada.accessToken.split('.') as [string, string, string]
  const none = (alg: unknown) => encode({ ...ours, alg })
  return [
    ['without an algorithm', `${none('none')}.${claims}.`],
    ['of no algorithm in other letters', `${none('nOnE')}.${claims}.`],
    ['of no algorithm with the true signature', `${none('none')}.${claims}.${signature}`],
    ['that says no algorithm', `${encode({ typ: 'at+jwt' })}.${claims}.${signature}`],
    ['with an empty signature', `${header}.${claims}.`],
    ['with a signature of zeros', `${header}.${claims}.${'A'.repeat(43)}`],
    ['of ES256 with a signature of zeros', `${none('ES256')}.${claims}.${'A'.repeat(86)}`],
    ['of two parts', `${header}.${claims}`],
  ]
}

function wronglySigned(forgery: Forgery, others: Uint8Array): [string, string][] {
  const { server, secret, ada } = forgery
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const publicJwk = publicKey.export({ format: 'jwk' })
  const byRsa = (header: Fields) => {
    const signed = `${encode(header)}.${encode(claimsOf(ada))}`
    return `${signed}.${sign('sha256', Buffer.from(signed), privateKey).toString('base64url')}`
  }
  const signedWith = (key: string | Uint8Array) => forge(forgery, { key })
  const says = (alg: unknown, size?: number) =>
    forge(forgery, { header: { ...ours, alg }, ...(size && { size }) })
  return [
    ['signed with another key', signedWith(randomBytes(32))],
    ['signed with an empty key', signedWith('')],
    ['signed with the word null', signedWith('null')],
    ['signed with another server’s key', signedWith(others)],
    ['signed with the key of refresh tokens', signedWith(server.deps.tokenKeys.refresh)],
    ['signed with the secret that the keys are made of', signedWith(secret)],
    ['of no algorithm, signed', says('none')],
    ['of HS384 with the right key', says('HS384', 384)],
    ['of HS512 with the right key', says('HS512', 512)],
    ['that says HS512 and is of HS256', says('HS512')],
    ['of an algorithm in small letters', says('hs256')],
    ['of a list of algorithms', says(['HS256'])],
    ['of RS256', byRsa({ ...ours, alg: 'RS256' })],
    ['that says HS256 and is of RS256', byRsa(ours)],
    ['of RS256 with a key of its own', byRsa({ ...ours, alg: 'RS256', jwk: publicJwk })],
    ['of HS256 with a public key', signedWith(publicKey.export({ type: 'spki', format: 'pem' }))],
    ['of HS256 with a public key as JSON', signedWith(JSON.stringify(publicJwk))],
    ['of RS256 with the right key', says('RS256')],
  ]
}

function underTheOldSignature({ server, ada, bea }: Forgery): [string, string][] {
  const [header, claims, signature] = ada.accessToken.split('.') as [string, string, string]
  const text = Buffer.from(claims, 'base64url').toString()
  const edited = (changes: Fields) => `${header}.${encode({ ...claimsOf(ada), ...changes })}.${signature}`
  return [
    ['with another role under the old signature', edited({ role: 'Editor' })],
    ['of another user under the old signature', edited({ sub: bea.account.id })],
    ['of another session under the old signature', edited({ sid: claimsOf(bea)['sid'] })],
    ['with more time under the old signature', edited({ exp: server.time.now / 1000 + 3600 })],
    ['with a second role', `${header}.${encode(text.replace('}', ',"role":"Admin"}'))}.${signature}`],
    ['with a role before its own', `${header}.${encode(text.replace('{', '{"role":"Admin",'))}.${signature}`],
    [
      'with a second algorithm',
      `${encode('{"alg":"none","alg":"HS256","typ":"at+jwt"}')}.${claims}.${signature}`,
    ],
    ['with another’s signature', `${header}.${claims}.${bea.accessToken.split('.')[2]}`],
    ['whose parts are swapped', `${claims}.${header}.${signature}`],
    ['whose header is null', `${encode('null')}.${claims}.${signature}`],
  ]
}

/** Under the right key, which nobody has: what was issued for something else, or not whole. */
function wrongClaims(forgery: Forgery): [string, string][] {
  const { server, ada, bea } = forgery
  const now = Math.floor(server.time.now / 1000)
  const sid = claimsOf(bea)['sid']
  const changed = (changes: Fields) => forge(forgery, { claims: { ...claimsOf(ada), ...changes } })
  const without = (claim: string) => changed({ [claim]: undefined })
  return [
    ['that never expires', without('exp')],
    ['of nobody', without('sub')],
    ['of no session', without('sid')],
    ['issued at no time', without('iat')],
    ['that expires at this second', changed({ exp: now })],
    ['that has expired long ago', changed({ exp: 1 })],
    ['whose expiry is text', changed({ exp: String(now + 60) })],
    ['that does not hold yet', changed({ nbf: now + 1 })],
    ['for another audience', changed({ aud: 'https://other.example' })],
    ['for several audiences', changed({ aud: ['https://other.example', 'earmark'] })],
    ['with another user’s session', changed({ sid })],
    ['of a session that never was', changed({ sid: ada.deviceId })],
    ['of a session that is a query', changed({ sid: `' OR '1'='1` })],
    ['of a session with NUL', changed({ sid: `${String(claimsOf(ada)['sid'])}\0` })],
    ['of a session that is half a character', changed({ sid: '\ud800' })],
    ['of a numbered user', changed({ sub: 42 })],
    ['of a user that is an object', changed({ sub: { id: ada.account.id } })],
    ['of several sessions', changed({ sid: [claimsOf(ada)['sid'], 'x'] })],
    ['whose claims are a list', forge(forgery, { claims: '[]' })],
    ['whose claims are no JSON', forge(forgery, { claims: '{' })],
    ['in a token', forge(forgery, { header: { ...ours, cty: 'JWT' }, claims: ada.accessToken })],
  ]
}

function wrongHeaders(forgery: Forgery, others: Uint8Array): [string, string][] {
  const header = (changes: Fields, key?: string | Uint8Array) =>
    forge(forgery, { header: { ...ours, ...changes }, ...(key !== undefined && { key }) })
  const jwk = { kty: 'oct', k: Buffer.from(others).toString('base64url') }
  return [
    ['of type JWT', header({ typ: 'JWT' })],
    ['of no type', header({ typ: undefined })],
    ['whose type is a number', header({ typ: 1 })],
    ['with an unknown critical header', header({ crit: ['hold'], hold: true })],
    ['with an unencoded payload', header({ crit: ['b64'], b64: false })],
    ['with a key of its own', header({ jwk }, others)],
    [
      'with a key somewhere else',
      header({ jku: 'https://evil.example/keys', x5u: 'https://evil.example' }, others),
    ],
    ['with a key named by a path', header({ kid: '../../dev/null' }, '')],
    ['with a key named by a file', header({ kid: '/proc/sys/kernel/randomize_va_space' }, '2\n')],
    ['with a key named by a query', header({ kid: `' UNION SELECT 'x` }, 'x')],
    ['with a key named by a command', header({ kid: '|echo x' }, 'x')],
  ]
}

function cutOrTaken(forgery: Forgery, others: Uint8Array): [string, string][] {
  const { ada, emailToken } = forgery
  const token = ada.accessToken
  const more = { ...claimsOf(ada), more: 'x'.repeat(100_000) }
  return [
    ...[1, 20, 43, 44, 100].map((count): [string, string] => [
      `without its last ${count} letters`,
      token.slice(0, -count),
    ]),
    ['without its first letter', token.slice(1)],
    ['with more after it', `${token}.x`],
    ['with a longer signature', `${token}A`],
    ['of five parts', `${token}..`],
    ['that is a refresh token', ada.refreshToken],
    ['from a mail', emailToken],
    ['of 100 kB', forge(forgery, { claims: more, key: others })],
    ['of 4000 dots', '.'.repeat(4000)],
  ]
}
