/**
 * The listeners of the positions row, in a process of their own: each saves one position after another, over a raw
 * socket so that the client costs little. Takes a job as JSON in its first argument, answers with JSON on stdout.
 */
import { connect } from 'node:net'
import type { Listener } from '../../server/resilience/load/listeners.ts'
import { percentile } from '../rows.ts'

export interface PositionJob {
  readonly port: number
  readonly listeners: readonly Listener[]
  /** The version that each of them follows first. */
  readonly versions: readonly number[]
  readonly milliseconds: number
}

export interface PositionResult {
  readonly saved: number
  readonly seconds: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly versions: readonly number[]
}

const headEnd = '\r\n\r\n'

/** Saves until the deadline; resolves to the last version. */
function listen(port: number, listener: Listener, first: number, deadline: number, times: number[]) {
  return new Promise<number>((resolve, reject) => {
    const headers = Object.entries(listener.headers).map(([name, value]) => `${name}: ${value}\r\n`)
    const head = `PUT ${listener.path} HTTP/1.1\r\nhost: localhost\r\n${headers.join('')}content-length: `
    let version = first
    let begun = 0
    let received = ''
    const save = () => {
      const body = JSON.stringify({ positionSeconds: version + 1, baseVersion: version })
      begun = performance.now()
      socket.write(`${head}${body.length}${headEnd}${body}`)
    }
    const socket = connect({ port, host: '127.0.0.1', noDelay: true }, save)
    socket.setEncoding('latin1')
    socket.on('error', reject)
    socket.on('data', (part: string) => {
      received += part
      const end = received.indexOf(headEnd)
      const length = Number(/content-length: (\d+)/i.exec(received)?.[1])
      if (end < 0 || received.length < end + headEnd.length + length) return
      times.push(performance.now() - begun)
      const answered = /"version":(\d+)/.exec(received)?.[1]
      if (!received.startsWith('HTTP/1.1 200') || Number(answered) !== version + 1)
        return reject(new Error(received))
      received = ''
      version += 1
      if (performance.now() < deadline) return save()
      socket.destroy()
      resolve(version)
    })
  })
}

const job = JSON.parse(process.argv[2] ?? '') as PositionJob
const times: number[] = []
const begun = performance.now()
const all = job.listeners.map((listener, place) =>
  listen(job.port, listener, job.versions[place] ?? 0, begun + job.milliseconds, times),
)
const versions = await Promise.all(all)
const seconds = (performance.now() - begun) / 1000
const result: PositionResult = {
  saved: times.length,
  seconds,
  p50Ms: percentile(times, 0.5),
  p99Ms: percentile(times, 0.99),
  versions,
}
console.log(JSON.stringify(result))
