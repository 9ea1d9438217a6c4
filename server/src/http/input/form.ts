import type { ValidateFunction } from 'ajv'
import { AppError, refuse } from '../../errors.ts'
import { booleanReader, formAjv, isOfType, numberReader, type ValueSchema } from './input.ts'
import { type FieldsSchema, refusalOf } from '../responses/refusals.ts'

export interface Form {
  /** By name in lower case. */
  readonly fields: ReadonlyMap<string, FormField>
  readonly required: readonly string[]
  readonly maxTextBytes: number
  /** Of one field. */
  readonly maxFiles: number
  /**
   * @param texts the parts of each field that came, without the blank ones
   * @throws AppErrors for each text that is wrong, missing or not as in `same`
   */
  readonly read: (texts: Texts, same: object) => Record<string, unknown>
}

export interface FormField {
  readonly name: string
  readonly isFile: boolean
  /** May be repeated. */
  readonly isList: boolean
  /** Of a list. */
  readonly maxItems: number
  readonly maxLength: number
  /** Bytes until reading ends; a text that is only a little too long is reported with all other problems. */
  readonly maxBytes: number
}

export type Texts = Readonly<Record<string, readonly string[]>>

export interface FormSchema {
  readonly properties: Readonly<Record<string, FieldSchema>>
  readonly required?: readonly string[]
}

type FieldSchema = ValueSchema & {
  readonly maxLength?: number
  readonly maxItems?: number
  readonly items?: FieldSchema
}

const maxBytesPerCharacter = 4
const defaultMaxLength = 2_000

export function formOf({ properties, required = [] }: FormSchema): Form {
  const all = Object.entries(properties).map(([name, schema]) => ({ name: recordName(name), schema }))
  const texts = all.filter(({ schema: field }) => !isFile(field))
  const schema = {
    type: 'object',
    properties: Object.fromEntries(texts.map((text) => [text.name, text.schema])),
    required: required.map(recordName),
  }
  const fields = all.map(({ name, schema: field }) => {
    const { items, maxItems = 1, maxLength = items?.maxLength } = field
    return {
      name,
      isFile: isFile(field),
      isList: isRepeated(field),
      maxLength: maxLength ?? defaultMaxLength,
      maxBytes: Math.max(maxLength ?? 0, defaultMaxLength) * maxBytesPerCharacter,
      maxItems,
    }
  })
  const sum = (of: typeof fields) => of.reduce((total, field) => total + field.maxBytes * field.maxItems, 0)
  return {
    fields: new Map(fields.map((field) => [field.name.toLowerCase(), field])),
    required: schema.required,
    maxTextBytes: sum(fields.filter((field) => !field.isFile)),
    maxFiles: Math.max(1, ...fields.map((field) => (field.isFile ? field.maxItems : 0))),
    read: textReader(schema),
  }
}

function recordName(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1)
}

function textReader(schema: ValueSchema & FieldsSchema): Form['read'] {
  let validate: ValidateFunction | undefined
  const readNumbers = numberReader(schema)
  const readBooleans = booleanReader(schema)
  return (texts, same) => {
    const values = valuesOf(texts, schema)
    readNumbers(values)
    readBooleans(values)
    validate ??= formAjv.compile(schema)
    validate(values)
    const found = (validate.errors ?? []).map((error) => refusalOf(error, schema, 'InvalidBody'))
    const problems = [...found, ...differing(values, same, schema)]
    const fields = Object.keys(schema.properties ?? {})
    refuse(...fields.flatMap((name) => problems.find(({ field }) => field === name) ?? []))
    return values
  }
}

function isFile({ format, items }: FieldSchema): boolean {
  return format === 'binary' || items?.format === 'binary'
}

/** A list of objects is one part in JSON. */
function isRepeated({ type, items }: FieldSchema): boolean {
  return type === 'array' && items?.type !== 'object'
}

function valuesOf(texts: Texts, { properties = {} }: ValueSchema): Record<string, unknown> {
  const read = Object.entries(texts).map(([name, parts]) => [name, valueOf(parts, properties[name] ?? {})])
  return Object.fromEntries(read.filter(([, value]) => value !== undefined)) as Record<string, unknown>
}

/** Undefined is absent. */
function valueOf(parts: readonly string[], schema: FieldSchema): unknown {
  if (isRepeated(schema)) return [...new Set(parts.map((text) => text.trim()))]
  const [text] = parts
  if (schema.type === 'array') return text === undefined ? [] : parsed(text)
  return text ?? (isOfType(schema, 'null') ? null : undefined)
}

/** A text that is no JSON stays one, which its schema refuses. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function differing(
  values: Readonly<Record<string, unknown>>,
  same: object,
  schema: FieldsSchema,
): AppError[] {
  return Object.entries(same)
    .filter(([field, value]) => values[field] !== undefined && values[field] !== value)
    .map(
      ([field]) => new AppError(schema.properties?.[field]?.['x-invalid-code'] ?? 'InvalidBody', { field }),
    )
}
