import { createHmac, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { login } from '@earmark/contract/auth.ts'
import { listAudioBooks } from '@earmark/contract/audio-books.ts'
import { getProfile } from '@earmark/contract/users.ts'
import { hash } from '@node-rs/argon2'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makePerson, password, type Person } from '../../testing/people.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { issueEmailToken } from '../mail/email-tokens.ts'
import { updateAccount } from '../users/users.queries.ts'

const secret = 'a-secret-of-the-configuration-that-is-long-enough'
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const publicPem = publicKey.export({ type: 'spki', format: 'pem' }) as string
const publicJwk = publicKey.export({ format: 'jwk' })

let server: TestServer
let ada: Person
let bea: Person
let emailToken: string
beforeAll(async () => {
  server = await startTestServer({ environment: { TOKEN_SECRET: secret } })
  ada = await makePerson(server)
  bea = await makePerson(server)
  const { connection } = server.deps.db
  emailToken = await issueEmailToken(
    connection,
    { userId: ada.account.id, kind: 'reset-password' },
    server.time.now,
  )
  const cheapHash = await hash(password, { memoryCost: 64, timeCost: 1, parallelism: 1 })
  await updateAccount(connection, ada.account.id, { passwordHash: cheapHash }, server.time.now)
})
afterAll(async () => await server[Symbol.asyncDispose]())

type Fields = Record<string, unknown>

const encode = (part: unknown) =>
  Buffer.from(typeof part === 'string' ? part : JSON.stringify(part)).toString('base64url')
const decode = (part: string | undefined) => JSON.parse(Buffer.from(part ?? '', 'base64url').toString())

function hmac(key: string | Uint8Array, text: string, size = 256): string {
  return createHmac(`sha${size}`, key).update(text).digest('base64url')
}

const claimsOf = (person: Person): Fields => decode(person.accessToken.split('.')[1])
const ours = { alg: 'HS256', typ: 'at+jwt' }

/** A token as ours are, but for what is changed. */
function forge({
  header = ours,
  claims = claimsOf(ada),
  key = server.deps.tokenKeys.access,
  size = 256,
}: {
  header?: Fields
  claims?: unknown
  key?: string | Uint8Array
  size?: number
} = {}): string {
  const signed = `${encode(header)}.${encode(claims)}`
  return `${signed}.${hmac(key, signed, size)}`
}

function without(claim: string): Fields {
  const { [claim]: _, ...others } = claimsOf(ada)
  return others
}

/** Other claims under the signature of the true ones. */
function edited(changes: Fields, header?: Fields): string {
  const [oldHeader, , signature] = ada.accessToken.split('.')
  return `${header ? encode(header) : oldHeader}.${encode({ ...claimsOf(ada), ...changes })}.${signature}`
}

function signedByRsa(header: Fields): string {
  const signed = `${encode(header)}.${encode(claimsOf(ada))}`
  return `${signed}.${sign('sha256', Buffer.from(signed), privateKey).toString('base64url')}`
}

const otherKey = randomBytes(32)
const inASecond = () => Math.floor(server.time.now / 1000) + 1
const embedded = { ...ours, jwk: { kty: 'oct', k: otherKey.toString('base64url') } }
const remote = { ...ours, kid: '1', jku: 'https://evil.example/keys', x5u: 'https://evil.example/pem' }

