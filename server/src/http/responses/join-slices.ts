import type { FastifyReply, FastifyRequest } from 'fastify'
import { AnswerFiles } from './response-files.ts'
import { sendHead } from './send-response.ts'
import { Slices, writeSlices } from './slices.ts'

const headers = { 'content-type': 'application/json; charset=utf-8' }

/**
 * For answers to one person: makes of slices what a handler returns, under the status that the reply has. To the compiler
 * it is the value itself, as which everything else comes back.
 *
 * @param folder for what is too long for memory
 */
export async function joinSlices<Value>(
  request: FastifyRequest,
  reply: FastifyReply,
  value: Value,
  folder: string,
): Promise<Value> {
  return value instanceof Slices ? ((await payloadOf(request, reply, value, folder)) as Value) : value
}

async function payloadOf(
  request: FastifyRequest,
  reply: FastifyReply,
  slices: Slices<unknown>,
  folder: string,
): Promise<unknown> {
  if (request.method === 'HEAD') {
    sendHead(reply, headers)
    return reply
  }
  const files = new AnswerFiles(folder)
  try {
    const body = await files.take(chunksOf(slices, reply))
    reply.headers(headers)
    if (Buffer.isBuffer(body)) return body
    reply.header('content-length', body.sizeBytes)
    return body.read()
  } finally {
    files.release()
  }
}

async function* chunksOf(slices: Slices<unknown>, reply: FastifyReply): AsyncGenerator<Buffer, void> {
  for await (const text of writeSlices(slices, (part) => reply.serialize(part) as string))
    yield Buffer.from(text)
}
