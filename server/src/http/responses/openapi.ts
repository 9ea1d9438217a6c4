import { bytesType } from '@earmark/contract/endpoint.ts'
import { type ErrorCode, ErrorItem, ErrorList } from '@earmark/contract/errors.ts'
import swagger from '@fastify/swagger'
import type { FastifyInstance, FastifySchema } from 'fastify'
import type { Config } from '../../config/config.ts'
import { byStatus, generalErrors, operationErrors } from './operation-errors.ts'

/** Registered before the routes. */
export async function registerOpenApi(app: FastifyInstance, config: Config): Promise<void> {
  const isElsewhere = !config.apiRoot.startsWith('/')
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Earmark',
        version: '0.1.0',
        description:
          'Audio books and podcasts. Every status of 400 or more has a body `[{ code, description, field? }]`. In JSON bodies an optional field that is absent, null or `""` means the same.',
        license: { name: 'MIT' },
      },
      servers: [{ url: isElsewhere ? config.apiRoot : config.publicUrl }],
      components: {
        responses: { Failure: failure },
        securitySchemes: { accessToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      },
    },
    stripBasePath: isElsewhere,
    hideUntagged: true,
    transform: ({ schema, url, route }) => ({
      schema: withFailures(
        withTexts(
          route.config?.publicRead || route.config?.taggedRead
            ? withNotModified(withForm(schema))
            : withForm(schema),
        ),
        operationErrors({
          method: String([route.method].flat()[0]),
          schema,
          access: route.config?.access ?? 'Admin',
        }),
      ),
      url,
    }),
    transformObject: (document) =>
      'openapiObject' in document ? finishOperations(document.openapiObject) : {},
  })
}

declare module 'fastify' {
  interface FastifySchema {
    texts?: readonly string[]
  }
}

const bytesContent = { content: { [bytesType]: { schema: { type: 'string', format: 'binary' } } } }

/** Multipart forms, OpenAPI 3.1, 4.8.14; bytes of files. */
function withForm(schema: FastifySchema): FastifySchema {
  const { form, bytes, ...others } = schema
  if (bytes !== undefined) return { ...others, body: bytesContent }
  if (form === undefined) return schema
  const json = others.body === undefined ? {} : { 'application/json': { schema: others.body } }
  return { ...others, body: { content: { ...json, 'multipart/form-data': { schema: form } } } }
}

/** An answer in one of several media types, OpenAPI 3.1, 4.8.17. */
function withTexts({ texts, ...schema }: FastifySchema): FastifySchema {
  if (texts === undefined) return schema
  const { 200: json, ...others } = schema.response as Record<number, unknown>
  const files = Object.fromEntries(texts.map((type) => [type, { schema: { type: 'string' } }]))
  const content = { ...files, 'application/json': { schema: json } }
  return { ...schema, response: { ...others, 200: { description: 'A file', content } } }
}

/** Reads with an entity tag may be answered with 304. */
function withNotModified(schema: FastifySchema): FastifySchema {
  const notModified = { type: 'null', description: 'Not modified: what `If-None-Match` names is still true' }
  return { ...schema, response: { ...(schema.response as object), 304: notModified } }
}

function withFailures({ errors: _, ...schema }: FastifySchema, codes: ErrorCode[]): FastifySchema {
  // The plug-in adds the method to the names of HEAD.
  const operationId = schema.operationId?.replace(/-head$/, '')
  const failures = [...byStatus(codes)].map(([status, group]) => [status, failureOf(group)])
  const named = `Failures: ${codes.map((code) => `\`${code}\``).join(', ')}.`
  return {
    ...schema,
    ...(operationId !== undefined && { operationId }),
    ...(codes.length > 0 && { description: [schema.description, named].filter(Boolean).join(' ') }),
    response: { ...Object.fromEntries(failures), ...(schema.response as object) },
  }
}

function failureOf(codes: readonly ErrorCode[]) {
  const item = {
    ...ErrorItem,
    properties: { ...ErrorItem.properties, code: { type: 'string', enum: codes } },
  }
  return { type: 'array', minItems: 1, items: item, description: codes.join(', ') }
}

const failure = {
  description: `A failure of HTTP itself or of the server: ${generalErrors.join(', ')}`,
  content: { 'application/json': { schema: ErrorList as object } },
}

interface RequestBody {
  required?: boolean
  readonly content: Readonly<Record<string, { readonly schema: { type?: string | readonly string[] } }>>
}

interface DescribedOperation {
  readonly responses: Record<string, unknown>
  readonly requestBody?: RequestBody
}

/** The plug-in says of every body that it is required. A schema that takes null takes none at all. */
function isOptional({ content }: RequestBody): boolean {
  return Object.values(content).some(({ schema }) => [schema.type].flat().includes('null'))
}

interface OpenApiDocument {
  paths?: Record<string, Record<string, unknown> | undefined>
}

function finishOperations<Document extends object>(document: Document): Document {
  for (const operations of Object.values((document as OpenApiDocument).paths ?? {})) {
    for (const operation of Object.values(operations ?? {})) {
      const { responses, requestBody } = operation as DescribedOperation
      responses.default = { $ref: '#/components/responses/Failure' }
      if (requestBody && isOptional(requestBody)) requestBody.required = false
    }
  }
  return document
}

const docsPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

export async function registerApiDocs(app: FastifyInstance): Promise<void> {
  app.get('/openapi.json', { schema: { hide: true } }, () => app.swagger())
  const { default: swaggerUi } = await import('@fastify/swagger-ui')
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    // Without a trailing slash, relative files would resolve beside the API root.
    indexPrefix: app.prefix,
    staticCSP: docsPolicy,
    // Opened all at once, its operations hold a browser up for seconds.
    uiConfig: { docExpansion: 'none', filter: true },
    logLevel: 'warn',
  })
}
