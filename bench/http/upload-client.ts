/** An editor who uploads recordings as a form, from memory. */
import { randomBytes, randomFillSync, randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { waveHead } from '../../server/src/testing/wave-file.ts'
import type { Server } from './shipped-server.ts'

export const uploadBytes = 200_000_000

export interface Editor {
  /** @returns the address of the new audio book */
  add(): Promise<string>
  replace(path: string): Promise<void>
  remove(path: string): Promise<void>
  /** Begins to add an audio book and goes away after so many bytes. */
  abort(sentBytes: number): Promise<void>
}

interface Sending {
  readonly method: 'POST' | 'PUT'
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly fields?: Readonly<Record<string, string>>
}

const uniqueBytes = 16
const boundary = 'a-boundary-of-forms'
/** As long as its bytes. */
const soundHead = waveHead({ soundBytes: uploadBytes, rate: 8000, bits: 8 })
const block = randomFillSync(Buffer.alloc(1024 ** 2))

/** The administrator of a server that is started with `adminSettings`. */
const admin = { email: 'admin@example.org', password: 'Measured-uploads-1' }
export const adminSettings = { ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password }

/** A server is ready once its first administrator is there; attempts before would count as wrong passwords. */
export async function login(server: Pick<Server, 'url'>): Promise<string> {
  for (let attempt = 0; !(await fetch(`${server.url}/health/ready`)).ok; attempt += 1) {
    if (attempt === 300) throw new Error('The server did not become ready.')
    await setTimeout(100)
  }
  const headers = { 'content-type': 'application/json', 'x-deviceid': randomUUID() }
  const body = JSON.stringify({ userName: admin.email, password: admin.password })
  const answer = await fetch(`${server.url}/api/auth/login`, { method: 'POST', headers, body })
  const said = (await answer.json()) as { accessToken?: string }
  if (said.accessToken === undefined) throw new Error(`Nobody could sign in: ${JSON.stringify(said)}`)
  return said.accessToken
}

export async function signIn(server: Server): Promise<Editor> {
  const accessToken = await login(server)
  const headers = { authorization: `Bearer ${accessToken}` }
  const root = '/api/audio-books'
  return {
    async add() {
      const made = await sendRecording(server, {
        method: 'POST',
        path: root,
        headers,
        fields: { Name: 'Long' },
      })
      return `${root}/${(JSON.parse(made) as { id: number }).id}`
    },
    async replace(path) {
      const fields = { Id: path.slice(root.length + 1), Name: 'Longer' }
      await sendRecording(server, { method: 'PUT', path, headers, fields })
    },
    async remove(path) {
      const { status } = await fetch(server.url + path, { method: 'DELETE', headers })
      if (status !== 204) throw new Error(`A removal was answered with ${status}.`)
    },
    abort: (sentBytes) => sendPart(server, headers, sentBytes),
  }
}

async function sendPart({ port }: Server, headers: Record<string, string>, sentBytes: number): Promise<void> {
  const sending = request({
    ...{ port, host: '127.0.0.1', method: 'POST', path: '/api/audio-books', agent: false },
    headers: {
      ...headers,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': uploadBytes,
    },
  })
  sending.on('error', () => undefined)
  sending.write(Buffer.concat([part('name="Audio"; filename="a.wav"', ''), soundHead]))
  await new Promise<void>((sent) => sending.write(block.subarray(0, sentBytes), () => sent()))
  const closed = new Promise((resolve) => sending.once('close', resolve))
  sending.destroy()
  await closed
}

/** The same form for every server. @returns the answer */
export function sendRecording(
  { port }: Server,
  { method, path, headers, fields = {} }: Sending,
): Promise<string> {
  const head = Buffer.concat([
    ...Object.entries(fields).map(([name, value]) => part(`name="${name}"`, `${value}\r\n`)),
    part('name="Audio"; filename="a.wav"', ''),
    soundHead,
    // Other bytes each time: a replacement is another recording.
    randomBytes(uniqueBytes),
  ])
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`)
  return new Promise((resolve, reject) => {
    const sending = request({
      ...{ port, host: '127.0.0.1', method, path, agent: false },
      headers: {
        ...headers,
        'content-type': `multipart/form-data; boundary=${boundary}`,
        'content-length': head.length + uploadBytes - uniqueBytes + tail.length,
      },
    })
    sending.on('error', reject).on('response', (answer) => {
      const { statusCode = 0 } = answer
      if (statusCode >= 300) reject(new Error(`An upload was answered with ${statusCode}.`))
      text(answer).then(resolve, reject)
    })
    sending.write(head)
    void pour(sending, tail)
  })
}

function part(disposition: string, content: string): Buffer {
  return Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${content}`)
}

async function pour(sending: NodeJS.WritableStream, tail: Buffer): Promise<void> {
  for (let left = uploadBytes - uniqueBytes; left > 0; left -= block.length) {
    if (!sending.write(block.subarray(0, left)))
      await new Promise((drained) => sending.once('drain', drained))
  }
  sending.end(tail)
}
