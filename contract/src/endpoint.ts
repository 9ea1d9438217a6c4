import type { Static, TSchema } from 'typebox'
import type { ErrorCode } from './errors.ts'

/** Of the bytes of a file from an offset on (tus 1.0.0). */
export const bytesType = 'application/offset+octet-stream'

/**
 * One call of the HTTP API as plain data, in the shape of a Fastify route: the server registers it
 * (`app.route({ ...endpoint, handler })`), the web app and the tests call it (`call(endpoint, input)`),
 * and the OpenAPI document is generated from it.
 */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH' | 'HEAD'
  /** Path below the API root, with `:name` for path parameters. */
  readonly url: string
  readonly schema: {
    /** The name under which the endpoint is exported; generated clients name their functions by it. */
    readonly operationId: string
    readonly summary: string
    readonly tags: readonly string[]
    readonly description?: string
    /**
     * The codes of its own expected failures. Those that follow from its shape are not listed: `Unauthorized` of a guarded
     * call, `InvalidQuery` of one with a query, and so on.
     */
    readonly errors?: readonly ErrorCode[]
    readonly params?: TSchema
    readonly querystring?: TSchema
    readonly body?: TSchema
    /**
     * The fields and files of a `multipart/form-data` body (RFC 7578), instead of a JSON body. Where an endpoint has both, a
     * request has one of them.
     */
    readonly form?: TSchema
    /** The body is bytes of a file (`bytesType`), read while they come. */
    readonly bytes?: 'required' | 'optional'
    /** The media types of an answer that is a text to be kept as a file, one of which a request chooses; beside JSON. */
    readonly texts?: readonly string[]
    readonly response: Readonly<Record<number, TSchema>>
  }
}

type Part<E extends Endpoint, Name extends 'params' | 'querystring' | 'body' | 'form'> =
  E['schema'] extends Readonly<Record<Name, infer Schema extends TSchema>>
    ? Record<Name, Static<Schema>>
    : unknown

type Content<E extends Endpoint> = E['schema'] extends { readonly body: TSchema; readonly form: TSchema }
  ? Part<E, 'body'> | Part<E, 'form'>
  : Part<E, 'body'> & Part<E, 'form'>

/** The input of a call: `params`, `querystring`, `body` or `form`, as far as the endpoint has them. */
export type EndpointInput<E extends Endpoint> = Part<E, 'params'> & Part<E, 'querystring'> & Content<E>

type Answer<Responses> = Responses[Extract<keyof Responses, 200 | 201 | 202>]

type Nothing<Responses> = 204 extends keyof Responses ? undefined : never

/** The output of a successful call; `undefined` for an answer without a body. */
export type EndpointOutput<E extends Endpoint> =
  | (Answer<E['schema']['response']> extends infer Schema extends TSchema ? Static<Schema> : undefined)
  | Nothing<E['schema']['response']>

/** The codes of an endpoint's own failures. */
export type EndpointError<E extends Endpoint> = E['schema'] extends {
  readonly errors: readonly (infer Code extends ErrorCode)[]
}
  ? Code
  : never

interface PathInput {
  readonly params?: unknown
  readonly querystring?: unknown
}

/**
 * The path and query of a call below the API root, e.g. `/audio-books/paged?pageNumber=2&sortBy=name`.
 * Parameters keep the order in which they are given; lists repeat theirs, empty ones are left out. The same input always gives
 * the same string, so that it also serves as the key of a cached answer.
 */
export function requestPath(endpoint: Pick<Endpoint, 'url'>, input: PathInput): string {
  const params = (input.params ?? {}) as Record<string, unknown>
  const path = endpoint.url.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const query = Object.entries(input.querystring ?? {})
    .flatMap(([name, value]) => [value].flat().map((one: unknown) => [name, one] as const))
    .filter(([, value]) => value !== undefined && value !== null && value !== '')
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
  return query.length === 0 ? path : `${path}?${query.join('&')}`
}
