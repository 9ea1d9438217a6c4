import { createHmac } from 'node:crypto'
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

export const encode = (part: unknown) =>
  Buffer.from(typeof part === 'string' ? part : JSON.stringify(part)).toString('base64url')
const decode = (part: string | undefined): Fields =>
  JSON.parse(Buffer.from(part ?? '', 'base64url').toString()) as Fields

function hmac(key: string | Uint8Array, text: string, size = 256): string {
  return createHmac(`sha${size}`, key).update(text).digest('base64url')
}

export const claimsOf = (person: Person): Fields => decode(person.accessToken.split('.')[1])
export const ours = { alg: 'HS256', typ: 'at+jwt' }

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
