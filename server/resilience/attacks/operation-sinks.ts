import type { PlacedOperation, Schema } from '../../src/testing/api-document.ts'
import type { AttackSite } from './attack-site.ts'
import type { RawRequest } from './raw-client.ts'

/** A place of a request that takes a string of the client's. */
export interface Sink {
  readonly name: string
  /** Strings in an address are to be written so that they can stand in one. */
  readonly isAddress: boolean
  /** Whether what answers looks for a file, or for a page. */
  readonly isFile?: boolean
  request(text: string): RawRequest
}

/** Every parameter of an operation's path and query, every field of its JSON body, every part of its form. */
export function operationSinks(site: AttackSite, operation: PlacedOperation): Sink[] {
  return [addressSinks, bodySinks, formSinks].flatMap((sinksOf) => sinksOf(site, operation))
}

/**
 * The operation's path with its samples in place, but for one parameter.
 *
 * @throws for a parameter that has no sample: nobody would get past it
 */
function pathOf(site: AttackSite, { path }: PlacedOperation, attacked = '', text = ''): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = name === attacked ? text : sampleOf(site, path, name)
    if (value === undefined) throw new Error(`{${name}} of ${path} has no sample.`)
    return String(value)
  })
}

/** What an `id` is the id of, the path says. */
function sampleOf({ samples }: AttackSite, path: string, name: string): string | number | undefined {
  const [folder = ''] = path.split('/{')
  const sample = samples[name === 'id' ? (folder.split('/').at(-1) ?? '') : name]
  return typeof sample === 'function' ? sample() : sample
}

/** Calls about the own account are made by somebody who may lose it. */
function headersOf({ admin, owner }: AttackSite, { path }: PlacedOperation): Record<string, string> {
  return path.startsWith('/api/auth/') ? owner.headers : admin.headers
}

/** Every parameter of a path, and of a query. */
function addressSinks(site: AttackSite, operation: PlacedOperation): Sink[] {
  const { method, path, parameters = [] } = operation
  const headers = headersOf(site, operation)
  const inPath = parameters.filter((parameter) => parameter.in === 'path')
  // Beside those that are known, one that is not.
  const inQuery = [...parameters.filter((parameter) => parameter.in === 'query'), { name: 'file' }]
  return [
    ...inPath.map(({ name }) => ({
      name: `${method} ${path} ${name}`,
      isAddress: true,
      request: (text: string) => ({ method, target: pathOf(site, operation, name, text), headers }),
    })),
    ...(method === 'GET' ? inQuery : []).map(({ name }) => ({
      name: `${method} ${path}?${name}`,
      isAddress: true,
      request: (text: string) => ({ method, target: `${pathOf(site, operation)}?${name}=${text}`, headers }),
    })),
  ]
}

/** Every field of every JSON body, however deep, and what is in its lists. */
function bodySinks(site: AttackSite, operation: PlacedOperation): Sink[] {
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

interface FormPart {
  readonly head: string
  readonly content: string | Buffer
}

const boundary = 'attack'
/** A picture of one pixel (PNG), which is stored. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** Every text field of every form; the names of its files, in each way to write them; and the names of its parts. */
function formSinks(site: AttackSite, operation: PlacedOperation): Sink[] {
  const { method, path, requestBody } = operation
  const schema = requestBody?.content['multipart/form-data']?.schema
  if (!schema) return []
  const { properties = {}, required = [] } = schema
  const isFile = ({ format, items }: Schema) => format === 'binary' || items?.format === 'binary'
  const files = Object.keys(properties).filter((name) => isFile(properties[name] ?? {}))
  const pictureField = files.find((name) => name !== 'Audio') ?? 'CoverImage'
  const texts = Object.keys(properties).filter((name) => !files.includes(name))
  const sample = (name: string): FormPart => {
    const field = name.charAt(0).toLowerCase() + name.slice(1)
    return textPart(name, String(sampleOf(site, path, field) ?? 'x'))
  }
  const sink = (what: string, makePart: (text: string) => FormPart, attacked = ''): Sink => ({
    name: `${method} ${path} ${what}`,
    isAddress: false,
    request: (text) => {
      const others = required.filter((name) => name !== attacked).map(sample)
      return formRequest(site, operation, [...others, makePart(text)])
    },
  })
  return [
    ...texts.map((name) => sink(name, (text) => textPart(name, text), name)),
    ...files.flatMap((name) => [
      sink(`file of ${name}`, (text) => filePart(name, `filename="${quotable(text)}"`)),
      sink(`extended file of ${name}`, (text) =>
        filePart(name, `filename*=UTF-8''${encodeURIComponent(text)}`),
      ),
    ]),
    sink('picture', (text) => filePart(pictureField, `filename="${quotable(text)}"`, picture)),
    sink('part', (text) => textPart(text, 'x')),
    sink('unknown file', (text) => filePart(text, 'filename="a.png"')),
  ]
}

/** As HTML has browsers write it. */
function quotable(text: string): string {
  return text.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function textPart(name: string, content: string): FormPart {
  return { head: `name="${quotable(name)}"`, content }
}

function filePart(name: string, fileName: string, content: Buffer | string = 'no picture'): FormPart {
  return { head: `name="${quotable(name)}"; ${fileName}`, content }
}

function formRequest(site: AttackSite, operation: PlacedOperation, parts: readonly FormPart[]): RawRequest {
  const body = parts.flatMap(({ head, content }) => [
    Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; ${head}\r\n\r\n`),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ])
  return {
    method: operation.method,
    target: pathOf(site, operation),
    headers: {
      ...headersOf(site, operation),
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
    body: Buffer.concat([...body, Buffer.from(`--${boundary}--\r\n`)]),
  }
}

/** In the long form every string goes into every place. */
export const isProof = process.env.ATTACKS === 'all'

/** In the suite each string is tried wherever files are looked for, and elsewhere as many as `share` in each place. */
export function dealOut(
  sinks: readonly Sink[],
  strings: readonly string[],
  share: number,
): [sink: Sink, text: string][] {
  return sinks.flatMap((sink, place) => {
    const mine = Array.from({ length: share }, (_, turn) => strings[(place * share + turn) % strings.length])
    const chosen = isProof || sink.isFile ? strings : (mine as string[])
    return chosen.map((text): [Sink, string] => [sink, text])
  })
}
