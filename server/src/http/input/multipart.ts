import { AppError } from '../../errors.ts'

/**
 * Reads `multipart/form-data` (RFC 7578; RFC 2046, 5.1) part by part as it is pulled: nothing is read ahead, bodies are
 * slices of the chunks. Malformed or truncated forms are `InvalidBody`.
 */

export interface Part {
  readonly name: string
  /** Null for a text field, empty for an empty file input. Never used as a path. */
  readonly fileName: string | null
  /** Unread bytes are skipped before the next part. */
  readonly body: AsyncIterable<Uint8Array>
}

const maxHeaderBytes = 64 * 1024
const maxPaddingBytes = 64 * 1024
/** Of a form with 2 000 files and as many texts. */
const maxParts = 4_096
export const maxFramingBytes = maxParts * maxHeaderBytes
/** RFC 2046, 5.1.1: at most 70 characters. */
const boundaryForm = /;\s*boundary=(?:"([^"\r\n]{1,70})"|([^\s;,"]{1,70}))(?:\s*;|\s*$)/i

export function boundaryOf(contentType: string): string | null {
  const [, quoted, plain] = boundaryForm.exec(contentType) ?? []
  return quoted ?? plain ?? null
}

export async function* readParts(
  source: AsyncIterable<Buffer>,
  boundary: string,
): AsyncGenerator<Part, void> {
  const chunks = source[Symbol.asyncIterator]()
  try {
    const reader = new PartReader(chunks, boundary)
    await reader.skip(maxPaddingBytes)
    for (let count = 0; await reader.hasPart(); count += 1) {
      if (count === maxParts) throw malformed('It has too many parts.')
      const part = { ...describePart(await reader.headers()), body: reader.body() }
      yield part
      for await (const chunk of part.body) void chunk
    }
    await reader.end(maxPaddingBytes)
  } finally {
    await chunks.return?.()
  }
}

/** Whether a body is a form that is read as its parts are pulled, not JSON. */
export function isForm(body: unknown): body is AsyncIterable<Part> {
  return typeof body === 'object' && body !== null && Symbol.asyncIterator in body
}

class PartReader {
  readonly #chunks: AsyncIterator<Buffer>
  readonly #delimiter: Buffer
  /** Not consumed. The first boundary need not have a line before it. */
  #left: Buffer = Buffer.from('\r\n')

  constructor(chunks: AsyncIterator<Buffer>, boundary: string) {
    this.#chunks = chunks
    this.#delimiter = Buffer.from(`\r\n--${boundary}`, 'latin1')
  }

  async *body(): AsyncGenerator<Buffer, void> {
    for (;;) {
      const end = this.#left.indexOf(this.#delimiter)
      const sure = end < 0 ? this.#left.length - this.#beginningAtEnd() : end
      const bytes = this.#left.subarray(0, sure)
      this.#left = this.#left.subarray(end < 0 ? sure : end + this.#delimiter.length)
      if (bytes.length > 0) yield bytes
      if (end >= 0) return
      await this.#more()
    }
  }

  async skip(maxBytes: number): Promise<void> {
    let left = maxBytes
    for await (const chunk of this.body()) {
      left -= chunk.length
      if (left < 0) throw malformed('It does not begin with a part.')
    }
  }

  async hasPart(): Promise<boolean> {
    while (this.#left.length < 2) await this.#more()
    return this.#left.toString('latin1', 0, 2) !== '--'
  }

  async headers(): Promise<string> {
    let searched = 0
    for (;;) {
      const end = this.#left.indexOf('\r\n\r\n', searched)
      if (end > maxHeaderBytes || (end < 0 && this.#left.length > maxHeaderBytes)) {
        throw malformed('The headers of a part are too large.')
      }
      if (end >= 0) {
        const text = this.#left.toString('utf8', 0, end)
        this.#left = this.#left.subarray(end + 4)
        return text
      }
      searched = Math.max(0, this.#left.length - 3)
      await this.#more()
    }
  }

  /** The rest is read so that the connection can serve the next request. */
  async end(maxBytes: number): Promise<void> {
    for (let left = maxBytes; left >= 0; ) {
      const { done, value } = await this.#chunks.next()
      if (done) return
      left -= value.length
    }
    throw malformed('It goes on after its last part.')
  }

  #beginningAtEnd(): number {
    const most = Math.min(this.#delimiter.length - 1, this.#left.length)
    let at = this.#left.indexOf('\r', this.#left.length - most)
    while (at >= 0) {
      const length = this.#left.length - at
      if (this.#left.compare(this.#delimiter, 0, length, at) === 0) return length
      at = this.#left.indexOf('\r', at + 1)
    }
    return 0
  }

  async #more(): Promise<void> {
    const { done, value } = await this.#chunks.next()
    if (done) throw malformed('It ends too early.')
    this.#left = this.#left.length === 0 ? value : Buffer.concat([this.#left, value])
  }
}

const parameterForm = /;\s*(name|filename\*?)=(?:"((?:\\.|[^"\\])*)"|([^;\s"]*))/gi

function describePart(headers: string): Pick<Part, 'name' | 'fileName'> {
  const [rest, ...lines] = headers.split('\r\n')
  if (rest?.trim() !== '') throw malformed('A boundary is followed by something else.')
  const disposition = lines.find((line) => /^content-disposition:\s*form-data\s*(;|$)/i.test(line))
  if (disposition === undefined) throw malformed('A part does not say what it is.')
  const found = new Map<string, string>()
  for (const [, name = '', quoted, plain] of disposition.matchAll(parameterForm)) {
    const key = name.toLowerCase().replace('*', '')
    if (!found.has(key)) found.set(key, quoted?.replace(/\\(["\\])/g, '$1') ?? plain ?? '')
  }
  return { name: found.get('name') ?? '', fileName: found.get('filename') ?? null }
}

function malformed(what: string): AppError {
  return new AppError('InvalidBody', { description: `The form is malformed. ${what}` })
}
