import { expect, it } from 'vitest'
import { anyFailure } from '../../../errors.ts'
import { claimJob } from '../../../jobs/jobs.queries.ts'
import { forAllTests } from '../../../testing/for-all-tests.ts'
import { folderName } from '../../../testing/importing.ts'
import { makeLibraryFolder } from '../../../testing/library-folder.ts'
import { startTestServer } from '../../../testing/server.ts'
import { applyImport } from '../api/apply-import.ts'
import { queueLook } from '../api/start-import.ts'
import { importJobKind } from '../import-job.ts'
import { findImport } from '../imports.queries.ts'
import { findFolderSetting } from '../library-folders.ts'
import { failForgottenImports } from './forgotten-imports.ts'
import { heldLeaseMs } from '../../../jobs/held-run.ts'

const folder = await forAllTests(makeLibraryFolder())
await folder.put('Mara Quill/The Salt Road/book.wav')
const environment = { IMPORT_FOLDERS: `${folderName}=${folder.path}` }
const server = await forAllTests(startTestServer({ environment }))
const { deps, time } = server
const isSqlite = deps.db.dialect.engine === 'sqlite'
const kind = importJobKind(folderName)
const began = time.now

/** How an import is once a node whose settings do not name the folder has looked, some time later. */
async function lookFromOther(id: number, laterMs: number, since = began) {
  time.now += laterMs
  await failForgottenImports({ ...deps, config: { ...deps.config, importFolders: [] } }, since)
  return await findImport(deps.db.connection, id)
}

/** Nobody is woken. */
const queueing = { ...deps, jobs: { wake: () => undefined } }
const setting = findFolderSetting(deps.config, folderName)
if (!setting) throw new Error('The settings name no folder.')
const startLook = () => queueLook(queueing, { setting, path: null, userId: null }, anyFailure)

it('a look that no node has claimed for 20 s says so, with one node at once', async () => {
  const { id } = await startLook()
  const states = []
  for (const laterMs of [0, 19_000, 1_000]) states.push((await lookFromOther(id, laterMs))?.state)
  expect(states).toEqual(isSqlite ? ['Failed', 'Failed', 'Failed'] : ['Queued', 'Queued', 'Failed'])
  expect(await lookFromOther(id, 0)).toMatchObject({
    failure: { code: 'FolderUnavailable', description: 'No node has this folder.' },
    endedAt: expect.any(Number) as number,
  })
  await deps.jobs.runDue(kind)
  expect((await lookFromOther(id, 0))?.state).toBe('Failed')
})

it.runIf(!isSqlite)('what another node runs, or may go on with, is left alone', async () => {
  const { id } = await startLook()
  const { now } = time
  const times = { now, latestDue: Number.MAX_SAFE_INTEGER, leaseUntil: now + heldLeaseMs }
  expect(await claimJob(deps.db.connection, kind, times)).toBeDefined()
  expect((await lookFromOther(id, heldLeaseMs + 19_000))?.state).toBe('Queued')
  await deps.jobs.runDue(kind)
  expect((await lookFromOther(id, 3_600_000))?.state).toBe('Review')
  await applyImport(queueing, id, { all: true, userId: null }, anyFailure)
  expect((await lookFromOther(id, 119_000))?.state).toBe('Applying')
  expect((await lookFromOther(id, 10_000, time.now))?.state).toBe('Applying')
  await deps.jobs.runDue(kind)
  expect((await lookFromOther(id, 0))?.state).toBe('Done')
})
