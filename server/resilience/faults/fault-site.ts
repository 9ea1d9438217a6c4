import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TokenPair } from '@earmark/contract/auth.ts'
import type { AudioBook } from '@earmark/contract/audio-books.ts'
import { type Answer, type Program, startProgram } from '../crash/crash-program.ts'
import { createEmptyDatabase, type TestDatabase } from '../../src/testing/engines.ts'
import { freePort } from '../../../scripts/machine.mjs'
import { addListeners, type Listener } from '../load/listeners.ts'
import { waveFile } from '../../src/testing/wave-file.ts'

/**
 * The real program in a process of its own, with an editor, listeners and a long recording, for tests of what it does
 * when something around it fails. In `npm test` each fault lasts as short as it can; FAULT_SECONDS makes it last, and
 * has its figures told and held to.
 */

export const isProof = process.env.FAULT_SECONDS !== undefined
export const faultSeconds = Number(process.env.FAULT_SECONDS ?? 1)
/** How long all may take to be well again; on a machine that is busy with other tests nobody counts seconds. */
export const recoveryMs = isProof ? 10_000 : 60_000
/** Of a whole test, likewise. */
export const patienceMs = 120_000 + faultSeconds * 2_000
/** What healthy clients may wait while others are ill. */
export const healthyMs = 500

export interface FaultSite extends AsyncDisposable {
  readonly dataDir: string
  readonly listeners: readonly Listener[]
  /** Of the long recording. */
  readonly audioUrl: string
  readonly audioBytes: number
  /** Of somebody who may do everything. */
  readonly headers: Readonly<Record<string, string>>
  readonly program: Program
  start(): Promise<void>
}

interface FaultSiteOptions {
  readonly settings?: Readonly<Record<string, string>>
  readonly dataDir?: string
  /** Empty, and dropped at the end. */
  readonly database?: TestDatabase
  readonly audioBytes?: number
  readonly listeners?: number
}

const admin = { ADMIN_EMAIL: 'admin@example.org', ADMIN_PASSWORD: 'Quiet-reading-1' }

export async function openFaultSite(options: FaultSiteOptions = {}): Promise<FaultSite> {
  const { settings = {}, audioBytes = 1024 ** 2, listeners: count = 8 } = options
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'earmark-fault-')))
  const database = options.database ?? (await createEmptyDatabase())
  const listeners = await addListeners(database.url, dataDir, count)
  const port = await freePort()
  const own = { DATA_DIR: dataDir, DATABASE_URL: database.url, SAMPLE_CATALOGUE: 'false' }
  const start = (sign?: string) =>
    startProgram(port, { ...admin, ...own, RATE_LIMITS: 'false', ...settings }, sign)
  let program = await start('The administrator of this library')
  const headers = await signIn(program)
  const book = read<AudioBook>(await uploadBook(program, headers, 'Long', audioBytes))
  return {
    dataDir,
    listeners,
    headers,
    audioUrl: book.audioUrl ?? '',
    audioBytes: waveFile(audioBytes).length,
    get program() {
      return program
    },
    async start() {
      program = await start()
    },
    async [Symbol.asyncDispose]() {
      await program.kill()
      await database[Symbol.asyncDispose]()
      if (options.dataDir === undefined) await rm(dataDir, { recursive: true })
    },
  }
}

export async function signIn(program: Program): Promise<Record<string, string>> {
  const headers = { 'content-type': 'application/json', 'x-deviceid': randomUUID() }
  const body = Buffer.from(JSON.stringify({ userName: admin.ADMIN_EMAIL, password: admin.ADMIN_PASSWORD }))
  const answer = await program.call({ method: 'POST', path: '/api/auth/login', headers, body })
  return { authorization: `Bearer ${read<TokenPair>(answer).accessToken}` }
}

const boundary = 'fault-site'

/** A book whose recording has a number of bytes of its own. */
export function bookForm(name: string, audioBytes: number): { type: string; body: Buffer } {
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="Name"\r\n\r\n${name}\r\n--${boundary}\r\n`
  const file = 'content-disposition: form-data; name="Audio"; filename="a.wav"\r\n\r\n'
  const body = Buffer.concat([
    Buffer.from(head + file),
    waveFile(audioBytes, name),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ])
  return { type: `multipart/form-data; boundary=${boundary}`, body }
}

export async function uploadBook(
  program: Program,
  headers: Readonly<Record<string, string>>,
  name: string,
  audioBytes: number,
): Promise<Answer | null> {
  const { type, body } = bookForm(name, audioBytes)
  const all = { ...headers, 'content-type': type }
  return await program.call({ method: 'POST', path: '/api/audio-books', headers: all, body })
}

export function read<T>(answer: Answer | null): T {
  if (!answer || answer.status >= 300) throw new Error(`Answered ${answer?.status}: ${String(answer?.body)}`)
  return JSON.parse(answer.body.toString()) as T
}

/** Says in one line what was measured. */
export function tell(proof: string, figures: object): void {
  process.stdout.write(`${JSON.stringify({ proof, engine: process.env.EARMARK_TEST_ENGINE, ...figures })}\n`)
}

/** What is left out must not go unnoticed. */
export function skipLoudly(what: string, why: string): void {
  process.stdout.write(`\n!!! SKIPPED: ${what}. ${why} !!!\n`)
}
