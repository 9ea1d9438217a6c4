import { Buffer, isUtf8 } from 'node:buffer'
import { Agent, request as sendRequest } from 'undici'
import type { Readable } from 'node:stream'
import type { Config } from '../config/config.ts'
import { checkedUrl, networkRule } from './address-rules.ts'
import {
  type Egress,
  type EgressAnswer,
  EgressError,
  type EgressHead,
  type EgressRedirect,
  type EgressRequest,
  type EgressStream,
  type EgressStreamRequest,
} from './egress.ts'
import { asEgressError } from './egress-errors.ts'
import { guardedConnect } from './guarded-connect.ts'
import { type Network, systemNetwork } from './network.ts'
import { parseProxy } from './proxy-tunnel.ts'
import { acceptedCodings, contentCoding, readBody } from './read-body.ts'
import { requestHeaders } from './request-headers.ts'

export interface EgressLimits {
  readonly connectMs: number
  readonly headersMs: number
  /** Without a byte of the body. */
  readonly idleMs: number
  /** Of `fetch`, redirects and body included. */
  readonly totalMs: number
  readonly maxRedirects: number
  readonly maxWireBytes: number
  readonly maxHeadBytes: number
}

export const egressLimits: EgressLimits = {
  connectMs: 10_000,
  headersMs: 10_000,
  idleMs: 15_000,
  totalMs: 60_000,
  maxRedirects: 5,
  maxWireBytes: 16 * 1024 ** 2,
  maxHeadBytes: 64 * 1024,
}

export interface EgressOptions {
  readonly limits?: Partial<EgressLimits>
  readonly network?: Network
  readonly ca?: string
}

type EgressConfig = Pick<Config, 'publicUrl' | 'sourceNetworks' | 'sourceProxy' | 'sourceMaxBytes'>

export function createEgress(config: EgressConfig, options: EgressOptions = {}): Egress {
  return new GuardedEgress(config, options)
}

interface Head extends EgressHead {
  readonly body: Readable
}

class GuardedEgress implements Egress {
  readonly #limits: EgressLimits
  readonly #agent: Agent
  readonly #agentName: string
  readonly #maxDecodedBytes: number

