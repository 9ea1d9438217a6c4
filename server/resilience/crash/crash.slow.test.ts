import { randomUUID } from 'node:crypto'
import { mkdtempDisposable, readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { accessTokenSeconds, type TokenPair } from '@earmark/contract/auth.ts'
import { afterAll, expect, it } from 'vitest'
import { openDatabase } from '../../src/db/database.ts'
import { openLocalStorage } from '../../src/media/storage/local/local-storage.ts'
import { sweepIncoming, sweepMedia } from '../../src/media/storage/unused-files.ts'
import { type Catalogue, lookAtAll, type Looks, readCatalogue, urlsOf } from './crash-catalogue.ts'
import { checkWrites, pathOf } from './crash-check.ts'
import { seededRandom } from './crash-media.ts'
import { chooseMoment, type Moment } from './crash-moment.ts'
import { type Program, startProgram } from './crash-program.ts'
import { type Write, Writer } from './crash-writes.ts'
import { createEmptyDatabase } from '../../src/testing/engines.ts'
import { freePort } from '../../../scripts/machine.mjs'
import { forAllTests } from '../../src/testing/for-all-tests.ts'

/**
 * Kills the program while it writes, again and again over one folder and one database. The same CRASH_SEED gives
 * the same writes and the same moments; what the machine makes of them in between is its own.
 */

const isPostgres = process.env.EARMARK_TEST_ENGINE === 'postgres'
/** Fewer on PostgreSQL, in the suite: files are stored by the same code, and its server is not what is killed. */
const rounds = Number(process.env.CRASH_ROUNDS ?? (isPostgres ? 4 : 12))
const seed = Number(process.env.CRASH_SEED ?? (process.env.CRASH_ROUNDS ? Date.now() % 1_000_000 : 7))
const admin = { ADMIN_EMAIL: 'admin@example.org', ADMIN_PASSWORD: 'Quiet-reading-1' }
const deviceId = randomUUID()

let program: Program
const { path: dataDir } = await forAllTests(mkdtempDisposable(join(tmpdir(), 'earmark-crash-')))
const database = await forAllTests(createEmptyDatabase())
const port = await freePort()
// Node keeps what it has compiled when it ends by itself: the other starts are quick then.
await (await start('The administrator of this library')).kill('SIGTERM')
program = await start()
afterAll(async () => {
  await program.kill()
})

function start(sign?: string): Promise<Program> {
  const settings = { DATA_DIR: dataDir, DATABASE_URL: database.url, SAMPLE_CATALOGUE: 'false' }
  return startProgram(port, { ...admin, ...settings, RATE_LIMITS: 'false' }, sign)
}

it(`keeps what was acknowledged through ${rounds} kills`, {
  timeout: 300_000 + rounds * 10_000,
}, async () => {
  const incoming = join(dataDir, 'media', 'incoming')
  const common = await Writer.common(seededRandom(seed))
  const tally = new Map<string, number>()
  const looks: Looks = new Map()
  let catalogue: Catalogue = new Map()
  let session = await signIn()
  const kill = async (round: number): Promise<void> => {
    const random = seededRandom(seed + round)
    const writes = await new Writer(random, common, round * 1_000).choose(catalogue)
    using moment = chooseMoment(random, writes.length, incoming)
    const filesBefore = await readdir(incoming)
    const writing = write(writes, session.headers, moment)
    await Promise.race([moment.reached(), writing.sent])
    await program.kill()
    await writing.ended
    const left = (await readdir(incoming)).filter((name) => !filesBefore.includes(name))
    program = await start()
    expect((await readdir(incoming)).filter((name) => name.endsWith('.removed'))).toEqual([])
    const after = await readCatalogue(program)
    await lookAtAll(program, after, looks)
    const { problems, fates } = checkWrites(catalogue, after, writes, looks)
    if (problems.length > 0) throw new Error(problems.join('\n'))
    count(tally, moment, fates, left)
    catalogue = after
    if (session.end < performance.now()) session = await signIn()
  }
  const killOrTell = (round: number) =>
    kill(round).catch((cause: unknown) => {
      throw new Error(`Round ${round} with CRASH_SEED=${seed}: ${(cause as Error).message}`, { cause })
    })
  for (let round = 1; round <= rounds; round += 1) await killOrTell(round)
  await program.kill()
  expect(await sweep()).toEqual(hashesOf(catalogue, looks))
  if (process.env.CRASH_ROUNDS)
    process.stdout.write(`${JSON.stringify({ seed, ...Object.fromEntries(tally) })}\n`)
})

/** Sends everything at once. `sent` resolves when all that can be answered is, `ended` when nothing goes on. */
function write(writes: Write[], headers: Record<string, string>, moment: Moment) {
  const send = async (one: Write): Promise<void> => {
    one.answer = await program.call({ ...one.call, headers: { ...one.call.headers, ...headers } })
    if (one.answer === null) return
    moment.answered()
    if (!one.next || one.answer.status !== 201) return
    const next = await one.next(pathOf(one))
    writes.push(next)
    await send(next)
  }
  const isWhole = ({ call }: Write) => call.sentBytes === undefined
  const [whole, cutShort] = [writes.filter(isWhole), writes.filter((one) => !isWhole(one))]
  const sent = Promise.all(whole.map(send))
  const ended = Promise.all([sent, ...cutShort.map(send)])
  return { sent, ended }
}

/** Two days later: what is left in the folder, by hash. */
async function sweep(): Promise<string[]> {
  const folder = join(dataDir, 'media')
  const [db, storage] = [await openDatabase(database.url, dataDir), await openLocalStorage(folder)]
  const deps = { db, storage, clock: () => Date.now() + 48 * 3_600_000 }
  await sweepIncoming(deps)
  await sweepMedia(deps)
  await storage.close()
  await db.close()
  const found = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = found.filter((entry) => entry.isFile())
  return files.map(({ parentPath, name }) => basename(parentPath) + name).toSorted()
}

function hashesOf(catalogue: Catalogue, looks: Looks): string[] {
  const urls = [...catalogue.values()].flatMap(urlsOf)
  return [...new Set(urls.map((url) => looks.get(url)?.sha256 ?? ''))].toSorted()
}

function count(tally: Map<string, number>, { kind }: Moment, fates: readonly string[], left: string[]): void {
  const endings = left.map((name) => `left ${name.slice(name.lastIndexOf('.'))}`)
  for (const one of [`by ${kind}`, ...fates, ...endings]) tally.set(one, (tally.get(one) ?? 0) + 1)
}

/** A session outlives the program, but not for ever. */
async function signIn() {
  const body = Buffer.from(JSON.stringify({ userName: admin.ADMIN_EMAIL, password: admin.ADMIN_PASSWORD }))
  const headers = { 'content-type': 'application/json', 'x-deviceid': deviceId }
  const answer = await program.call({ method: 'POST', path: '/api/auth/login', headers, body })
  expect(answer?.status).toBe(200)
  const { accessToken } = JSON.parse(answer?.body.toString() ?? '') as TokenPair
  return {
    headers: { 'x-deviceid': deviceId, authorization: `Bearer ${accessToken}` },
    end: performance.now() + (accessTokenSeconds / 2) * 1000,
  }
}
