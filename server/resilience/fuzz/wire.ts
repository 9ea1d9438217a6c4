import { encodeForm, formType } from '../../src/testing/upload-server.ts'
import { type Draft, Encoded, type Header, Reference, type Value } from './draft.ts'
import type { World } from './world.ts'

/** A request as it goes out. */
export interface WireRequest {
  readonly method: string
  readonly url: string
  readonly headers: readonly Header[]
  readonly body: Buffer | null
}

export function toWire(draft: Draft, world: World): WireRequest {
  const find = (reference: Reference) => world.find(reference, draft)
  const path = draft.operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encode(draft.params[name] ?? '', find),
  )
  const query = draft.query.map(([name, value]) => `${encodeText(name)}=${encode(value, find)}`)
  const url = draft.bend(query.length > 0 ? `${path}?${query.join('&')}` : path)
  const { type, body } = writeBody(draft, find)
  const own: Header[] = [
    ...world.headersOf(draft.actor, draft.operation),
    ...(type === null ? [] : [['content-type', type] as const]),
  ]
  const others = own.filter(([name]) => !draft.headers.some(([given]) => given === name))
  return { method: draft.method, url, headers: [...others, ...draft.headers], body }
}

type Find = (reference: Reference) => string | number

/** In an address. */
function encode(value: Value, find: Find): string {
  if (value instanceof Encoded) return value.text
  if (value instanceof Reference) return encodeText(String(find(value)))
  return encodeText(typeof value === 'string' ? value : writeJson(value, find))
}

function encodeText(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}

function writeBody({ body }: Draft, find: Find): { type: string | null; body: Buffer | null } {
  if (body.kind === 'none') return { type: null, body: null }
  if (body.kind === 'raw') return { type: body.type ?? 'application/json', body: body.bytes }
  if (body.kind === 'json')
    return { type: 'application/json', body: Buffer.from(writeJson(body.value, find)) }
  const parts = body.parts.map(({ content, ...part }) => ({ ...part, content: writePart(content, find) }))
  return { type: formType, body: body.bend(encodeForm(parts)) }
}

function writePart(content: Value | Uint8Array, find: Find): string | Uint8Array {
  if (content instanceof Uint8Array) return content
  if (content instanceof Reference) return String(find(content))
  return typeof content === 'string' ? content : writeJson(content, find)
}

/** As `JSON.stringify`, which writes lone surrogates as escapes; what is encoded goes in as it is. */
function writeJson(value: Value, find: Find): string {
  if (value instanceof Encoded) return value.text
  if (value instanceof Reference) return JSON.stringify(find(value))
  if (Array.isArray(value)) return `[${value.map((item: Value) => writeJson(item, find)).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const fields = Object.entries(value).map(
    ([name, part]) => `${JSON.stringify(name)}:${writeJson(part as Value, find)}`,
  )
  return `{${fields.join(',')}}`
}
