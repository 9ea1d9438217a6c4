import { connect } from 'node:net'
import { readConfig } from '../../src/config/config.ts'
import { createChanges } from '../../src/db/changes/changes.ts'
import { openDatabase } from '../../src/db/database.ts'
import { anyFailure } from '../../src/errors.ts'
import { openSources } from '../../src/exchange/sources/open-sources.ts'
import { createSourceJobs } from '../../src/exchange/sources/source-jobs.ts'
import { createJobs } from '../../src/jobs/jobs.ts'
import { openLog } from '../../src/log/log.ts'
import { withLibraryFiles } from '../../src/media/library/with-library-files.ts'
import { openStorage } from '../../src/media/storage/open-storage.ts'
import { openTokenKeys } from '../../src/people/sessions/token-keys.ts'
import { readDrill } from './drill-clock.ts'

/**
 * A node that checks sources, or does their jobs, and nothing else, on the drill's clock: what lasts has the drill's speed,
 * too. Says after each change of the catalogue how many it has made.
 */

const drill = readDrill(process.env)
const config = readConfig({ ...process.env, LOG_LEVEL: process.env.DRILL_LOG ?? 'silent' })
const log = openLog(config.logLevel)
const db = await openDatabase(config.databaseUrl, config.dataDir)
const storage = withLibraryFiles(await openStorage(config, log), { db, config })
const tokenKeys = await openTokenKeys(config.tokenSecret, config.dataDir)
const changes = createChanges()
let changed = 0
const counted = {
  ...changes,
  changed(scopes: Parameters<typeof changes.changed>[0]) {
    changes.changed(scopes)
    process.send?.({ changed: (changed += 1) })
  },
}
const port = Number(process.env.INTERNET_PORT)
const lasting = (milliseconds: number) => Math.ceil(milliseconds / drill.speed)
const deps = { config, db, storage, changes: counted, clock: drill.clock, log, tokenKeys }
const sources = openSources(deps, {
  network: {
    lookup: () => Promise.resolve(['93.184.1.1']),
    dial: () => connect(port, '127.0.0.1'),
  },
  limits: { connectMs: lasting(10_000), headersMs: lasting(10_000) },
  pace: { hostPauseMs: lasting(250), lookMs: lasting(2_000), batchMs: lasting(5_000) },
})
process.on('disconnect', () => process.exit(0))
const jobs = createJobs(deps, createSourceJobs({ ...deps, ...sources }, anyFailure))
process.on('message', (message) => (message === 'jobs' ? jobs : sources.sourceChecks).start())
process.send?.('ready')
