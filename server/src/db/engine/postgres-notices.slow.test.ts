import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { buildApp } from '../../app.ts'
import { type Changes, createChanges } from '../changes/changes.ts'
import { makeAudioBook } from '../../testing/records.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { startStallingProxy, type StallingProxy } from '../../../resilience/faults/stalling-proxy.ts'
import { postgresNotices } from './postgres-notices.ts'

describe.runIf(process.env.EARMARK_TEST_ENGINE === 'postgres')('a node beside one that writes', () => {
  let writer: TestServer
  let proxy: StallingProxy
  let changes: Changes
  let reader: Awaited<ReturnType<typeof buildApp>>
  const told: string[] = []
  // On a busy machine a line may also fall silent for a moment, which is told too.
  const log = {
    warn: (_: object, text: string) => void (text.includes('TOKEN_SECRET') && told.push(text)),
    info: () => undefined,
  }
  const listen = (secretFingerprint: string) =>
    createChanges(postgresNotices(proxy.url, { secretFingerprint, log }))

  beforeEach(async () => {
    told.length = 0
    writer = await startTestServer()
    proxy = await startStallingProxy(writer.deps.config.databaseUrl)
    changes = listen('aaaaaaaa')
    reader = await buildApp({ ...writer.deps, changes }, { webFolder: null })
    await untilHeard()
  })
  afterEach(async () => {
    await reader.close()
    proxy.recover()
    await changes.close()
    await proxy[Symbol.asyncDispose]()
    await writer[Symbol.asyncDispose]()
  })

  async function untilHeard(): Promise<void> {
    while (Number.isNaN(changes.version)) await setImmediate()
  }

  /** Reads, so that the answer is kept; has the other node write; reads until it is seen, or has to be. */
  async function isSeenInTime(name: string, fault: () => unknown = () => undefined): Promise<boolean> {
    const read = async () => (await reader.inject('/api/audio-books')).body
    expect(await read()).not.toContain(name)
    await fault()
    await makeAudioBook(writer, { name })
    const committedAt = performance.now()
    for (;;) {
      const hasToBeSeen = performance.now() - committedAt > 1_000
      if ((await read()).includes(name)) return true
      if (hasToBeSeen) return false
    }
  }

  it('hears of it', async () => {
    expect(await isSeenInTime('Alpha')).toBe(true)
    expect(await isSeenInTime('Beta')).toBe(true)
  })

  it('has heard of it where a reader asks for what is true now', async () => {
    for (const name of ['Alpha', 'Beta', 'Gamma', 'Delta', 'Epsilon']) {
      await reader.inject('/api/audio-books')
      await makeAudioBook(writer, { name })
      const { body } = await reader.inject({
        url: '/api/audio-books',
        headers: { 'cache-control': 'no-cache' },
      })
      expect(body).toContain(name)
    }
  })

  it('does so when its line is cut, and listens again', async () => {
    const cut = () =>
      sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name like 'earmark node %'`.execute(
        writer.deps.db.connection,
      )
    expect(await isSeenInTime('Alpha', cut)).toBe(true)
    await untilHeard()
    expect(await isSeenInTime('Beta')).toBe(true)
  })

  it('does so when its line falls silent, and listens again', async () => {
    expect(await isSeenInTime('Alpha', () => proxy.stall())).toBe(true)
    expect(await isSeenInTime('Beta')).toBe(true)
    expect(changes.version).toBeNaN()
    proxy.recover()
    await untilHeard()
    expect(await isSeenInTime('Gamma')).toBe(true)
  })

  it('is told when it signs tokens with another secret', async () => {
    const same = listen('aaaaaaaa')
    while (Number.isNaN(same.version)) await setImmediate()
    expect(told).toEqual([])
    const other = listen('bbbbbbbb')
    while (Number.isNaN(other.version)) await setImmediate()
    expect(told).toContainEqual(expect.stringContaining('set the same TOKEN_SECRET on all nodes'))
    await Promise.all([same.close(), other.close()])
  })
})
