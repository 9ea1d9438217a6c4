import { AppError } from '../../errors.ts'
import type { FormHandling } from '../api.ts'
import { spokenName } from '../responses/refusals.ts'
import type { Form, FormField } from './form.ts'
import { isBlank } from './input.ts'
import type { Part } from './multipart.ts'

type Body = AsyncIterable<Uint8Array>

const maxIgnoredBytes = 256 * 1024

/**
 * Once all required texts have come, no file is received before they are right.
 *
 * @throws AppErrors as `Form.read` does; AppError `UnexpectedFile` and `InvalidBody` with the field; the errors of `parts`
 * and `receive`
 */
export async function readForm(
  parts: AsyncIterable<Part>,
  form: Form,
  { same, receive }: FormHandling<object>,
): Promise<Record<string, unknown>> {
  const texts: Record<string, string[]> = {}
  const seen = new Map<string, number>()
  for await (const { name, fileName, body } of parts) {
    const field = form.fields.get(name.toLowerCase())
    const { isEmpty, whole } = await peek(body)
    if (isAbsent(field, fileName, isEmpty)) {
      await ignore(whole)
      continue
    }
    if (!field || field.isFile !== (fileName !== null)) throw misplaced(name, field)
    const count = (seen.get(field.name) ?? 0) + 1
    if (count > 1 && !field.isList) throw invalid(field.name, 'is there more than once')
    if (count > field.maxItems && field.isFile)
      throw invalid(field.name, `has more than ${field.maxItems} files`)
    seen.set(field.name, count)
    if (field.isFile) {
      if (form.required.every((text) => seen.has(text))) form.read(texts, same)
      await receive(field.name, whole, texts, fileName)
    } else {
      const text = await readText(field, whole)
      const parts = (texts[field.name] ??= [])
      if (!isBlank(text)) parts.push(text)
    }
  }
  return form.read(texts, same)
}

/** Unknown texts, and the empty part of an empty file input. */
function isAbsent(field: FormField | undefined, fileName: string | null, isEmpty: boolean): boolean {
  return fileName === null ? !field || (field.isFile && isEmpty) : fileName === '' && isEmpty
}

function misplaced(name: string, field: FormField | undefined): AppError {
  if (field?.isFile) return invalid(field.name, 'is not a file')
  return new AppError('UnexpectedFile', { field: field?.name ?? fieldName(name) })
}

function fieldName(name: string): string | undefined {
  return /^[a-z]\w{0,63}$/i.test(name) ? name.charAt(0).toLowerCase() + name.slice(1) : undefined
}

async function peek(body: Body): Promise<{ isEmpty: boolean; whole: Body }> {
  const chunks = body[Symbol.asyncIterator]()
  const first = await chunks.next()
  return { isEmpty: first.done === true, whole: withFirst(first, chunks) }
}

async function* withFirst(
  first: IteratorResult<Uint8Array>,
  rest: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array, void> {
  for (let next = first; !next.done; next = await rest.next()) yield next.value
}

async function ignore(body: Body): Promise<void> {
  let left = maxIgnoredBytes
  for await (const chunk of body) {
    left -= chunk.length
    if (left < 0) throw new AppError('InvalidBody', { description: 'A field is too long.' })
  }
}

/** Forms send CRLF for all line breaks. */
async function readText({ name, maxLength, maxBytes }: FormField, body: Body): Promise<string> {
  const chunks: Uint8Array[] = []
  let left = maxBytes
  for await (const chunk of body) {
    left -= chunk.length
    if (left < 0) throw invalid(name, `has more than ${maxLength} characters`)
    chunks.push(chunk)
  }
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.concat(chunks))
    return text.replaceAll(/\r\n?/g, '\n')
  } catch {
    throw invalid(name, 'is not text in UTF-8')
  }
}

function invalid(field: string, problem: string): AppError {
  return new AppError('InvalidBody', { field, description: `${spokenName(field)} ${problem}.` })
}
