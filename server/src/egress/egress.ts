import type { Readable } from 'node:stream'

/** The one way out: every request of the server to an address that somebody named. */
export interface Egress {
  /**
   * The whole answer, decoded, within 60 s. Any status is an answer.
   *
   * @throws EgressError
   */
  fetch(request: EgressRequest): Promise<EgressAnswer>
  /**
   * The bytes as they are on the wire (a coding is refused), without an end of time but for a pause of 15 s; `range` and
   * `if-range` are among the headers. The caller reads the body to its end or destroys it.
   *
   * @throws EgressError; an error of the body is the connection's
   */
  stream(request: EgressStreamRequest): Promise<EgressStream>
  close(): Promise<void>
}

export interface EgressStreamRequest {
  readonly url: string
  readonly method?: 'GET' | 'HEAD' | 'POST'
  /** Lower case; `host`, `cookie`, `referer`, `user-agent`, `accept-encoding` cannot be set. */
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** Basic authentication, for the first address's origin alone. */
  readonly credentials?: { readonly user: string; readonly password: string }
  /** Any port from 1024 on as well, and user and password in the address. */
  readonly isEditor?: boolean
  readonly signal?: AbortSignal
}

export interface EgressRequest extends EgressStreamRequest {
  /** 16 MiB unless given. */
  readonly maxWireBytes?: number
  /** `SOURCE_MAX_BYTES` unless given. */
  readonly maxDecodedBytes?: number
}

export interface EgressHead {
  readonly status: number
  /** Lower case; several of a name are joined by `, `. */
  readonly headers: Readonly<Record<string, string>>
  /** Where the answer came from. */
  readonly url: string
  readonly redirects: readonly EgressRedirect[]
  /** The address of the answer where every redirect to it is permanent and none leads from https to http; else null. */
  readonly movedTo: string | null
}

export interface EgressAnswer extends EgressHead {
  readonly body: Uint8Array
}

export interface EgressStream extends EgressHead {
  readonly body: Readable
}

/** 203 is 200 by way of a proxy that has changed something (RFC 9110, 15.3.4). */
export const isWholeAnswer = (status: number): boolean => status === 200 || status === 203

export interface EgressRedirect {
  readonly status: number
  readonly from: string
  readonly to: string
  /** 301 or 308. */
  readonly isPermanent: boolean
}

export type EgressFailure =
  /** A scheme, a port, or user and password that may not be. */
  | 'AddressRefused'
  /** An address of the own network. */
  | 'NetworkRefused'
  | 'NameNotFound'
  /** Not connected, cut off, or not HTTP. */
  | 'NoAnswer'
  | 'CertificateRefused'
  | 'TooSlow'
  | 'TooLarge'
  | 'TooManyRedirects'
  /** A content coding that was not asked for, or is broken. */
  | 'CodingRefused'

/** A request that came to no answer; its message is for editors and the log. */
export class EgressError extends Error {
  override readonly name = 'EgressError'
  readonly code: EgressFailure

  constructor(code: EgressFailure, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
