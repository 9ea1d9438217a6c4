import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { bytesType } from '@earmark/contract/endpoint.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../errors.ts'
import { waitsForContinue } from '../connections/expect-continue.ts'
import { type Form, formOf, type FormSchema } from './form.ts'
import { boundaryOf, maxFramingBytes, type Part, readParts } from './multipart.ts'
import type { FormHandling } from '../api.ts'
import { readForm } from './read-form.ts'
import { atPace, type UploadPace, uploadPace } from '../connections/upload-pace.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    form?: Form
    bytes?: BytesUse
  }
  interface FastifySchema {
    form?: unknown
    bytes?: BytesUse
  }
}

/** The bytes of a body, once; `signal` ends reading with its reason. */
export type ReadBytes = (signal: AbortSignal) => AsyncIterable<Buffer>

type BytesUse = 'required' | 'optional'

const multipart = /^multipart\/form-data\s*(;|$)/i

export function registerUploads(
  app: FastifyInstance,
  maxFileBytes: number,
  pace: UploadPace = uploadPace,
): void {
  app.addContentTypeParser('multipart/form-data', (request, payload, done) => {
    if (request.routeOptions.config.form === undefined) return done(new AppError('UnsupportedMediaType'))
    const boundary = boundaryOf(request.headers['content-type'] ?? '')
    done(null, boundary === null ? undefined : readParts(atPace(payload as Readable, pace), boundary))
  })
  app.addContentTypeParser(bytesType, (request, payload, done) => {
    if (request.routeOptions.config.bytes === undefined) return done(new AppError('UnsupportedMediaType'))
    const read: ReadBytes = (signal) => atPace(payload as Readable, pace, signal)
    done(null, read)
  })
  app.addHook('onRoute', (route) => {
    const { bytes } = route.schema ?? {}
    if (bytes === undefined) return
    route.config = { ...route.config, bytes }
    route.preParsing = [route.preParsing ?? [], requireBytes(bytes)].flat()
    route.onSend = [route.onSend ?? [], answerUnread].flat()
  })
  app.decorateRequest('readForm', readOwnForm)
  app.addHook('onRoute', (route) => {
    if (route.schema?.form === undefined) return
    const form = formOf(route.schema.form as FormSchema)
    route.config = { ...route.config, form }
    const maxBytes = maxFileBytes * form.maxFiles + form.maxTextBytes + maxFramingBytes
    const mayBeJson = route.schema.body !== undefined
    route.preParsing = [route.preParsing ?? [], checkHeaders(maxBytes, mayBeJson)].flat()
    route.onSend = [route.onSend ?? [], answerUnread].flat()
  })
}

/** The type of a body that may be absent is not looked at where it is. */
function requireBytes(use: BytesUse) {
  return async (request: FastifyRequest, _reply: FastifyReply, payload: Readable): Promise<Readable> => {
    const { headers } = request
    const type = (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase()
    const isEmpty = headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0
    if (use === 'optional' && isEmpty) delete headers['content-type']
    else if (type !== bytesType) throw new AppError('UnsupportedMediaType')
    return payload
  }
}

function readOwnForm(this: FastifyRequest, handling: FormHandling<object>): Promise<object> {
  const { form } = this.routeOptions.config
  if (!form) throw new Error('The route takes no form.')
  return readForm(this.body as AsyncIterable<Part>, form, handling)
}

export interface ClientWatch extends Disposable {
  readonly gone: AbortSignal
}

/** The client's end is seen once its whole body has been read. */
export function watchClient({ raw: { socket } }: FastifyRequest): ClientWatch {
  const controller = new AbortController()
  const leave = () =>
    controller.abort(new AppError('InvalidBody', { description: 'The request was cut off.' }))
  if (socket.destroyed) leave()
  socket.once('close', leave)
  return { gone: controller.signal, [Symbol.dispose]: () => socket.off('close', leave) }
}

function checkHeaders(maxBytes: number, mayBeJson: boolean) {
  return async ({ headers }: FastifyRequest, _reply: FastifyReply, payload: Readable): Promise<Readable> => {
    const contentType = headers['content-type'] ?? ''
    if (!multipart.test(contentType)) {
      if (mayBeJson) return payload
      throw new AppError('UnsupportedMediaType')
    }
    if (boundaryOf(contentType) === null) {
      throw new AppError('InvalidBody', {
        description: 'The form does not say how its parts are told apart.',
      })
    }
    if (Number(headers['content-length'] ?? 0) > maxBytes) throw new AppError('FileTooLarge')
    return payload
  }
}

/** For a refused client to read the response. */
const lingerMs = 1_000
const lingerBytes = 64 * 1024 ** 2

/** Closing a connection while bytes arrive resets it, which may take the response from the client before it is read. */
async function answerUnread(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<unknown> {
  const { raw } = request
  if (waitsForContinue(raw)) return payload
  if (isOver(raw) || typeof payload !== 'string') return payload
  reply.header('connection', 'close').header('content-length', Buffer.byteLength(payload))
  return Readable.from(withRest(payload, raw), { objectMode: false })
}

async function* withRest(payload: string, raw: IncomingMessage): AsyncGenerator<Buffer, void> {
  yield Buffer.from(payload)
  // It may have come to its end with the response.
  if (!isOver(raw)) await skipRest(raw)
}

function isOver(raw: IncomingMessage): boolean {
  return raw.complete || raw.readableEnded || raw.destroyed
}

function skipRest(raw: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    let left = lingerBytes
    const finish = () => {
      clearTimeout(timer)
      raw.off('data', count).pause()
      for (const event of ['end', 'error', 'close']) raw.off(event, finish)
      resolve()
    }
    const count = (chunk: Buffer) => {
      left -= chunk.length
      if (left < 0) finish()
    }
    const timer = setTimeout(finish, lingerMs)
    for (const event of ['end', 'error', 'close']) raw.on(event, finish)
    raw.on('data', count).resume()
  })
}
