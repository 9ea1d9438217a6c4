import fc from 'fast-check'
import type { PlacedOperation, Schema } from '../../src/testing/api-document.ts'
import { Reference, type Value } from './draft.ts'
import { knownField, of, plainText } from './known-fields.ts'

/** Values that a schema allows; where it asks for a record, mostly one that there is. */

export function fieldValue(operation: PlacedOperation, name: string, schema: Schema): fc.Arbitrary<Value> {
  const allowed = schemaValue(operation, schema)
  const known = knownField(operation, name)
  return known ? fc.oneof({ weight: 12, arbitrary: known }, { weight: 1, arbitrary: allowed }) : allowed
}

function schemaValue(operation: PlacedOperation, schema: Schema): fc.Arbitrary<Value> {
  if (schema.const !== undefined) return fc.constant(schema.const as Value)
  if (schema.enum) return fc.constantFrom(...(schema.enum as Value[]))
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => schemaValue(operation, one)))
  const types = [schema.type ?? 'object'].flat() as string[]
  return fc.oneof(...types.map((type) => typeValue(operation, type, schema)))
}

function typeValue(operation: PlacedOperation, type: string, schema: Schema): fc.Arbitrary<Value> {
  const { minimum = 0, maximum = Number.MAX_SAFE_INTEGER } = schema
  if (type === 'null') return fc.constant(null)
  if (type === 'boolean') return fc.boolean()
  if (type === 'integer')
    return fc.oneof(
      fc.integer({ min: minimum, max: Math.min(maximum, minimum + 30) }),
      fc.maxSafeInteger().map((number) => Math.min(maximum, Math.max(minimum, number))),
    )
  if (type === 'number') return fc.double({ min: minimum, max: maximum, noNaN: true })
  if (type === 'string') return stringValue(schema)
  if (type === 'array') return arrayValue(operation, schema)
  return objectValue(operation, schema)
}

function stringValue({ format, pattern, maxLength = 100 }: Schema): fc.Arbitrary<Value> {
  if (format === 'date-time') return fc.date({ noInvalidDate: true }).map((date) => date.toISOString())
  if (format === 'language') return fc.constantFrom('en', 'pt-BR', 'PT-br', 'zh-Hant', 'x')
  if (format === 'uri') return fc.webUrl()
  if (pattern?.includes('{12}')) return fc.uuid()
  return plainText.map((text) => text.slice(0, maxLength))
}

function arrayValue(operation: PlacedOperation, { items = {}, minItems = 0 }: Schema): fc.Arbitrary<Value> {
  // A list of ids is of entries; of objects, each is about a record of its own.
  const item = items.type === 'integer' ? of('entry') : schemaValue(operation, items)
  return fc.array(item, { minLength: minItems, maxLength: 8 }).map((values) => values.map(moveOn))
}

function moveOn(value: Value, offset: number): Value {
  if (value instanceof Reference) return new Reference(value.kind, value.offset + offset)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, moveOn(part as Value, offset)]),
  )
}

export function objectValue(operation: PlacedOperation, schema: Schema): fc.Arbitrary<Record<string, Value>> {
  const { properties = {}, required = [] } = schema
  const fields = Object.entries(properties).map(([name, property]) => [
    name,
    fieldValue(operation, name, property),
  ])
  return fc
    .record(Object.fromEntries(fields) as Record<string, fc.Arbitrary<Value>>, {
      requiredKeys: required as string[],
    })
    .map(oneOfTwo)
}

/** An item is an audio book or an episode: both are refused. */
function oneOfTwo(value: Record<string, Value>): Record<string, Value> {
  const { audioBookId, podcastId, podcastEpisodeId, ...others } = value
  if (audioBookId === undefined && podcastEpisodeId === undefined) return value
  return podcastEpisodeId === undefined
    ? { ...others, audioBookId: audioBookId as Value }
    : { ...others, podcastId: podcastId ?? new Reference('podcastOfEpisode'), podcastEpisodeId }
}
