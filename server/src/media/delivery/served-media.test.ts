import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Changes, createChanges } from '../../db/changes/changes.ts'
import { noOtherNodes } from '../../db/engine/change-feed.ts'
import { openDatabase } from '../../db/database.ts'
import { DatabaseAwayError } from '../../db/engine/database-errors.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { startStallingProxy, type StallingProxy } from '../../../resilience/faults/stalling-proxy.ts'
import { mediaFile } from '../content-type.ts'
import { deleteMedia, insertMedia } from '../media.queries.ts'
import { createServedMedia, type FindServed } from './served-media.ts'
import { mediaRow } from '../../testing/records.ts'

let server: TestServer
let changes: Changes
/** Whether changes by other nodes are heard of. */
let isInformed: boolean
beforeEach(async () => {
  server = await startTestServer()
  isInformed = true
  changes = createChanges((changed) => ({ ...noOtherNodes(changed), isUpToDate: () => isInformed }))
})
afterEach(async () => await server[Symbol.asyncDispose]())

async function addMedium(): Promise<{ id: number; file: string }> {
  const medium = mediaRow()
  const { id, key } = await insertMedia(server.deps.db.connection, medium)
  return { id, file: mediaFile(key, medium.contentType) }
}

it('is remembered until the catalogue changes', async () => {
  const find = createServedMedia(server.deps.db.connection, changes)
  const { id, file } = await addMedium()
  const served = await find(file)
  await deleteMedia(server.deps.db.connection, [id])
  expect(find(file)).toBe(served)
  changes.changed(['media/*'])
  expect(await find(file)).toBeUndefined()
})

it('is asked for each time while other nodes are not heard of', async () => {
  isInformed = false
  const find = createServedMedia(server.deps.db.connection, changes)
  const { id, file } = await addMedium()
  expect(await find(file)).toBeDefined()
  await deleteMedia(server.deps.db.connection, [id])
  expect(await find(file)).toBeUndefined()
})

/** Through a database that goes away once the file is known. */
async function whenAway(
  away: (proxy: StallingProxy) => void,
  use: (find: FindServed, file: string) => Promise<void>,
) {
  await using proxy = await startStallingProxy(server.deps.config.databaseUrl)
  const db = await openDatabase(proxy.url, '')
  const find = createServedMedia(db.connection, changes)
  const { file } = await addMedium()
  await find(file)
  isInformed = false
  away(proxy)
  await use(find, file)
  proxy.recover()
  await db.close()
}

it.runIf(process.env.EARMARK_TEST_ENGINE === 'postgres')(
  'is served as it was known when the database has fallen silent, and without waiting again',
  () =>
    whenAway(
      (proxy) => proxy.stall(),
      async (find, file) => {
        const known = await find(file)
        expect(known).toBeDefined()
        expect(find(file)).toBe(known)
      },
    ),
)

it.runIf(process.env.EARMARK_TEST_ENGINE === 'postgres')(
  'is served as it was known when the database is away; what was not known is not',
  () =>
    whenAway(
      (proxy) => proxy.refuse(),
      async (find, file) => {
        expect(await find(file)).toBeDefined()
        const { file: unknown } = await addMedium()
        await expect(find(unknown)).rejects.toBeInstanceOf(DatabaseAwayError)
      },
    ),
)
