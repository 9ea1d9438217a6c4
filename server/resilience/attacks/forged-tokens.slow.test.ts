import type { AddressInfo } from 'node:net'
import { listAudioBooks } from '@earmark/contract/audio-books.ts'
import { login } from '@earmark/contract/auth.ts'
import { getProfile } from '@earmark/contract/users.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { issueEmailToken } from '../../src/people/mail/email-tokens.ts'
import { apiAccess } from '../../src/http/guard/access.ts'
import { makePerson, password, type Person } from '../../src/testing/people.ts'
import { startTestServer } from '../../src/testing/server.ts'
import { isProof } from './operation-sinks.ts'
import { forge, forgedTokens } from './forged-tokens.ts'
import { forAllTests } from '../../src/testing/for-all-tests.ts'

const secret = 'a-secret-of-the-configuration-that-is-long-enough'

const server = await forAllTests(startTestServer({ environment: { TOKEN_SECRET: secret } }))
// Whoever is let in where only administrators are, would be.
const ada = await makePerson(server, 'Admin')
const { connection } = server.deps.db
const mailed = { userId: ada.account.id, kind: 'reset-password' } as const
const emailToken = await issueEmailToken(connection, mailed, server.time.now)
const forgery = { server, ada, bea: await makePerson(server), secret, emailToken }
const bearers = (await forgedTokens(forgery)).map(([name, token]) => [`a token ${name}`, `Bearer ${token}`])
const forgedHeaders = [...(bearers as [string, string][]), ...malformedHeaders(ada)]

function malformedHeaders({ accessToken, account }: Person): [string, string][] {
  return [
    ['nothing', ''],
    ['the scheme alone', 'Bearer'],
    ['the scheme and a space', 'Bearer '],
    ['no scheme', accessToken],
    ['the scheme Basic', `Basic ${Buffer.from(`${account.email}:${password}`).toString('base64')}`],
    ['the scheme Token', `Token ${accessToken}`],
    ['the scheme twice', `Bearer Bearer ${accessToken}`],
    ['two tokens', `Bearer ${accessToken} ${accessToken}`],
    ['two headers in one', `Bearer ${accessToken}, Bearer ${accessToken}`],
    ['a quoted token', `Bearer "${accessToken}"`],
    ['a space in the token', `Bearer ${accessToken.replace('.', ' .')}`],
    ['a tab before the token', `Bearer\t${accessToken}`],
    ['a line after the token', `Bearer ${accessToken}\n`],
    ['a second line', `Basic x\nBearer ${accessToken}`],
    ['letters of no token', `Bearer ${accessToken}é`],
    ['a full-width letter', `Bearer ${accessToken.replace('e', 'ｅ')}`],
  ]
}

const protectedCalls = Object.entries(apiAccess)
  .filter(([, access]) => access !== 'everyone')
  .map(
    ([call], place) =>
      [
        ...(call.split(' ') as ['GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', string]),
        place,
      ] as const,
  )

const spaces = fc.constantFrom(' ', '\t', '\n', '=', '.', '/')
const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url')

describe('whoever asks for somebody’s own', () => {
  it('is let in by a true token, also with the scheme in lower case or made here by the same rule', async () => {
    for (const authorization of [
      `Bearer ${ada.accessToken}`,
      `bearer ${ada.accessToken}`,
      `BEARER  ${ada.accessToken} `,
      `Bearer ${forge(forgery)}`,
    ]) {
      expect(await server.call(getProfile, {}, { authorization })).toMatchObject({ id: ada.account.id })
    }
  })

  it.each(protectedCalls)('is sent away from %s %s with thirty forgeries', async (method, path, place) => {
    // Dealt out: each is tried on a third of the calls.
    const tried = forgedHeaders.filter((_, turn) => isProof || turn % 3 === place % 3)
    expect(tried.length).toBeGreaterThanOrEqual(30)
    const url = `/api${path.replace(/:\w+/g, '1')}`
    const wrong: unknown[] = []
    for (const [name, authorization] of tried) {
      const { statusCode, body, headers } = await server.app.inject({
        method,
        url,
        headers: { authorization },
      })
      const answer = [statusCode, headers['www-authenticate'], headers['cache-control'], body]
      const expected = [
        401,
        'Bearer',
        'no-store',
        method === 'HEAD' ? '' : '[{"code":"Unauthorized","description":"Please sign in."}]',
      ]
      if (JSON.stringify(answer) !== JSON.stringify(expected)) wrong.push([name, answer])
    }
    expect(wrong).toEqual([])
  })

  it('is sent away with whatever looks like a token', async () => {
    const part = fc.oneof(fc.jsonValue().map(encode), fc.base64String(), fc.string(), spaces)
    const header = fc
      .record({ alg: fc.constantFrom('HS256', 'none', 'dir'), typ: fc.jsonValue() })
      .map(encode)
    const fake = fc.oneof(
      fc.tuple(fc.oneof(header, part), part, part).map((parts) => parts.join('.')),
      fc.array(part).map((parts) => parts.join('.')),
    )
    await fc.assert(
      fc.asyncProperty(fake, async (token) => {
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

it('what is open to everyone does not look at any forgery', async () => {
  const plain = await server.attempt(listAudioBooks, {}, {})
  const body = { userName: ada.account.email, password }
  for (const [name, authorization] of forgedHeaders) {
    const marked = await server.attempt(listAudioBooks, {}, { authorization })
    const signedIn = await server.attempt(login, { body }, { 'x-deviceid': ada.deviceId, authorization })
    expect([name, marked.status, marked.body, signedIn.status]).toEqual([name, 200, plain.body, 200])
    expect(marked.headers['etag']).toBe(plain.headers['etag'])
  }
})
