import { Ajv, type ValidateFunction } from 'ajv'
import type { FastifySchemaCompiler } from 'fastify'
import { isForm } from './multipart.ts'

export interface ValueSchema {
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly ValueSchema[]
  readonly properties?: Readonly<Record<string, ValueSchema>>
  readonly items?: ValueSchema
}

/** ISO 8601 as RFC 3339, 5.6 narrows it down. */
const instantText = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/

/** The tests check all schemas; compiling the meta-schema would take 40 ms of the first request. */
const options = {
  useDefaults: true,
  strict: false,
  validateSchema: false,
  formats: {
    'date-time': isInstant,
    language: isLanguage,
    uri: isWebAddress,
  },
}

/** `allErrors` stays off: hostile input costs no more than one problem. */
const ajv = new Ajv(options)

export const formAjv = new Ajv({ ...options, allErrors: true })

/** Of a year of four digits also in UTC, and of a day that its month has: `Date` would make the next month's of it. */
function isInstant(text: string): boolean {
  const local = instantText.exec(text)?.[1]
  if (local === undefined || !writeUtc(`${local}Z`).startsWith(local)) return false
  return /^\d{4}-/.test(writeUtc(text))
}

/** Empty for a time that there is not. */
function writeUtc(text: string): string {
  const time = Date.parse(text)
  return Number.isNaN(time) ? '' : new Date(time).toISOString()
}

/** BCP 47, as ECMA-402 checks it. */
export function isLanguage(text: string): boolean {
  try {
    return Intl.getCanonicalLocales(text).length === 1
  } catch {
    return false
  }
}

function isWebAddress(text: string): boolean {
  return /^https?:\/\/[^\s\p{Cc}]+$/iu.test(text) && URL.canParse(text)
}

const numberTexts: Readonly<Record<string, RegExp>> = {
  integer: /^(0|-?[1-9]\d*)$/,
  number: /^-?(0|[1-9]\d*)(\.\d+)?$/,
}

/** U+2800 is a pattern without dots. */
const invisible = /[\s\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu

export function isBlank(text: string): boolean {
  return text.replaceAll(invisible, '') === ''
}

/** Null for a blank text; undefined for an absent one. */
export function trimmedText(text: string | null | undefined): string | null | undefined {
  return text == null ? text : isBlank(text) ? null : text.trim()
}

export const compileValidator: FastifySchemaCompiler<ValueSchema> = ({ schema, httpPart }) => {
  let validate: ValidateFunction | undefined
  const isAddress = httpPart === 'params' || httpPart === 'querystring'
  const readNumbers = isAddress ? numberReader(schema) : null
  const readBooleans = isAddress ? booleanReader(schema) : null
  const lists = isAddress ? fieldsOfType(schema, 'array') : []
  const dropEmpty = httpPart === 'body' ? emptyDropper(schema) : null
  return (input: unknown) => {
    // Its handler reads it, by the form's schema.
    if (isForm(input)) return { value: input }
    dropEmpty?.(input)
    const given = input as Record<string, unknown>
    const values = httpPart === 'querystring' ? knownFields(schema, given) : given
    for (const name of lists) {
      const value = values[name]
      if (value !== undefined && !Array.isArray(value)) values[name] = [value]
    }
    readNumbers?.(values)
    readBooleans?.(values)
    validate ??= ajv.compile(schema)
    return validate(values) ? { value: values } : { error: validationError(validate) }
  }
}

/** Parameters of other names are ignored. */
function knownFields({ properties = {} }: ValueSchema, values: Readonly<Record<string, unknown>>) {
  return Object.fromEntries(Object.entries(values).filter(([name]) => Object.hasOwn(properties, name)))
}

/** For inputs that are all text: fields that are to be numbers become such where they are plain decimal digits. */
export function numberReader(schema: ValueSchema): (values: Record<string, unknown>) => void {
  const fields = Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const type = [(field.items ?? field).type].flat().find((one) => one !== undefined && one in numberTexts)
    const text = type === undefined ? undefined : numberTexts[type]
    return text ? [{ name, read: (value: unknown) => readNumber(value, text) }] : []
  })
  return (values) => {
    for (const { name, read } of fields) {
      const value = values[name]
      if (value !== undefined) values[name] = Array.isArray(value) ? value.map(read) : read(value)
    }
  }
}

function readNumber(value: unknown, text: RegExp): unknown {
  return typeof value === 'string' && text.test(value) ? Number(value) : value
}

/** As `numberReader`, for `true` and `false`. */
export function booleanReader(schema: ValueSchema): (values: Record<string, unknown>) => void {
  const fields = fieldsOfType(schema, 'boolean')
  return (values) => {
    for (const name of fields) {
      const value = values[name]
      if (value === 'true' || value === 'false') values[name] = value === 'true'
    }
  }
}

function fieldsOfType({ properties = {} }: ValueSchema, wanted: string): string[] {
  return Object.entries(properties)
    .filter(([, field]) => isOfType(field, wanted))
    .map(([name]) => name)
}

type DropEmpty = (value: unknown) => void

/** In a request absent, null and "" mean the same, unless a field's schema has a meaning for null or "". */
function emptyDropper({ properties, items }: ValueSchema): DropEmpty | null {
  if (items) return eachItem(emptyDropper(items))
  const fields = Object.entries(properties ?? {}).map(([name, schema]) => ({
    name,
    isNullToo: isOfType(schema, 'null'),
    isTextToo: takesText(schema),
    dropInside: emptyDropper(schema),
  }))
  if (fields.length === 0) return null
  return (value) => {
    if (typeof value !== 'object' || value === null) return
    for (const { name, isNullToo, isTextToo, dropInside } of fields) {
      const field: unknown = Reflect.get(value, name)
      const isEmpty = field === null || (field === '' && !isTextToo)
      if (!isEmpty) dropInside?.(field)
      else if (isNullToo) Reflect.set(value, name, null)
      else Reflect.deleteProperty(value, name)
    }
  }
}

function eachItem(dropInside: DropEmpty | null): DropEmpty | null {
  if (!dropInside) return null
  return (values) => {
    if (Array.isArray(values)) for (const value of values) dropInside(value)
  }
}

export function isOfType({ type = [] }: ValueSchema, wanted: string): boolean {
  return [type].flat().includes(wanted)
}

/** Whether "" has a meaning. No format has one for it. */
function takesText(schema: ValueSchema): boolean {
  if (schema.format !== undefined || schema.enum !== undefined) return schema.enum?.includes('') === true
  return isOfType(schema, 'string') || schema.const === '' || (schema.anyOf ?? []).some(takesText)
}

function validationError(validate: ValidateFunction): Error {
  const error = new Error('The input does not match its schema.')
  return Object.assign(error, { validation: validate.errors ?? [] }) as unknown as Error
}

/**
 * The parameters of a query string: empty ones count as absent, a repeated one becomes an array, a search term is trimmed.
 */
export function parseQuerystring(text: string): Record<string, string | string[]> {
  const values: Record<string, string | string[]> = Object.create(null)
  if (text === '') return values
  for (const [name, given] of new URLSearchParams(text)) {
    const value = name === 'search' ? given.trim() : given
    if (value === '') continue
    const before = values[name]
    if (Array.isArray(before)) before.push(value)
    else values[name] = before === undefined ? value : [before, value]
  }
  return values
}
