import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { audioFile, coverFiles, keptCover, textParts } from '@earmark/contract/record-forms.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import Type, { type TSchema } from 'typebox'
import { buildApp, type Deps } from '../app.ts'
import type { NewMedia } from '../media/media.queries.ts'
import type { ProbeProcess } from '../media/probe/probe-process.ts'
import { readRecordUpload } from '../media/upload/record-upload.ts'
import { openToEveryone } from '../http/guard/access.ts'
import { timeLimits } from '../http/connections/limits.ts'
import type { ReadForm } from '../http/api.ts'
import type { UploadPace } from '../http/connections/upload-pace.ts'
import { startTestServer, type TestServer } from './server.ts'

/** A server with a route that reads an upload and keeps nothing of it; for tests of what may arrive. */
export interface UploadServer extends AsyncDisposable {
  readonly server: TestServer
  readonly app: FastifyInstance
  readonly port: number
  /** Names of all files below the media folder. */
  listFiles(): Promise<string[]>
  countMedia(): Promise<number>
}

interface Options {
  readonly environment?: Record<string, string>
  readonly pace?: UploadPace
  readonly reading?: ProbeProcess
  /** Replaces parts of what the server works with. */
  readonly deps?: (deps: Deps) => Promise<Partial<Deps>>
  /** Another form than one of which nothing has to be there. */
  readonly form?: TSchema
  /** What to do with the upload before it is answered. */
  readonly onUpload?: () => Promise<void>
}

type FormRequest = FastifyRequest & { readonly readForm: ReadForm<object> }

const looseForm = Type.Object({
  Name: Type.Optional(textParts.Name),
  Description: textParts.Description,
  Number: Type.Optional(Type.String()),
  CoverImageUrl: keptCover.CoverImageUrl,
  ...coverFiles,
  ...audioFile,
})

export async function startUploadServer(options: Options = {}): Promise<UploadServer> {
  const server = await startTestServer({ ...(options.environment && { environment: options.environment }) })
  const deps = { ...server.deps, ...(await options.deps?.(server.deps)) }
  const times = { ...timeLimits, ...(options.pace && { upload: options.pace }) }
  const app = await buildApp(deps, { webFolder: null, times })
  app.post('/upload', { ...openToEveryone, schema: { form: options.form ?? looseForm } }, async (request) => {
    await using upload = await readRecordUpload(deps, request as FormRequest, {
      ...(options.reading && { process: options.reading }),
    })
    await options.onUpload?.()
    const { texts, cover, preview, audio } = upload
    const made = { cover: cover?.cover, coverPreview: cover?.preview, preview, audio: audio[0]?.media }
    return { fields: texts, ...made }
  })
  app.post('/json', openToEveryone, async (request) => request.body)
  await app.listen({ port: 0, host: '127.0.0.1' })
  return {
    server,
    app,
    port: (app.server.address() as AddressInfo).port,
    listFiles: () => listFiles(join(server.deps.config.dataDir, 'media')),
    countMedia: () => countMedia(deps),
    async [Symbol.asyncDispose]() {
      await app.close()
      await server[Symbol.asyncDispose]()
    },
  }
}

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name)
}

async function countMedia({ db }: Deps): Promise<number> {
  const rows = await db.connection.selectFrom('media').select('id').execute()
  return rows.length
}

/** One part of a form, as it is to be on the wire. */
export interface FormPart {
  readonly name: string
  /** Present for files. */
  readonly fileName?: string
  readonly type?: string
  readonly content: string | Uint8Array
}

export const boundary = '----formBoundary7MA4YWxkTrZu0gW'
export const formType = `multipart/form-data; boundary=${boundary}`

/** A form's body, exactly as given: names are not escaped. */
export function encodeForm(parts: readonly FormPart[]): Buffer {
  const encoded = parts.flatMap(({ name, fileName, type, content }) => [
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"`),
    Buffer.from(fileName === undefined ? '' : `; filename="${fileName}"`),
    Buffer.from(`${type === undefined ? '' : `\r\nContent-Type: ${type}`}\r\n\r\n`),
    Buffer.from(content as string),
    Buffer.from('\r\n'),
  ])
  return Buffer.concat([...encoded, Buffer.from(`--${boundary}--\r\n`)])
}

export interface Answer {
  readonly status: number
  readonly codes: readonly string[]
  readonly field: string | undefined
  readonly headers: Record<string, string>
  readonly body: Uploaded
}

/** What the route answers: what it has got. */
interface Uploaded {
  readonly fields?: Record<string, string>
  readonly cover?: NewMedia
  readonly coverPreview?: NewMedia
  readonly preview?: NewMedia
  readonly audio?: NewMedia
}

/** Posts through a real socket. */
export async function post(
  port: number,
  body: Uint8Array,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  const all = { 'content-type': formType, 'content-length': String(body.length), ...headers }
  socket.write(requestHead(all))
  socket.write(body)
  return await readAnswer(socket)
}

/** Empty headers are left out. */
export function requestHead(headers: Record<string, string>, path = '/upload'): string {
  const given = Object.entries(headers).filter(([, value]) => value !== '')
  const lines = given.map(([name, value]) => `${name}: ${value}\r\n`)
  return `POST ${path} HTTP/1.1\r\nhost: x\r\n${lines.join('')}\r\n`
}

/** The first answer on a connection, which is closed then. */
export async function readAnswer(socket: Socket): Promise<Answer> {
  let text = ''
  try {
    for await (const chunk of socket as AsyncIterable<Buffer>) {
      text += chunk.toString()
      if (isWhole(text)) break
    }
  } finally {
    socket.destroy()
  }
  const [head = '', body = ''] = text.split('\r\n\r\n')
  const [first = '', ...lines] = head.split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line): [string, string] => {
      const [name = '', ...value] = line.split(': ')
      return [name.toLowerCase(), value.join(': ')]
    }),
  )
  const status = Number(first.split(' ')[1] ?? 0)
  const parsed: unknown = body === '' ? null : JSON.parse(body)
  const errors = status >= 400 ? (parsed as { code: string; field?: string }[]) : []
  return {
    status,
    codes: errors.map(({ code }) => code),
    field: errors[0]?.field,
    headers,
    body: parsed as Uploaded,
  }
}

function isWhole(text: string): boolean {
  const end = text.indexOf('\r\n\r\n')
  const length = /content-length: (\d+)/i.exec(text)?.[1]
  return end >= 0 && length !== undefined && Buffer.byteLength(text.slice(end + 4)) >= Number(length)
}

export async function untilTrue(
  check: () => Promise<boolean> | boolean,
  milliseconds = 5_000,
): Promise<void> {
  const end = performance.now() + milliseconds
  while (!(await check())) {
    if (performance.now() > end) throw new Error('It has not become so in time.')
    await once(AbortSignal.timeout(5), 'abort')
  }
}

const fixtures = join(import.meta.dirname, '../media/fixtures')

export function fixture(name: string): Promise<Buffer> {
  return readFile(join(fixtures, name))
}
