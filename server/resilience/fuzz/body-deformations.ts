import fc from 'fast-check'
import { boundary } from '../../src/testing/upload-server.ts'
import { strangeParts } from './content-types.ts'
import { type Deform, type DraftBody, type DraftPart, Encoded, Reference, type Value } from './draft.ts'
import { hostileText, hostileValue } from './hostile-values.ts'

/** What goes wrong with a body: its values, its form, its bytes. */

function otherBody(change: (body: DraftBody) => DraftBody): Deform {
  return (draft) => ({ ...draft, body: change(draft.body) })
}

/** Puts something in the place of one of the values in it, wherever that is; undefined takes it away. */
function replacedAt(value: Value, at: number, by: Value | undefined): Value {
  if (!isBranch(value)) return by ?? null
  const names = Object.keys(value)
  const name = names[at % (names.length + 1)]
  if (name === undefined) return by ?? null
  const inner = (value as Record<string, Value>)[name] as Value
  const isHere = !isBranch(inner) || at % 3 === 0
  const replaced = isHere ? by : replacedAt(inner, Math.floor(at / (names.length + 1)), by)
  if (Array.isArray(value))
    return value.map((item, index) => (String(index) === name ? (replaced ?? null) : item))
  const others = Object.entries(value).filter(([other]) => other !== name || replaced !== undefined)
  return Object.fromEntries(
    others.map(([other, part]) => [other, other === name ? (replaced as Value) : part]),
  )
}

function isBranch(value: Value): value is readonly Value[] | { readonly [name: string]: Value } {
  return (
    typeof value === 'object' &&
    value !== null &&
    !(value instanceof Reference) &&
    !(value instanceof Encoded)
  )
}

const replacedValue = fc
  .tuple(fc.nat(), fc.option(hostileValue, { nil: undefined, freq: 6 }))
  .map(([at, value]) =>
    otherBody((body) => {
      if (body.kind === 'json') return { ...body, value: replacedAt(body.value, at, value) }
      if (body.kind !== 'form') return { kind: 'json', value: value ?? {} }
      const index = at % (body.parts.length + 1)
      const parts = body.parts.map((part, place) =>
        place === index ? { name: part.name, content: value ?? '' } : part,
      )
      return { ...body, parts }
    }),
  )

const addedField = fc.tuple(hostileText, hostileValue, fc.nat()).map(([name, value, at]) =>
  otherBody((body) => {
    if (body.kind === 'json' && isBranch(body.value) && !Array.isArray(body.value))
      return { ...body, value: Object.fromEntries([...Object.entries(body.value), [name, value]]) }
    if (body.kind !== 'form') return body
    const strange = strangeParts[at % strangeParts.length] as DraftPart
    const added = at % 4 === 0 ? (body.parts[at % (body.parts.length || 1)] ?? strange) : strange
    return { ...body, parts: [...body.parts, added] }
  }),
)

const wholeValue = hostileValue.map((value) => otherBody(() => ({ kind: 'json', value })))

const rawBodies: readonly Buffer[] = [
  '',
  ' ',
  '{',
  '{"a":',
  '{"a":1}}',
  '[1,]',
  "{'a':1}",
  '{"a":NaN}',
  '{"a":1}{"b":2}',
  '\ufeff{}',
  '"\\ud800"',
  '"\\u0000"',
  '"\0"',
  '"a\nb"',
  '// comment\n{}',
  'a=1&b=2',
  '<a/>',
  '['.repeat(1_000),
  '{"a":'.repeat(1_000),
  ' '.repeat(1_048_577),
  `"${'a'.repeat(1_048_576)}"`,
  '0'.repeat(100_000),
].map((text) => Buffer.from(text))

const rawBody = fc
  .oneof(
    fc.constantFrom(
      ...rawBodies,
      Buffer.from('{"name":"a"}', 'utf16le'),
      Buffer.from('{"name":"\xff\xfe"}', 'latin1'),
      Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]),
      Buffer.from([0x1f, 0x8b, 0x08, 0, 0, 0, 0, 0]),
    ),
    fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
  )
  .map((bytes) => otherBody(() => ({ kind: 'raw', bytes })))

/** The frame of a form; in latin1, so that every byte stays what it is. */
const formBends: readonly ((form: string) => string)[] = [
  (form) => form.slice(0, -4),
  (form) => form.slice(0, form.length >> 1),
  (form) => form.replaceAll('\r\n', '\n'),
  (form) => form.replaceAll(boundary, `${boundary}x`),
  (form) => form.replaceAll('form-data;', 'attachment;'),
  (form) => form.replaceAll('name="', 'name='),
  (form) => form.replaceAll('name="', "name*=UTF-8''"),
  (form) => form.replaceAll('Content-Disposition', 'X-Disposition'),
  (form) => form.replaceAll('form-data', 'form-data; filename="a.txt"'),
  (form) => form.replaceAll('\r\n\r\n', '\r\nContent-Transfer-Encoding: base64\r\n\r\n'),
  (form) => form.replaceAll('\r\n\r\n', `\r\nX: ${'x'.repeat(70_000)}\r\n\r\n`),
  (form) => form.replaceAll('\r\n\r\n', '\r\nContent-Type: text/plain; charset=utf-16\r\n\r\n'),
  (form) => `${'preamble\r\n'.repeat(8_000)}${form}`,
  (form) => `${form}${'epilogue\r\n'.repeat(8_000)}`,
  (form) => form + form,
  (form) => form.slice(0, -4).repeat(40),
  (form) => `${boundary}${form}`,
  (form) => form.slice(2),
  () => `--${boundary}--\r\n`,
  () => `--${boundary}\r\n\r\n\r\n--${boundary}--\r\n`,
  () => '',
]

const bentForm = fc
  .constantFrom(...formBends)
  .map((bend) =>
    otherBody((body) =>
      body.kind === 'form'
        ? { ...body, bend: (form) => Buffer.from(bend(form.toString('latin1')), 'latin1') }
        : { kind: 'form', parts: strangeParts.slice(0, 3), bend: (form) => form },
    ),
  )

export const bodyDeformations: fc.Arbitrary<Deform> = fc.oneof(
  { weight: 10, arbitrary: replacedValue },
  { weight: 3, arbitrary: addedField },
  { weight: 1, arbitrary: wholeValue },
  { weight: 3, arbitrary: rawBody },
  { weight: 3, arbitrary: bentForm },
)
