import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PastPosition, Position } from '@earmark/contract/positions.ts'
import { afterAll, expect, it } from 'vitest'
import { seededRandom } from './crash-media.ts'
import { type Answer, type Program, startProgram } from './crash-program.ts'
import { createEmptyDatabase } from '../../src/testing/engines.ts'
import { freePort } from '../../../scripts/machine.mjs'
import { addListeners, type Listener } from '../load/listeners.ts'
import { forAllTests } from '../../src/testing/for-all-tests.ts'

/** Kills the program while 32 people listen, again and again over one database. */

const rounds = Number(process.env.CRASH_ROUNDS ?? (process.env.EARMARK_TEST_ENGINE === 'postgres' ? 2 : 4))
const seed = Number(process.env.CRASH_SEED ?? (process.env.CRASH_ROUNDS ? Date.now() % 1_000_000 : 7))

const { path: dataDir } = await forAllTests(mkdtempDisposable(join(tmpdir(), 'earmark-crash-')))
const database = await forAllTests(createEmptyDatabase())
const port = await freePort()
const keepers = (await addListeners(database.url, dataDir, 32)).map(keeperOf)
let program = await start()
afterAll(async () => {
  await program.kill()
})

function start(): Promise<Program> {
  const settings = { DATA_DIR: dataDir, DATABASE_URL: database.url, SAMPLE_CATALOGUE: 'false' }
  const admin = { ADMIN_EMAIL: 'admin@example.org', ADMIN_PASSWORD: 'Quiet-reading-1' }
  return startProgram(port, { ...admin, ...settings, RATE_LIMITS: 'false' })
}

/** A device that counts on: the second that it saves is the version that it makes. */
interface Keeper {
  readonly listener: Listener
  acknowledged: number
}

function keeperOf(listener: Listener): Keeper {
  return { listener, acknowledged: 0 }
}

const haveAllSaved = () => keepers.every(({ acknowledged }) => acknowledged > 0)

/** Saves one position after another until the program is gone. */
async function listen(keeper: Keeper, onAcknowledged: () => void): Promise<void> {
  const { path, headers } = keeper.listener
  for (;;) {
    const wanted = { positionSeconds: keeper.acknowledged + 1, baseVersion: keeper.acknowledged }
    const body = Buffer.from(JSON.stringify(wanted))
    const answer = await program.call({ method: 'PUT', path, headers, body })
    if (answer === null) return
    keeper.acknowledged = read<Position>(answer).version
    onAcknowledged()
  }
}

function read<T>({ status, body }: Answer): T {
  if (status !== 200) throw new Error(`${status}: ${body.toString()}`)
  return JSON.parse(body.toString()) as T
}

async function get<T>(path: string, { headers }: Listener): Promise<T | null> {
  const answer = await program.call({ method: 'GET', path, headers })
  return answer === null || answer.status === 404 ? null : read<T>(answer)
}

/** Whether nothing that was acknowledged is lost: at most what was on its way may be there as well. */
async function check(keeper: Keeper): Promise<void> {
  const { listener, acknowledged } = keeper
  const position = await get<Position>(listener.path, listener)
  const version = position?.version ?? 0
  expect([acknowledged, acknowledged + 1]).toContain(version)
  expect(position?.positionSeconds ?? 0).toBe(version)
  const past = (await get<PastPosition[]>(`${listener.path}/history`, listener)) ?? []
  const last = Array.from({ length: Math.min(version, 50) }, (_, place) => version - place)
  expect(past.map((one) => one.version)).toEqual(last)
  expect(past.map((one) => one.positionSeconds)).toEqual(last)
  keeper.acknowledged = version
}

it(`keeps the positions of 32 listeners through ${rounds} kills`, {
  timeout: 60_000 + rounds * 10_000,
}, async () => {
  const random = seededRandom(seed)
  for (let round = 1; round <= rounds; round += 1) {
    const enough = Promise.withResolvers<void>()
    let left = 1 + Math.floor(random() * 300)
    const onAcknowledged = () => {
      left -= 1
      // Before everybody has saved something, there is too little to lose.
      if (left <= 0 && haveAllSaved()) enough.resolve()
    }
    const listening = Promise.all(keepers.map((keeper) => listen(keeper, onAcknowledged)))
    await Promise.race([enough.promise, listening])
    await program.kill()
    await listening
    program = await start()
    await Promise.all(keepers.map(check)).catch((cause: unknown) => {
      throw new Error(`Round ${round} with CRASH_SEED=${seed}: ${(cause as Error).message}`, { cause })
    })
  }
})
