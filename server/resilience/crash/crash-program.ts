import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'

/** The real program in a process of its own that may be killed at any moment. */

export interface Call {
  readonly method: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Uint8Array
  /** How much of the body is sent; the rest never is. */
  readonly sentBytes?: number
  /** The address of the loopback that it comes from. */
  readonly from?: string
}

export interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

export interface Program {
  readonly pid: number
  readonly port: number
  /** The code, or the signal, that the process ends with. */
  readonly exited: Promise<[code: number | null, signal: string | null]>
  /** All that it has said. */
  output(): string
  /** Null when the program has ended before its answer was whole. */
  call(call: Call): Promise<Answer | null>
  /** Closes the connections that calls have left open. */
  hangUp(): void
  /** Resolves when the process is no more. */
  kill(signal?: 'SIGTERM'): Promise<void>
}

/** Those of `npm run serve`, which decide how much memory it takes. */
const flags = ['--max-semi-space-size=2', '--v8-pool-size=1', '--heap-growing-percent=50', '--expose-gc']
const allocation = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '65536' }

/** @param sign what it says when it is ready */
export async function startProgram(
  port: number,
  environment: Record<string, string>,
  sign = 'Earmark serves',
): Promise<Program> {
  const child = spawn(process.execPath, [...flags, join(import.meta.dirname, '../../src/main.ts')], {
    // Its one line at this level tells that it listens.
    env: { ...process.env, ...allocation, LOG_LEVEL: 'info', ...environment, PORT: String(port) },
  })
  let output = ''
  const listening = Promise.withResolvers<void>()
  const collect = (part: Buffer): void => {
    output += part.toString()
    if (output.includes(sign)) listening.resolve()
  }
  child.stdout.on('data', collect)
  child.stderr.on('data', collect)
  const exited = once(child, 'exit') as Program['exited']
  void exited.then(() => listening.reject(new Error(`The program has ended: ${output}`)))
  await listening.promise
  const agent = new Agent({ keepAlive: true })
  return {
    pid: child.pid as number,
    port,
    exited,
    output: () => output,
    call: (call) => ask(agent, port, call),
    hangUp: () => agent.destroy(),
    async kill(signal) {
      child.kill(signal ?? 'SIGKILL')
      await exited
      agent.destroy()
    },
  }
}

async function ask(agent: Agent, port: number, call: Call): Promise<Answer | null> {
  const { method, path, body, sentBytes, from: localAddress } = call
  const headers = { ...call.headers, ...(body && { 'content-length': String(body.length) }) }
  const asked = request({ agent, host: '127.0.0.1', port, localAddress, method, path, headers })
  // The first failure is the one that counts.
  asked.on('error', () => undefined)
  try {
    if (sentBytes === undefined) asked.end(body)
    else asked.write(body?.subarray(0, sentBytes))
    const [response] = (await once(asked, 'response')) as [IncomingMessage]
    const whole = await buffer(response)
    return { status: response.statusCode ?? 0, headers: response.headers, body: whole }
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (!connectionLost.has(code)) throw error
    return null
  }
}

const connectionLost = new Set(['ECONNRESET', 'ECONNREFUSED', 'EPIPE', 'ABORT_ERR'])
