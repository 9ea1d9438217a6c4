import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { buildApp, type Deps } from './app.ts'
import { createChanges } from './db/changes/changes.ts'
import { settleFeedRevisions } from './db/changes/feed-revisions.ts'
import type { Config } from './config/config.ts'
import { sharedFolders } from './config/config-imports.ts'
import { explainDataDir, openDataDir, holdDataDir } from './db/data-dir.ts'
import { openDatabase } from './db/database.ts'
import { type SubscribeToChanges, noOtherNodes } from './db/engine/change-feed.ts'
import { postgresNotices } from './db/engine/postgres-notices.ts'
import { createMailJobs, openMailTransport } from './people/mail/mail-jobs.ts'
import { withLibraryFiles } from './media/library/with-library-files.ts'
import { openStorage } from './media/storage/open-storage.ts'
import { createReindexing, queueReindexing } from './operations/reindexing/reindex.ts'
import { createRereading, queueRereading } from './operations/rereading/reread-media.ts'
import { hasReached, insertMilestone, sampleSettled } from './operations/sample/milestones.queries.ts'
import type { SampleProgress } from './operations/sample/sample.service.ts'
import { openTokenKeys, type TokenKeys } from './people/sessions/token-keys.ts'
import { type FirstAdmin, settleFirstAdmin } from './people/users/first-admin.service.ts'
import { publishOnTime } from './catalogue/publishing/publish-on-time.ts'
import { createLinkedReindexing } from './catalogue/creators/reindex-linked.ts'
import { createHousekeeping, sweepNodeHourly } from './operations/housekeeping.ts'
import { createDailyLooks } from './exchange/import/api/daily-looks.ts'
import { createWebsubPublishing } from './exchange/feeds/websub.ts'
import { watchForgottenImports } from './exchange/import/runs/forgotten-imports.ts'
import { createAppSubscriptions } from './exchange/gpodder/app-subscription-job.ts'
import { createWaitingPlaces } from './exchange/gpodder/waiting-places-job.ts'
import { createFeedAdder } from './exchange/opml/add-feed.ts'
import { createSourceImports } from './exchange/opml/import-job.ts'
import { createImportJobs } from './exchange/import/runs/import-jobs.ts'
import { listen } from './http/connections/listening.ts'
import { drainTimeoutMs } from './http/connections/limits.ts'
import { createSourceJobs } from './exchange/sources/source-jobs.ts'
import { openSources } from './exchange/sources/open-sources.ts'
import { createJobs } from './jobs/jobs.ts'
import { openStarter } from './processes/starter.ts'
import { openLog } from './log/log.ts'
import { anyFailure, StartError } from './errors.ts'

export interface RunningServer {
  readonly deps: Deps
  readonly address: string
  readonly firstAdmin: FirstAdmin | null
  /** Becomes unready and finishes requests in progress within 30 s. */
  stop(): Promise<void>
}

export type Step = <T>(label: string, work: (progress: (detail: string) => void) => Promise<T>) => Promise<T>

