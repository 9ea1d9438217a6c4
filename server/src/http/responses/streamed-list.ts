import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Scope } from '../../db/engine/scopes.ts'
import { yieldToEventLoop } from '../../db/engine/event-loop.ts'
import { ResponseFiles } from './response-files.ts'
import { momentaryHeaders } from './security-headers.ts'
import { sendHead } from './send-response.ts'

type Slices<Item> = AsyncIterable<readonly Item[]> | Iterable<readonly Item[]>

export class StreamedList<Item> {
  readonly frame: (items: readonly Item[]) => unknown
  readonly read: () => Slices<Item>

  constructor(frame: StreamedList<Item>['frame'], read: StreamedList<Item>['read']) {
    this.frame = frame
    this.read = read
  }
}

export interface PageInWriting {
  readonly framed: Set<string>
  readonly scopes: Set<Scope>
}

export const pageInWriting = new AsyncLocalStorage<PageInWriting>()

/** The type of the return value is that of the whole response. */
export function streamedList<Item, Value>(
  frame: (items: readonly Item[]) => Value,
  read: () => Slices<Item>,
): Value {
  return new StreamedList(frame, read) as Value
}

/** The JSON of a response in pieces; `write` gives an empty list as `[]`. */
export async function* serializeStreamedList<Item>(
  { frame, read }: StreamedList<Item>,
  write: (value: unknown) => string,
): AsyncGenerator<string, void> {
  const empty = write(frame([]))
  let start: number | null = null
  let end = 0
  for await (const items of read()) {
    if (items.length === 0) continue
    await yieldToEventLoop()
    const text = write(frame(items))
    if (start === null) {
      start = beginningInCommon(empty, text)
      end = empty.length - start
      yield text.slice(0, text.length - end)
    } else yield `,${text.slice(start, text.length - end)}`
  }
  yield start === null ? empty : empty.slice(start)
}

/** The common prefix ends behind the list's opening bracket. */
function beginningInCommon(one: string, other: string): number {
  let length = 0
  while (length < one.length && one[length] === other[length]) length += 1
  return length
}

const jsonHeaders = { 'content-type': 'application/json; charset=utf-8' }

/** A streamed list becomes JSON under the reply's status; any other value is returned as it is. */
export async function collectStreamedList<Value>(
  request: FastifyRequest,
  reply: FastifyReply,
  value: Value,
  folder: string,
): Promise<Value> {
  return value instanceof StreamedList ? ((await payloadOf(request, reply, value, folder)) as Value) : value
}

async function payloadOf(
  request: FastifyRequest,
  reply: FastifyReply,
  list: StreamedList<unknown>,
  folder: string,
): Promise<unknown> {
  const texts = serializeStreamedList(list, (part) => reply.serialize(part) as string)
  return await collectTexts(request, reply, { texts, headers: jsonHeaders, folder })
}

/** The payload of a long response in its pieces. */
export async function collectTexts(
  request: FastifyRequest,
  reply: FastifyReply,
  response: {
    readonly texts: AsyncIterable<string>
    readonly headers: Readonly<Record<string, string>>
    /** For a response that is too large for memory. */
    readonly folder: string
  },
): Promise<unknown> {
  const { texts, headers, folder } = response
  if (request.method === 'HEAD') {
    sendHead(reply, { ...momentaryHeaders, ...headers })
    return reply
  }
  const files = new ResponseFiles(folder)
  try {
    const body = await files.take(bytesOf(texts))
    reply.headers(headers)
    if (Buffer.isBuffer(body)) return body
    reply.header('content-length', body.sizeBytes)
    return body.read()
  } finally {
    files.release()
  }
}

async function* bytesOf(texts: AsyncIterable<string>): AsyncGenerator<Buffer, void> {
  for await (const text of texts) yield Buffer.from(text)
}