const forgedTokens: [string, () => string][] = [
  ['without an algorithm', () => `${encode({ ...ours, alg: 'none' })}.${encode(claimsOf(ada))}.`],
  ['of no algorithm in other letters', () => `${encode({ ...ours, alg: 'nOnE' })}.${encode(claimsOf(ada))}.`],
  ['of no algorithm, signed', () => forge({ header: { ...ours, alg: 'none' } })],
  ['of no algorithm with the true signature', () => edited({}, { ...ours, alg: 'none' })],
  ['with an empty signature', () => ada.accessToken.replace(/[^.]+$/, '')],
  ['of two parts', () => ada.accessToken.replace(/\.[^.]+$/, '')],
  ['signed with another key', () => forge({ key: otherKey })],
  ['signed with an empty key', () => forge({ key: '' })],
  ['signed with the key of refresh tokens', () => forge({ key: server.deps.tokenKeys.refresh })],
  ['signed with the secret that the keys are made of', () => forge({ key: secret })],
  ['of HS384 with the right key', () => forge({ header: { ...ours, alg: 'HS384' }, size: 384 })],
  ['of HS512 with the right key', () => forge({ header: { ...ours, alg: 'HS512' }, size: 512 })],
  ['that says HS512 and is of HS256', () => forge({ header: { ...ours, alg: 'HS512' } })],
  ['of RS256', () => signedByRsa({ ...ours, alg: 'RS256' })],
  ['that says HS256 and is of RS256', () => signedByRsa(ours)],
  ['of HS256 with a public key', () => forge({ key: publicPem })],
  ['of RS256 with the right key', () => forge({ header: { ...ours, alg: 'RS256' } })],
  ['with another role under the old signature', () => edited({ role: 'Admin' })],
  ['of another user under the old signature', () => edited({ sub: bea.account.id })],
  ['of another session under the old signature', () => edited({ sid: claimsOf(bea)['sid'] })],
  ['with more time under the old signature', () => edited({ exp: inASecond() + 3600 })],
  ['that never expires', () => forge({ claims: without('exp') })],
  ['of nobody', () => forge({ claims: without('sub') })],
  ['of no session', () => forge({ claims: without('sid') })],
  ['issued at no time', () => forge({ claims: without('iat') })],
  ['that expires at this second', () => forge({ claims: { ...claimsOf(ada), exp: inASecond() - 1 } })],
  ['whose expiry is text', () => forge({ claims: { ...claimsOf(ada), exp: String(inASecond()) } })],
  ['that does not hold yet', () => forge({ claims: { ...claimsOf(ada), nbf: inASecond() } })],
  ['of type JWT', () => forge({ header: { ...ours, typ: 'JWT' } })],
  ['of no type', () => forge({ header: { alg: 'HS256' } })],
  ['whose type is a number', () => forge({ header: { ...ours, typ: 1 } })],
  ['with another user’s session', () => forge({ claims: { ...claimsOf(ada), sid: claimsOf(bea)['sid'] } })],
  ['of a session that never was', () => forge({ claims: { ...claimsOf(ada), sid: ada.deviceId } })],
  ['of a numbered user', () => forge({ claims: { ...claimsOf(ada), sub: 42 } })],
  ['of a user that is an object', () => forge({ claims: { ...claimsOf(ada), sub: { id: ada.account.id } } })],
  ['of several sessions', () => forge({ claims: { ...claimsOf(ada), sid: [claimsOf(ada)['sid'], 'x'] } })],
  ['with an unknown critical header', () => forge({ header: { ...ours, crit: ['hold'], hold: true } })],
  ['with an unencoded payload', () => forge({ header: { ...ours, crit: ['b64'], b64: false } })],
  ['with a key of its own', () => forge({ header: embedded, key: otherKey })],
  ['of RS256 with a key of its own', () => signedByRsa({ ...ours, alg: 'RS256', jwk: publicJwk })],
  ['with a key somewhere else', () => forge({ header: remote, key: otherKey })],
  ['with a key named by a path', () => forge({ header: { ...ours, kid: '../../dev/null' }, key: '' })],
  ['in a token', () => forge({ header: { ...ours, cty: 'JWT' }, claims: ada.accessToken })],
  ['whose claims are a list', () => forge({ claims: '[]' })],
  ['whose claims are no JSON', () => forge({ claims: '{' })],
  ['whose header is null', () => `${encode('null')}.${ada.accessToken.split('.').slice(1).join('.')}`],
  ['with more after it', () => `${ada.accessToken}.x`],
  ['with a longer signature', () => `${ada.accessToken}A`],
  ['that is a refresh token', () => ada.refreshToken],
  ['from a mail', () => emailToken],
  ['of 100 kB', () => forge({ claims: { ...claimsOf(ada), more: 'x'.repeat(100_000) }, key: otherKey })],
]

const forgedHeaders: [string, () => string][] = [
  ...forgedTokens.map(([name, make]): [string, () => string] => [
    `a token ${name}`,
    () => `Bearer ${make()}`,
  ]),
  ['nothing', () => ''],
  ['the scheme alone', () => 'Bearer'],
  ['the scheme and a space', () => 'Bearer '],
  ['no scheme', () => ada.accessToken],
  ['the scheme Basic', () => `Basic ${Buffer.from(`${ada.account.email}:${password}`).toString('base64')}`],
  ['the scheme Token', () => `Token ${ada.accessToken}`],
  ['the scheme twice', () => `Bearer Bearer ${ada.accessToken}`],
  ['two tokens', () => `Bearer ${ada.accessToken} ${ada.accessToken}`],
  ['two headers in one', () => `Bearer ${ada.accessToken}, Bearer ${ada.accessToken}`],
  ['a quoted token', () => `Bearer "${ada.accessToken}"`],
  ['a space in the token', () => `Bearer ${ada.accessToken.replace('.', ' .')}`],
  ['a tab before the token', () => `Bearer\t${ada.accessToken}`],
  ['a line after the token', () => `Bearer ${ada.accessToken}\n`],
  ['a second line', () => `Basic x\nBearer ${ada.accessToken}`],
  ['letters of no token', () => `Bearer ${ada.accessToken}é`],
  ['a full-width letter', () => `Bearer ${ada.accessToken.replace('e', 'ｅ')}`],
]

