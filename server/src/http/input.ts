import { Ajv, type ValidateFunction } from 'ajv'
import type { FastifySchemaCompiler } from 'fastify'

/**
 * How input is read. Numbers in addresses are plain decimal digits, yes and no are `true` and `false`; everything else
 * is as the schema says.
 */

interface ObjectSchema {
  type?: string
  properties?: Record<string, { type?: string | string[] }>
}

/** `allErrors` stays off: the first problem is reported, and hostile input costs no more than one. */
const ajv = new Ajv({ useDefaults: true, strict: false, validateFormats: false })

const integerText = /^(0|-?[1-9]\d*)$/

export const compileValidator: FastifySchemaCompiler<ObjectSchema> = ({ schema, httpPart }) => {
  const validate: ValidateFunction = ajv.compile(schema)
  const isAddress = httpPart === 'params' || httpPart === 'querystring'
  const integers = isAddress ? fieldsOfType(schema, 'integer') : []
  const booleans = isAddress ? fieldsOfType(schema, 'boolean') : []
  const never = httpPart === 'body' && schema.type === 'object' ? fieldsNeverNull(schema) : []
  return (input: unknown) => {
    const values = input as Record<string, unknown>
    if (never.length > 0 && typeof values === 'object' && values !== null) dropNulls(values, never)
    for (const name of integers) {
      const value = values[name]
      if (typeof value === 'string' && integerText.test(value)) values[name] = Number(value)
    }
    for (const name of booleans) {
      const value = values[name]
      if (value === 'true' || value === 'false') values[name] = value === 'true'
    }
    return validate(values) ? { value: values } : { error: validationError(validate) }
  }
}

function fieldsOfType({ properties = {} }: ObjectSchema, wanted: string): string[] {
  return Object.entries(properties)
    .filter(([, { type }]) => type === wanted)
    .map(([name]) => name)
}

function fieldsNeverNull({ properties = {} }: ObjectSchema): string[] {
  return Object.entries(properties)
    .filter(([, { type }]) => ![type].flat().includes('null'))
    .map(([name]) => name)
}

/** In a request null and absent mean the same. */
function dropNulls(values: Record<string, unknown>, names: readonly string[]): void {
  for (const name of names) {
    if (values[name] === null) Reflect.deleteProperty(values, name)
  }
}

function validationError(validate: ValidateFunction): Error {
  const error = new Error('The input does not match its schema.')
  return Object.assign(error, { validation: validate.errors ?? [] }) as unknown as Error
}

/**
 * The parameters of a query string: empty ones count as absent, a repeated one becomes an array (which no
 * schema of ours accepts), a search term is trimmed.
 */
export function parseQuerystring(text: string): Record<string, string | string[]> {
  const values: Record<string, string | string[]> = Object.create(null)
  if (text === '') return values
  for (const [name, given] of new URLSearchParams(text)) {
    const value = name === 'search' ? given.trim() : given
    if (value === '') continue
    const before = values[name]
    values[name] = before === undefined ? value : [...(Array.isArray(before) ? before : [before]), value]
  }
  return values
}
