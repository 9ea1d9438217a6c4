import fc from 'fast-check'
import type { PlacedOperation, Schema } from '../../src/testing/api-document.ts'
import { addressDeformations } from './address-deformations.ts'
import { bodyDeformations } from './body-deformations.ts'
import type { Actor, Deform, Draft, DraftBody, DraftPart, Value } from './draft.ts'
import { headerDeformations } from './header-deformations.ts'
import { fieldValue, objectValue } from './schema-values.ts'
import { tusDraftOf } from './tus-drafts.ts'

/** Requests for every operation: half of them as the document has them, the others deformed. */
export function draftsOf(
  operations: readonly PlacedOperation[],
  files: readonly DraftPart[],
): fc.Arbitrary<Draft> {
  const right = fc.oneof(
    ...operations.map((operation) => ({
      weight: weightOf(operation),
      arbitrary: rightDraft(operation, files),
    })),
  )
  const deformations = fc.oneof(
    { weight: 5, arbitrary: fc.constant([]) },
    { weight: 5, arbitrary: fc.array(deformation, { minLength: 1, maxLength: 3 }) },
  )
  return fc
    .tuple(right, deformations)
    .map(([draft, several]) => several.reduce((before, deform) => deform(before), draft))
}

/** Those hash passwords, or end what the run needs: each is a fiftieth of a second of a processor. */
const dear =
  /^(login|register|logout|revoke|deleteAccount|change(Email|Password)|resetPassword|createUser|updateUser)/
/** Those read a feed in a process of its own. */
const slow = /^(addSource|importSources)$/

function weightOf({ operationId }: PlacedOperation): number {
  if (dear.test(operationId)) return 1
  return slow.test(operationId) ? 4 : 20
}

const actors: fc.Arbitrary<Actor> = fc.oneof(
  { weight: 5, arbitrary: fc.constant('Admin' as const) },
  { weight: 3, arbitrary: fc.constant('Editor' as const) },
  { weight: 2, arbitrary: fc.constant('User' as const) },
  { weight: 1, arbitrary: fc.constant('nobody' as const) },
)

function rightDraft(operation: PlacedOperation, files: readonly DraftPart[]): fc.Arbitrary<Draft> {
  const { parameters = [] } = operation
  const named = (place: string): fc.Arbitrary<Record<string, Value>> =>
    fc.record(
      Object.fromEntries(
        parameters
          .filter((parameter) => parameter.in === place)
          .map(({ name, schema }) => [name, fieldValue(operation, name, schema)]),
      ),
      place === 'query' ? { requiredKeys: [] } : {},
    ) as fc.Arbitrary<Record<string, Value>>
  const tus = tusDraftOf(operation)
  return fc.record({
    operation: fc.constant(operation),
    actor: actors,
    pick: fc.nat(1_000),
    method: fc.constant(operation.method.toUpperCase()),
    params: named('path'),
    query: named('query').map((query) => Object.entries(query)),
    headers: tus?.headers ?? fc.constant([]),
    body: tus?.body ?? bodyOf(operation, files),
    bend: fc.constant(unbent),
  })
}

function unbent<Whole>(whole: Whole): Whole {
  return whole
}

function bodyOf(operation: PlacedOperation, files: readonly DraftPart[]): fc.Arbitrary<DraftBody> {
  const { content } = operation.requestBody ?? {}
  const json = content?.['application/json']?.schema
  const form = content?.['multipart/form-data']?.schema
  const bodies = [
    ...(json ? [jsonBody(operation, json)] : []),
    ...(form ? [formBody(operation, form, files)] : []),
  ]
  return bodies.length > 0 ? fc.oneof(...bodies) : fc.constant({ kind: 'none' })
}

function jsonBody(operation: PlacedOperation, schema: Schema): fc.Arbitrary<DraftBody> {
  const value = schema.type === 'array' ? arrayBody(operation, schema) : objectValue(operation, schema)
  return value.map((one) => ({ kind: 'json', value: one }))
}

function arrayBody(operation: PlacedOperation, schema: Schema): fc.Arbitrary<Value> {
  return fieldValue(operation, '', schema)
}

function formBody(
  operation: PlacedOperation,
  { properties = {}, required = [] }: Schema,
  files: readonly DraftPart[],
): fc.Arbitrary<DraftBody> {
  const isFile = ({ format, items }: Schema) => format === 'binary' || items?.format === 'binary'
  const texts = Object.fromEntries(Object.entries(properties).filter(([, schema]) => !isFile(schema)))
  // What is kept is asked for by address, which few requests know.
  const asked = Object.entries(texts).filter(([name]) => !name.endsWith('Url'))
  const fitting = files.filter(({ name }) => name in properties)
  const someFiles = fc.oneof(
    { weight: 30, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.subarray(fitting) },
  )
  return fc
    .tuple(objectValue(operation, { properties: Object.fromEntries(asked), required }), someFiles)
    .map(([fields, some]) => ({ kind: 'form', parts: [...partsOf(fields), ...some], bend: unbent }))
}

function partsOf(fields: Record<string, Value>): DraftPart[] {
  return Object.entries(fields).flatMap(([name, content]) => {
    const isTextList = Array.isArray(content) && content.every((one) => typeof one === 'string')
    return isTextList ? content.map((one) => ({ name, content: one })) : [{ name, content }]
  })
}

/** What goes wrong with a request. */
export const deformation: fc.Arbitrary<Deform> = fc.oneof(
  { weight: 5, arbitrary: bodyDeformations },
  { weight: 4, arbitrary: addressDeformations },
  { weight: 3, arbitrary: headerDeformations },
)
