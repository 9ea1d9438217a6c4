/**
 * The listeners of the range rows, in a process of their own: closed loops over raw sockets, so that the client
 * costs as little as it can. Takes a job as JSON in its first argument, answers with JSON on stdout.
 */
import { connect, type Socket } from 'node:net'

export interface ClientJob {
  readonly port: number
  readonly path: string
  readonly sizeBytes: number
  readonly kind: 'ranges' | 'whole' | 'first byte'
  readonly clients: number
  /** Of `ranges` and `whole`. */
  readonly milliseconds: number
  /** Of `first byte`: how many, one after the other, each on a connection of its own. */
  readonly requests: number
}

export interface ClientResult {
  readonly requests: number
  readonly bytes: number
  readonly seconds: number
  /** From the request to its last byte, or to the first byte of its body. */
  readonly medianMs: number
  readonly p99Ms: number
}

const rangeBytes = 64 * 1024
const receiveBytes = 256 * 1024
const headEnd = Buffer.from('\r\n\r\n')

interface Listener {
  /** The value of the Range header of the next request; null asks for the whole file. */
  range(): string | null
  /** @returns whether to go on */
  firstByte(ms: number): boolean
  done(ms: number): void
  bytes(count: number): void
}

/** One client: asks, reads to the end, asks again. Resolves when its socket is closed. */
function listen(job: ClientJob, listener: Listener, sockets: Set<Socket>): Promise<void> {
  return new Promise((resolve, reject) => {
    let begun = 0
    let left = 0
    let isInHead = true
    const ask = () => {
      const range = listener.range()
      begun = performance.now()
      isInHead = true
      const head = `GET ${job.path} HTTP/1.1\r\nHost: localhost\r\n`
      socket.write(range === null ? `${head}\r\n` : `${head}Range: bytes=${range}\r\n\r\n`)
    }
    const take = (chunk: Buffer): boolean => {
      let body = chunk.length
      if (isInHead) {
        const end = chunk.indexOf(headEnd)
        if (end < 0) throw new Error('The answer’s head came in pieces.')
        const head = chunk.toString('latin1', 0, end)
        if (!/^HTTP\/1.1 20[06]/.test(head)) throw new Error(head)
        left = Number(/content-length: (\d+)/i.exec(head)?.[1])
        body -= end + headEnd.length
        isInHead = body === 0 ? isInHead : false
        if (isInHead) {
          isInHead = false
          return true
        }
        if (!listener.firstByte(performance.now() - begun)) return false
      }
      listener.bytes(body)
      left -= body
      if (left === 0) {
        listener.done(performance.now() - begun)
        ask()
      }
      return true
    }
    const socket = connect({
      port: job.port,
      host: '127.0.0.1',
      noDelay: true,
      onread: {
        buffer: Buffer.alloc(receiveBytes),
        callback: (length, buffer) => {
          try {
            if (!take(Buffer.from(buffer.buffer, buffer.byteOffset, length))) socket.destroy()
          } catch (error) {
            socket.destroy()
            reject(error as Error)
          }
          return true
        },
      },
    })
    sockets.add(socket)
    socket.once('connect', ask)
    socket.once('error', reject)
    socket.once('close', () => {
      sockets.delete(socket)
      resolve()
    })
  })
}

async function load(job: ClientJob): Promise<ClientResult> {
  const times: number[] = []
  let bytes = 0
  const sockets = new Set<Socket>()
  const listener: Listener = {
    range: () => {
      if (job.kind === 'whole') return null
      const start = Math.floor(Math.random() * (job.sizeBytes - rangeBytes))
      return `${start}-${start + rangeBytes - 1}`
    },
    firstByte: () => true,
    done: (ms) => times.push(ms),
    bytes: (count) => {
      bytes += count
    },
  }
  const began = performance.now()
  const clients = Array.from({ length: job.clients }, () => listen(job, listener, sockets))
  await Promise.race([new Promise((resolve) => setTimeout(resolve, job.milliseconds)), ...clients])
  const result = summary(times, bytes, performance.now() - began)
  for (const socket of sockets) socket.destroy()
  await Promise.all(clients)
  return result
}

async function firstBytes(job: ClientJob): Promise<ClientResult> {
  const times: number[] = []
  const listener: Listener = {
    range: () => `${Math.floor(job.sizeBytes * (0.5 + Math.random() * 0.4))}-`,
    firstByte: (ms) => times.push(ms) < 0,
    done: () => undefined,
    bytes: () => undefined,
  }
  const began = performance.now()
  for (let request = 0; request < job.requests; request += 1) await listen(job, listener, new Set())
  return summary(times, 0, performance.now() - began)
}

function summary(times: number[], bytes: number, milliseconds: number): ClientResult {
  const sorted = times.toSorted((left, right) => left - right)
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN
  return { requests: times.length, bytes, seconds: milliseconds / 1000, medianMs: at(0.5), p99Ms: at(0.99) }
}

if (import.meta.main) {
  const job = JSON.parse(process.argv[2] ?? '') as ClientJob
  console.log(JSON.stringify(await (job.kind === 'first byte' ? firstBytes(job) : load(job))))
}
