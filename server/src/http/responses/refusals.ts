import type { ErrorCode } from '@earmark/contract/errors.ts'
import { AppError } from '../../errors.ts'

/** Of Ajv. */
interface Violation {
  readonly keyword: string
  readonly instancePath: string
  readonly params: Readonly<Record<string, unknown>>
}

/** Fields may have error codes of their own (`refusedAs`, `invalidAs`). */
export interface FieldsSchema {
  readonly properties?: Readonly<
    Record<string, { readonly 'x-code'?: ErrorCode; readonly 'x-invalid-code'?: ErrorCode }>
  >
}

export function refusalOf(
  found: Violation | undefined,
  { properties = {} }: FieldsSchema,
  code: ErrorCode,
): AppError {
  const names = found ? namesOf(found) : []
  const [field] = names
  const description = found
    ? `${subjectOf(found, names.at(-1), code)} ${problemOf(found)}.`
    : 'The input is not valid.'
  if (field === undefined) return new AppError(code, { description })
  const isAbsent = names.length === 1 && found?.keyword === 'required'
  const own = properties[field]?.[isAbsent ? 'x-code' : 'x-invalid-code']
  return own ? new AppError(own, { field }) : new AppError(code, { description, field })
}

/** The field of the record that is wrong, and those within it that lead to what is wrong. */
function namesOf({ instancePath, params: { missingProperty } }: Violation): string[] {
  const names = instancePath.split('/').filter((name) => name !== '' && !isIndex.test(name))
  return typeof missingProperty === 'string' ? [...names, missingProperty] : names
}

const isIndex = /^\d+$/

/** The name of a field as a sentence begins with it: "Image URL". */
export function spokenName(field: string): string {
  const words = wordsOf(field)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function wordsOf(field: string): string {
  const words = field.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.replaceAll(/\b(url|asin|isbn)\b/g, (word) => word.toUpperCase())
}

/** What is asked in an address is named as it stands there. */
function subjectOf({ keyword, instancePath }: Violation, field: string | undefined, code: ErrorCode): string {
  if (code === 'InvalidQuery' && field !== undefined) return field
  const isEntry = keyword !== 'required' && isIndex.test(instancePath.split('/').at(-1) ?? '')
  if (field === undefined) return isEntry ? 'An entry' : 'The input'
  if (isEntry) return `An entry of ${wordsOf(field)}`
  return keyword.endsWith('Items') ? `The list of ${wordsOf(field)}` : spokenName(field)
}

const kinds: Readonly<Record<string, string>> = {
  integer: 'a whole number',
  number: 'a number',
  string: 'a text',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
}

const formats: Readonly<Record<string, string>> = {
  uri: 'an address with http or https',
  'date-time': 'an instant as ISO 8601 writes it',
  language: 'a language such as en or de-AT',
}

type Params = Violation['params']

const problems: Readonly<Record<string, (params: Params) => string>> = {
  required: () => 'is missing',
  type: ({ type }) => `is not ${kindOf(type)}`,
  format: ({ format }) => `is not ${formats[format as string] ?? 'valid'}`,
  enum: ({ allowedValues }) => `is not one of ${(allowedValues as unknown[]).filter(Boolean).join(', ')}`,
  pattern: () => 'contains characters that are not allowed',
  minimum: ({ limit }) => `is less than ${String(limit)}`,
  maximum: ({ limit }) => `is more than ${String(limit)}`,
  minLength: ({ limit }) => (limit === 1 ? 'is empty' : `has fewer than ${String(limit)} characters`),
  maxLength: ({ limit }) => `has more than ${String(limit)} characters`,
  minItems: ({ limit }) => (limit === 1 ? 'is empty' : `has fewer than ${String(limit)} entries`),
  maxItems: ({ limit }) => `has more than ${String(limit)} entries`,
  uniqueItems: () => 'has an entry twice',
}

function problemOf({ keyword, params }: Violation): string {
  return problems[keyword]?.(params) ?? 'is not valid'
}

/** Of the type of a schema, which null may stand beside. */
function kindOf(type: unknown): string {
  const known = [type].flat().map((name) => kinds[name as string] ?? '')
  return known.filter(Boolean).join(' or ') || 'valid'
}