  constructor(config: EgressConfig, { limits = {}, network = systemNetwork, ca }: EgressOptions) {
    this.#limits = { ...egressLimits, ...limits }
    this.#agentName = `Earmark (+${config.publicUrl}/)`
    this.#maxDecodedBytes = config.sourceMaxBytes
    const isAllowed = networkRule(config.sourceNetworks)
    const proxy = parseProxy(config.sourceProxy)
    const rules = { network, isAllowed, proxy, ca, connectMs: this.#limits.connectMs }
    this.#agent = new Agent({
      connect: ({ hostname, port, protocol }, done) => {
        const isTls = protocol === 'https:'
        guardedConnect({ hostname, port: Number(port || (isTls ? 443 : 80)), isTls }, rules).then(
          (socket) => done(null, socket),
          (error: Error) => done(error, null),
        )
      },
      allowH2: false,
      maxHeaderSize: this.#limits.maxHeadBytes,
      bodyTimeout: this.#limits.idleMs,
      // The deadline of the headers is `#send`'s: undici's starts anew with bytes that drip in.
      headersTimeout: 0,
    })
  }

  async fetch(request: EgressRequest): Promise<EgressAnswer> {
    const deadline = AbortSignal.timeout(this.#limits.totalMs)
    const signal = request.signal ? AbortSignal.any([request.signal, deadline]) : deadline
    try {
      const { body, ...head } = await this.#follow({ ...request, signal }, acceptedCodings)
      const coding = codingOf({ headers: head.headers, body })
      const limits = {
        maxWireBytes: request.maxWireBytes ?? this.#limits.maxWireBytes,
        maxDecodedBytes: request.maxDecodedBytes ?? this.#maxDecodedBytes,
      }
      return { ...head, body: await readBody(body, coding, limits) }
    } catch (error) {
      request.signal?.throwIfAborted()
      throw asEgressError(error)
    }
  }

  async stream(request: EgressStreamRequest): Promise<EgressStream> {
    try {
      const head = await this.#follow(request, 'identity')
      if (codingOf(head) === null) return head
      head.body.on('error', () => undefined).destroy()
      throw new EgressError('CodingRefused', 'It is encoded, although it was asked for as it is')
    } catch (error) {
      request.signal?.throwIfAborted()
      throw asEgressError(error)
    }
  }

  async close(): Promise<void> {
    await this.#agent.destroy()
  }

  async #follow(request: EgressStreamRequest, codings: string): Promise<Head> {
    const first = checkedUrl(request.url, request)
    const redirects: EgressRedirect[] = []
    let url = first
    for (;;) {
      const isFirstOrigin = url.origin === first.origin
      const answer = await this.#send(url, request, isFirstOrigin, codings)
      const to = request.method === 'POST' ? null : redirectOf(answer, url)
      if (to === null) return { ...answer, redirects, movedTo: movedTo(redirects) }
      answer.body.on('error', () => undefined).destroy()
      if (redirects.length >= this.#limits.maxRedirects)
        throw new EgressError('TooManyRedirects', `More than ${this.#limits.maxRedirects} redirects`)
      const isPermanent = answer.status === 301 || answer.status === 308
      redirects.push({ status: answer.status, from: told(url), to: told(to), isPermanent })
      url = checkedUrl(to.href, request)
    }
  }

  async #send(url: URL, request: EgressStreamRequest, isFirstOrigin: boolean, codings: string) {
    const headersLate = new AbortController()
    const timer = setTimeout(
      () => headersLate.abort(new EgressError('TooSlow', 'No answer in time')),
      this.#limits.connectMs + this.#limits.headersMs,
    )
    try {
      const { statusCode, headers, body } = await sendRequest(told(url), {
        dispatcher: this.#agent,
        method: request.method ?? 'GET',
        headers: requestHeaders(request, url, { agentName: this.#agentName, codings, isFirstOrigin }),
        body: request.body ?? null,
        signal: request.signal ? AbortSignal.any([request.signal, headersLate.signal]) : headersLate.signal,
      })
      return { status: statusCode, headers: joined(headers), url: told(url), body }
    } finally {
      clearTimeout(timer)
    }
  }
}

const redirectStatuses = new Set([301, 302, 303, 307, 308])

type AnswerHead = Pick<EgressHead, 'status' | 'headers'>

/** Nobody reads a body in another coding: its connection ends. @throws EgressError `CodingRefused` */
function codingOf({ headers, body }: Pick<Head, 'headers' | 'body'>): ReturnType<typeof contentCoding> {
  try {
    return contentCoding(headers['content-encoding'])
  } catch (error) {
    body.on('error', () => undefined).destroy()
    throw error
  }
}

function redirectOf({ status, headers }: AnswerHead, base: URL): URL | null {
  if (!redirectStatuses.has(status) || headers.location === undefined) return null
  const location = asWritten(headers.location)
  if (!URL.canParse(location, base.href)) return null
  const to = new URL(location, base)
  to.hash = ''
  return to
}

/** Headers are read as Latin-1; servers write addresses in UTF-8. */
function asWritten(header: string): string {
  const bytes = Buffer.from(header, 'latin1')
  return isUtf8(bytes) ? bytes.toString() : header
}

/** Addresses are told without the credentials in them. */
function told({ origin, pathname, search }: URL): string {
  return `${origin}${pathname}${search}`
}

function movedTo(redirects: readonly EgressRedirect[]): string | null {
  const isDowngrade = ({ from, to }: EgressRedirect) => from.startsWith('https:') && !to.startsWith('https:')
  const isMove = redirects.every((redirect) => redirect.isPermanent && !isDowngrade(redirect))
  return isMove ? (redirects.at(-1)?.to ?? null) : null
}

function joined(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name.toLowerCase(),
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  )
}
