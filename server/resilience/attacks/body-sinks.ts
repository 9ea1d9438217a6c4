import type { PlacedOperation, Schema } from '../../src/testing/api-document.ts'
import type { AttackSite } from './attack-site.ts'
import { headersOf, pathOf, sampleOf, type Sink } from './sink.ts'

/** Every field of every JSON body, however deep, and what is in its lists. */
export function bodySinks(site: AttackSite, operation: PlacedOperation): Sink[] {
  const { method, path, requestBody } = operation
  const schema = requestBody?.content['application/json']?.schema
  if (!schema) return []
  const headers = { ...headersOf(site, operation), 'content-type': 'application/json' }
  return placesOf(schema).map((place) => ({
    name: `${method} ${path} ${place.join('.') || 'body'}`,
    isAddress: false,
    request: (text) => ({
      method,
      target: pathOf(site, operation),
      headers,
      body: Buffer.from(JSON.stringify(valueOf(site, path, schema, place, text))),
    }),
  }))
}

const element = '0'

/** The names that lead to each value that is no object or list, and to each list or object itself. */
function placesOf({ properties, items }: Schema): string[][] {
  const inside = properties ? Object.entries(properties) : items ? [[element, items] as const] : []
  return [[], ...inside.flatMap(([name, part]) => placesOf(part).map((place) => [name, ...place]))]
}

/** What the schema asks for, with the text in one place: optional fields are left out unless they are attacked. */
function valueOf(
  site: AttackSite,
  path: string,
  schema: Schema,
  place: readonly string[] | null,
  text: string,
  name = '',
): unknown {
  if (place?.length === 0) return text
  const [next, ...rest] = place ?? []
  const placeIn = (part: string) => (part === next ? rest : null)
  const { properties, items, required = [] } = schema
  if (items) return [valueOf(site, path, items, placeIn(element), text, name)]
  if (!properties) return sampleOf(site, path, name) ?? 'x'
  const present = Object.entries(properties).filter(([part]) => required.includes(part) || part === next)
  return Object.fromEntries(
    present.map(([part, inner]) => [part, valueOf(site, path, inner, placeIn(part), text, part)]),
  )
}
