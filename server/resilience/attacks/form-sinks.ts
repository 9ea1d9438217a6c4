import type { PlacedOperation } from '../../src/testing/api-document.ts'
import type { AttackSite } from './attack-site.ts'
import type { RawRequest } from './raw-client.ts'
import { headersOf, pathOf, sampleOf, type Sink } from './sink.ts'

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
export function formSinks(site: AttackSite, operation: PlacedOperation): Sink[] {
  const { method, path, requestBody } = operation
  const schema = requestBody?.content['multipart/form-data']?.schema
  if (!schema) return []
  const { properties = {}, required = [] } = schema
  const files = Object.keys(properties).filter((name) => properties[name]?.format === 'binary')
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
    sink('picture', (text) => filePart('CoverImage', `filename="${quotable(text)}"`, picture)),
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
