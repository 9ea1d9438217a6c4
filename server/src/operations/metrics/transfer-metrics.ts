import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Counter, Gauge, type Registry } from 'prom-client'
import { isUpload } from '../../http/connections/limits.ts'

type Carried = () => number

export function watchTransfers(registry: Registry, app: FastifyInstance): void {
  const streams = transfers(registry, 'media_streams', 'Answers from /media under way', {
    name: 'earmark_media_sent_bytes_total',
    help: 'Bytes of responses from /media',
  })
  const uploads = transfers(registry, 'uploads', 'Forms with files under way', {
    name: 'earmark_upload_received_bytes_total',
    help: 'Bytes of forms with files',
  })
  const ended = new Counter({
    name: 'earmark_uploads_total',
    help: 'Forms with files that have ended: stored, refused, failed, or abandoned by their client',
    labelNames: ['outcome'],
    registers: [registry],
  })
  app.addHook('onRequest', (request, reply, done) => {
    const { url } = request.routeOptions
    if (url === '/media/:file') follow(streams, reply, sentBytes(request))
    else if (isUpload(request) && isUnsafe(request)) {
      follow(uploads, reply, receivedBytes(request))
      reply.raw.once('close', () => ended.inc({ outcome: outcomeOf(reply) }))
    }
    done()
  })
}

interface Transfers {
  readonly underWay: Set<() => void>
  readonly bytes: Counter
}

function transfers(
  registry: Registry,
  name: string,
  help: string,
  counter: { name: string; help: string },
): Transfers {
  const underWay = new Set<() => void>()
  const registers = [registry]
  new Gauge({
    name: `earmark_${name}`,
    help,
    registers,
    collect() {
      this.set(underWay.size)
    },
  })
  const bytes = new Counter({
    ...counter,
    registers,
    collect() {
      for (const count of underWay) count()
    },
  })
  return { underWay, bytes }
}

/** At each scrape, and at the end: a stream may last for hours. */
function follow({ underWay, bytes }: Transfers, { raw }: FastifyReply, carried: Carried): void {
  let counted = 0
  const count = (): void => {
    const now = carried()
    bytes.inc(now - counted)
    counted = now
  }
  underWay.add(count)
  raw.once('close', () => {
    count()
    underWay.delete(count)
  })
}

function sentBytes({ raw: { socket } }: FastifyRequest): Carried {
  const before = socket.bytesWritten
  return () => socket.bytesWritten - before
}

/** Bytes that came with the headers are known when all have come. */
function receivedBytes({ raw, headers }: FastifyRequest): Carried {
  const { socket } = raw
  const before = socket.bytesRead
  const length = Number(headers['content-length'] ?? 0)
  return () => Math.max(raw.complete ? length : 0, socket.bytesRead - before)
}

function isUnsafe({ method }: FastifyRequest): boolean {
  return method === 'POST' || method === 'PUT'
}

function outcomeOf({ raw }: FastifyReply): string {
  if (!raw.writableFinished) return 'abandoned'
  if (raw.statusCode < 400) return 'stored'
  return raw.statusCode < 500 ? 'refused' : 'failed'
}
