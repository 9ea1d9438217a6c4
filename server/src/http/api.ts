import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { Endpoint, EndpointError } from '@earmark/contract/endpoint.ts'
import type { FormTexts } from '@earmark/contract/record-forms.ts'
import type {
  ContextConfigDefault,
  FastifyBaseLogger,
  FastifyContextConfig,
  RawServerDefault,
  RouteGenericInterface,
  RouteHandlerMethod,
  FastifyReply,
} from 'fastify'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FailureOf } from '../errors.ts'
import { SerializerSelector } from '@fastify/fast-json-stringify-compiler'

export interface FormHandling<Texts> {
  readonly same: Partial<Texts>
  /** Parts come one after the other; `texts` are those that came before. */
  readonly receive: (
    field: string,
    body: AsyncIterable<Uint8Array>,
    texts: Readonly<Record<string, readonly string[]>>,
    /** As the form gives it. */
    fileName: string | null,
  ) => Promise<void>
}

export type ReadForm<Texts> = (handling: FormHandling<Texts>) => Promise<Texts>

type Schema = Endpoint['schema']

type Handler<S extends Schema> = RouteHandlerMethod<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  RouteGenericInterface,
  ContextConfigDefault,
  S,
  TypeBoxTypeProvider,
  FastifyBaseLogger
>

type ThrownCode<S extends Schema> =
  | EndpointError<Endpoint & { readonly schema: S }>
  | (S extends { readonly params: object } ? 'NotFound' : never)
  | (S extends { readonly querystring: object } ? 'InvalidQuery' : never)
  | (S extends { readonly body: object } | { readonly form: object } | { readonly bytes: string }
      ? 'InvalidBody'
      : never)
  | 'Unauthorized'

type ApiRequest<S extends Schema> = Parameters<Handler<S>>[0] & {
  readonly failure: FailureOf<ThrownCode<S>>
} & (S extends { readonly form: object }
    ? { readonly readForm: ReadForm<FormTexts<Endpoint & { readonly schema: S }>> }
    : unknown)

export interface Api {
  route<const S extends Schema>(
    endpoint: Pick<Endpoint, 'method' | 'url'> & {
      readonly schema: S
      readonly config?: FastifyContextConfig
      readonly handler: (
        request: ApiRequest<NoInfer<S>>,
        reply: Parameters<Handler<S>>[1],
      ) => ReturnType<Handler<NoInfer<S>>>
    },
  ): void
}

declare module 'fastify' {
  interface FastifyInstance {
    /** What becomes of every JSON text before it is an answer. */
    readonly finishJson: FinishJson
  }
}

export type FinishJson = (json: string) => string

/** Compiles serializers lazily: most routes of a small installation are never called. */
export function serializerBuilder(finishJson: FinishJson): ReturnType<typeof SerializerSelector> {
  return (sharedSchemas, options) => {
    const compile = SerializerSelector()(sharedSchemas, options)
    return (route) => {
      let serialize: ReturnType<typeof compile> | undefined
      return (value: unknown) => {
        serialize ??= compile(route)
        return finishJson(serialize(value))
      }
    }
  }
}

/** @param _done the finished work: `noContent(reply, await remove(…))` */
export function noContent(reply: FastifyReply, _done?: void): FastifyReply {
  return reply.code(204).send()
}

/** What is asked for is done later. */
export function accepted(reply: FastifyReply): FastifyReply {
  return reply.code(202).send()
}
