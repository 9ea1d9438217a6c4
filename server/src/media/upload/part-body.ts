import { AppError } from '../../errors.ts'

/** More of a form's text than any record has. */
const maxIgnoredBytes = 256 * 1024

/** Whether there are any bytes, and all of them. */
export async function peek(
  body: AsyncIterable<Uint8Array>,
): Promise<{ isEmpty: boolean; body: AsyncIterable<Uint8Array> }> {
  const chunks = body[Symbol.asyncIterator]()
  const first = await chunks.next()
  return { isEmpty: first.done === true, body: withFirst(first, chunks) }
}

async function* withFirst(
  first: IteratorResult<Uint8Array>,
  rest: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array, void> {
  for (let next = first; !next.done; next = await rest.next()) yield next.value
}

/** @throws AppError `InvalidBody` when it is more than any record has */
export async function ignorePart(body: AsyncIterable<Uint8Array>): Promise<void> {
  let left = maxIgnoredBytes
  for await (const chunk of body) {
    left -= chunk.length
    if (left < 0) throw new AppError('InvalidBody', { description: 'A field is too long.' })
  }
}
