import { Ajv2020 } from 'ajv/dist/2020.js'
import type { FastifyInstance } from 'fastify'

/** The OpenAPI document as the server serves it, for tests that hold the server to it. */

/** A part of JSON Schema: what the schemas of the contract are made of. */
export interface Schema {
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly default?: unknown
  readonly format?: string
  readonly pattern?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly maxLength?: number
}

export interface Parameter {
  name: string
  in: string
  required?: boolean
  schema: Schema
}

export interface Response {
  description: string
  content?: Readonly<Record<string, { schema: Schema }>>
}

export interface Operation {
  operationId: string
  summary: string
  description?: string
  tags: string[]
  parameters?: Parameter[]
  security?: Record<string, string[]>[]
  requestBody?: { required?: boolean; content: Record<string, { schema: Schema }> }
  responses: Record<string, Response | { $ref: string }>
}

export interface OpenApiDocument {
  openapi: string
  info: { title: string; version: string }
  servers: { url: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { responses: Record<string, Response> }
}

export type PlacedOperation = Operation & { path: string; method: string }

export async function readDocument(app: FastifyInstance, apiRoot = '/api'): Promise<OpenApiDocument> {
  return (await app.inject(`${apiRoot}/openapi.json`)).json<OpenApiDocument>()
}

export function operationsOf({ paths }: OpenApiDocument): PlacedOperation[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ ...operation, path, method })),
  )
}

export function schemaOf(response: Response): Schema {
  return response.content?.['application/json']?.schema as Schema
}

/** Knows the schema language of OpenAPI 3.1; refuses keywords that it does not have. */
export function schemaChecker(): Ajv2020 {
  const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
  const formats = { 'date-time': instant, binary: true, language: true, uri: true } as const
  const checker = new Ajv2020({ strict: true, allowUnionTypes: true, formats })
  // OpenAPI lets a schema say more under names that begin with x-.
  return checker.addKeyword('x-code').addKeyword('x-invalid-code')
}