/** Config → deps → app → listening; `step` reports the start's steps, in the log by default. */
export async function startServer(
  config: Config,
  webFolder: string | null,
  step: Step | null = null,
): Promise<RunningServer> {
  openStarter()
  const log = openLog(config.logLevel)
  const run: Step = step ?? ((label, work) => (log.info(label), work(() => undefined)))
  const { hold, db, storage, tokenKeys } = await run('Preparing the database', () =>
    openWhatIsKept(config, log),
  ).catch((error: unknown) => {
    throw explainDataDir(error, config.dataDir)
  })
  const changes = createChanges(othersOf(config, tokenKeys, log))
  const catalogueDeps = { config, db, storage, changes, clock: Date.now, log }
  const sources = openSources({ ...catalogueDeps, tokenKeys })
  const addFeed = createFeedAdder({ ...catalogueDeps, tokenKeys, ...sources }, anyFailure)
  const jobs = createJobs(catalogueDeps, [
    createMailJobs(catalogueDeps, openMailTransport(config, log)),
    createHousekeeping(catalogueDeps),
    createLinkedReindexing(catalogueDeps),
    createRereading(catalogueDeps),
    createReindexing(catalogueDeps),
    ...createImportJobs(catalogueDeps),
    createSourceImports(catalogueDeps, addFeed),
    ...createSourceJobs({ ...catalogueDeps, tokenKeys, ...sources }, anyFailure),
    createAppSubscriptions(catalogueDeps, addFeed, anyFailure),
    createWaitingPlaces(catalogueDeps, anyFailure),
    createDailyLooks(catalogueDeps, anyFailure),
    ...(config.websubHub === ''
      ? []
      : [createWebsubPublishing({ ...catalogueDeps, egress: sources.egress })]),
  ])
  const deps: Deps = { ...catalogueDeps, jobs, tokenKeys, ...sources }
  await settleSampleCatalogue(deps, run)
  await settleFeedRevisions(db.connection, deps)

  let isReady = false
  const app = await buildApp(deps, { webFolder, isReady: () => isReady })
  const address = await listenAt(app, config)
  // A start that fails must not use up the one time that a generated password is printed.
  const firstAdmin = await settleFirstAdmin(deps)
  isReady = true
  for (const sentence of sharedFolders(config.importFolders)) log.warn(sentence)
  if (webFolder === null) log.warn('The web app is not built: only the API and media are served.')
  await queueRereading(deps)
  await queueReindexing(deps)
  const endWatching = await watchForgottenImports(deps)
  jobs.start()
  if (config.sources !== 'off') sources.sourceChecks.start()
  const endSweeping = sweepNodeHourly(deps)
  const endPublishing = publishOnTime(deps)

  const stop = async (): Promise<void> => {
    log.info('stopping')
    endSweeping()
    endWatching()
    const lastCall = setTimeout(() => app.server.closeAllConnections(), drainTimeoutMs)
    await app.close()
    clearTimeout(lastCall)
    await endPublishing()
    await sources.close()
    await jobs.stop()
    await storage.close()
    await changes.close()
    await db.close()
    hold?.[Symbol.dispose]()
  }
  let stopped: Promise<void> | null = null
  return {
    deps,
    address,
    firstAdmin,
    // Ctrl-C in a terminal comes twice, from the terminal and from npm.
    stop: () => (stopped ??= stop()),
  }
}

async function openWhatIsKept(config: Config, log: Logger) {
  const wasOpen = openDataDir(config.dataDir, config.accelRedirect !== '')
  if (wasOpen !== null) log.warn(wasOpen)
  const hold = config.databaseUrl === '' ? holdDataDir(config.dataDir) : null
  const db = await openDatabase(config.databaseUrl, config.dataDir)
  const storage = withLibraryFiles(await openStorage(config, log), { db, config })
  const tokenKeys = await openTokenKeys(config.tokenSecret, config.dataDir, db.withAdvisoryLock)
  return { hold, db, storage, tokenKeys }
}

/** Nodes on one PostgreSQL notify each other. */
function othersOf({ databaseUrl }: Config, { fingerprint }: TokenKeys, log: Logger): SubscribeToChanges {
  return databaseUrl === ''
    ? noOtherNodes
    : postgresNotices(databaseUrl, { secretFingerprint: fingerprint, log })
}

async function listenAt(app: FastifyInstance, { port, host }: Config): Promise<string> {
  try {
    return await listen(app, { port, host }, (address) => `Listening at ${address}`)
  } catch (error) {
    const reason = listenProblems[(error as NodeJS.ErrnoException).code ?? '']
    throw reason ? new StartError(`${reason} (PORT=${port}, HOST=${host}).`) : error
  }
}

const listenProblems: Record<string, string> = {
  EADDRINUSE: 'Another program listens on that port already: stop it, or choose another PORT',
  EACCES: 'This user may not listen on that port: choose another PORT, above 1023',
  EADDRNOTAVAIL: 'This machine has no such address: choose another HOST',
  ENOTFOUND: 'There is no such address: choose another HOST',
  EAI_AGAIN: 'The address cannot be looked up now: choose another HOST, best a number such as 0.0.0.0',
}

async function settleSampleCatalogue(deps: Deps, step: Step): Promise<void> {
  const { connection } = deps.db
  if (await hasReached(connection, sampleSettled)) return
  await deps.db.withAdvisoryLock(async () => {
    if (!(await hasReached(connection, sampleSettled))) await addSampleCatalogue(deps, step)
  })
}

async function addSampleCatalogue({ config, db, clock }: Deps, step: Step): Promise<void> {
  if (!config.sampleCatalogue) return await insertMilestone(db.connection, sampleSettled, clock())
  await step('Adding the sample catalogue', async (progress) => {
    const command = join(import.meta.dirname, '../commands/load-sample.ts')
    const child = spawn(process.execPath, [command], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
    child.on('message', (made) => {
      const { done, total } = made as SampleProgress
      progress(`${done} of ${total} recordings`)
    })
    const [code] = (await once(child, 'exit')) as [number | null]
    if (code !== 0) {
      throw new StartError(
        'The sample catalogue could not be added; the next start tries again, without it with SAMPLE_CATALOGUE=false.',
      )
    }
  })
}