const spaces = fc.constantFrom(' ', '\t', '\n', '=', '.', '/')

describe('whoever asks for somebody’s own', () => {
  it('is let in by a true token, also with the scheme in lower case or made here by the same rule', async () => {
    for (const authorization of [
      `Bearer ${ada.accessToken}`,
      `bearer ${ada.accessToken}`,
      `BEARER  ${ada.accessToken} `,
      `Bearer ${forge()}`,
    ]) {
      expect(await server.call(getProfile, {}, { authorization })).toMatchObject({ id: ada.account.id })
    }
  })

  it.each(forgedHeaders)('is sent away with %s', async (_, make) => {
    const { status, codes, errors, headers } = await server.attempt(getProfile, {}, { authorization: make() })
    expect({ status, codes }).toEqual({ status: 401, codes: ['Unauthorized'] })
    expect(errors).toEqual([{ code: 'Unauthorized', description: expect.any(String) }])
    expect(headers).toMatchObject({ 'www-authenticate': 'Bearer', 'cache-control': 'no-store' })
  })

  it('is sent away with whatever looks like a token', async () => {
    const part = fc.oneof(fc.jsonValue().map(encode), fc.base64String(), fc.string(), spaces)
    const header = fc
      .record({ alg: fc.constantFrom('HS256', 'none', 'dir'), typ: fc.jsonValue() })
      .map(encode)
    const forgery = fc.oneof(
      fc.tuple(fc.oneof(header, part), part, part).map((parts) => parts.join('.')),
      fc.array(part).map((parts) => parts.join('.')),
    )
    await fc.assert(
      fc.asyncProperty(forgery, async (token) => {
        const { status } = await server.attempt(getProfile, {}, { authorization: `Bearer ${token}` })
        expect(status).toBe(401)
      }),
      { numRuns: 300 },
    )
  })

  it('is sent away with a token that differs in any letter', async () => {
    const place = fc.nat(ada.accessToken.length - 1)
    await fc.assert(
      fc.asyncProperty(place, fc.constantFrom('A', 'z', '9', '_', '.'), async (at, letter) => {
        const token = `${ada.accessToken.slice(0, at)}${letter}${ada.accessToken.slice(at + 1)}`
        fc.pre(isOther(token))
        const { status } = await server.attempt(getProfile, {}, { authorization: `Bearer ${token}` })
        expect(status).toBe(401)
      }),
      { numRuns: 200 },
    )
  })

  it('is sent away with a token of 100 kB before it is looked at', async () => {
    await server.app.listen({ port: 0 })
    const { port } = server.app.server.address() as AddressInfo
    const authorization = `Bearer ${'x'.repeat(100_000)}`
    const response = await fetch(`http://localhost:${port}/api/users/profiles/me`, {
      headers: { authorization },
    })
    expect(response.status).toBe(431)
    expect(await response.json()).toEqual([{ code: 'HeadersTooLarge', description: expect.any(String) }])
  })
})

/** Whether a token says other bytes: the last letter of a signature has two bits to spare. */
function isOther(token: string): boolean {
  const bytes = (text: string) =>
    text.split('.').map((part) => Buffer.from(part, 'base64url').toString('hex'))
  return bytes(token).join('.') !== bytes(ada.accessToken).join('.')
}

describe('what is open to everyone', () => {
  it.each(forgedHeaders)('does not look at %s', async (_, make) => {
    const authorization = make()
    const plain = await server.attempt(listAudioBooks, {}, {})
    const marked = await server.attempt(listAudioBooks, {}, { authorization })
    expect(marked.status).toBe(200)
    expect(marked.body).toBe(plain.body)
    expect(marked.headers['etag']).toBe(plain.headers['etag'])
    const body = { userName: ada.account.email, password }
    const signedIn = await server.attempt(login, { body }, { 'x-deviceid': ada.deviceId, authorization })
    expect(signedIn.status).toBe(200)
  })
})
