import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Position } from '@earmark/contract/positions.ts'
import { afterEach, describe, expect, it } from 'vitest'
import { sqliteFileName } from '../../src/db/engine/sqlite.ts'
import { createIn } from '../../src/testing/engines.ts'
import { type FaultSite, faultSeconds, healthyMs, isProof, openFaultSite, read, tell } from './fault-site.ts'
import { type HealthyClients, type Seen, startHealthyClients } from './healthy-clients.ts'
import { startCluster } from '../../src/testing/postgres-cluster.ts'
import { untilTrue } from '../../src/testing/upload-server.ts'

/** The database goes away under people who browse, listen and have their places saved, and comes back. */

const recoveryMs = 10_000
/** What the test itself waits on a busy machine. */
const patienceMs = 30_000
const cleanUp: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of cleanUp.splice(0).toReversed()) await end()
})

/** What the fault shows while it lasts, then how long it takes until everything is answered as before. */
async function live(site: FaultSite, away: () => Promise<() => Promise<unknown>>): Promise<Seen> {
  const clients = startHealthyClients(site)
  await answered(clients, 'browse 200', 'listen 206')
  await untilTrue(() => clients.acknowledged.every((version) => version > 0), patienceMs)
  const back = await away()
  await answered(clients, 'save 503')
  await pause(isProof ? faultSeconds * 1000 : 0)
  await back()
  const begun = performance.now()
  const saved = clients.count('save 200')
  await untilTrue(() => clients.count('save 200') > saved, patienceMs)
  const recoveredInMs = Math.round(performance.now() - begun)
  const seen = await clients.end()
  if (isProof) tell('database away', { ...seen, acknowledged: undefined, recoveredInMs })
  if (isProof) expect(recoveredInMs).toBeLessThan(recoveryMs)
  if (isProof) expect(seen.p99Ms).toBeLessThan(healthyMs)
  return seen
}

const answered = (clients: HealthyClients, ...statuses: readonly string[]) =>
  untilTrue(() => statuses.every((status) => clients.count(status) > 0), patienceMs)

/** Nobody's place is behind what was acknowledged, and the program has met nothing that it did not expect. */
async function expectNothingLost(site: FaultSite, { acknowledged }: Seen): Promise<void> {
  const versions = await Promise.all(
    site.listeners.map(
      async (listener) => read<Position>(await site.program.call({ method: 'GET', ...listener })).version,
    ),
  )
  for (const [place, version] of versions.entries())
    expect(version).toBeGreaterThanOrEqual(acknowledged[place] as number)
  expect(site.program.output()).not.toContain('"level":50')
}

const namesOf = ({ statuses }: Seen) => Object.keys(statuses).toSorted()

describe.runIf(process.env.EARMARK_TEST_ENGINE === 'postgres')(
  'PostgreSQL stopped at once and started',
  () => {
    it(
      'keeps known files going, refuses the rest, and is forgotten once it is back',
      async () => {
        const cluster = await startCluster()
        cleanUp.push(cluster.stop)
        const database = await createIn(cluster.url)
        const site = await openFaultSite({ database })
        cleanUp.push(async () => await site[Symbol.asyncDispose]())
        const seen = await live(site, async () => {
          await cluster.halt()
          return cluster.start
        })
        expect(namesOf(seen).filter((name) => name.startsWith('listen'))).toEqual(['listen 206'])
        // A save whose answer was lost may have been made: whoever goes on from before it is told so.
        const expected = ['browse 200', 'browse 503', 'listen 206', 'save 200', 'save 409', 'save 503']
        expect(expected).toEqual(expect.arrayContaining(namesOf(seen)))
        await expectNothingLost(site, seen)
      },
      60_000 + faultSeconds * 1000,
    )
  },
)

describe.runIf(process.env.EARMARK_TEST_ENGINE === 'sqlite')(
  'SQLite’s file written to by another program',
  () => {
    it(
      'keeps listening and browsing going, and refuses what is to be saved until it is let go',
      async () => {
        const site = await openFaultSite()
        cleanUp.push(async () => await site[Symbol.asyncDispose]())
        const seen = await live(site, () => hold(join(site.dataDir, sqliteFileName)))
        expect(namesOf(seen)).toEqual(['browse 200', 'listen 206', 'save 200', 'save 503'])
        await expectNothingLost(site, seen)
      },
      60_000 + faultSeconds * 1000,
    )
  },
)

async function hold(path: string): Promise<() => Promise<unknown>> {
  const script = `
    import { DatabaseSync } from 'node:sqlite'
    const database = new DatabaseSync(${JSON.stringify(path)}, { timeout: 5000 })
    database.exec('begin immediate')
    process.stdout.write('held')
    setInterval(() => database, 1000)`
  const holder = spawn(process.execPath, ['--input-type=module', '--eval', script])
  await once(holder.stdout, 'data')
  return async () => {
    holder.kill('SIGKILL')
    await once(holder, 'exit')
  }
}
