import { join } from 'node:path'
import { configDefaults, defineConfig, type TestProjectConfiguration } from 'vitest/config'
import { findMissingSoundPackages, findNginx, findPostgresBin, temporaryFolder } from './scripts/machine.mjs'

// A third of a start of the program is its compilation, and the tests start it some hundred times.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/tests')
process.env.TMPDIR = temporaryFolder()

const shared = {
  setupFiles: ['./scripts/test-setup.ts'],
  restoreMocks: true,
  // For what never ends: on a busy machine a start of the program alone takes ten seconds. Longer models have longer.
  testTimeout: 120_000 * Number(process.env.MODEL_WALKS ?? 1),
  hookTimeout: 120_000,
  // What is waited for is done by real files, sockets and processes.
  expect: { poll: { timeout: 10_000 } },
}

/** `npm run check`: without the slow suites, and on SQLite alone. */
const isQuick = process.env.EARMARK_QUICK !== undefined

/** A project's own `exclude` takes the place of the command's: the quick run says it here. */
const leftOut = [...configDefaults.exclude, ...(isQuick ? ['**/*.slow.*'] : withoutSoundTools())]

/** Files share a worker and with it what they import: to load the server for each anew would take as long as its tests. */
const server = { ...shared, include: ['server/**/*.test.ts'], exclude: leftOut, isolate: false }

/** What only reckons has nothing to keep apart: a process for each file would take twice as long as the tests. */
const pure = { ...shared, isolate: false }

/** What depends on no database is tried once, not once for each. */
const withoutDatabase = [
  'server/commands/{import,move-in}.slow.test.ts',
  'server/resilience/attacks/{bombs,mail-headers,other-origins,traversal}.slow.test.ts',
  'server/resilience/faults/mail-server.slow.test.ts',
  'server/resilience/imports/folder-away.slow.test.ts',
  'server/resilience/load/slope.test.ts',
  'server/src/catalogue/{browse/{browse-index,order-by-values},chapters/chapter-texts}.test.ts',
  'server/src/config/config.test.ts',
  'server/src/db/changes/changes.model.test.ts',
  'server/src/db/data-dir.test.ts',
  'server/src/db/engine/{change-feed.model,event-loop,statement-names}.test.ts',
  'server/src/db/search/{tokens,typing-errors}.test.ts',
  'server/src/egress/*.test.ts',
  'server/src/exchange/feeds/making/*.test.ts',
  'server/src/exchange/gpodder/places.model.test.ts',
  'server/src/exchange/import/api/import-media.slow.test.ts',
  'server/src/exchange/import/{import-chapters,planning/side-chapters,walk/walk-folder}.test.ts',
  'server/src/exchange/move-in/{apply/moved-group,library/plain-text,places/mapped-path,plan/mapped-time,plan/plan-move}.test.ts',
  'server/src/exchange/{opml/read-opml,sources/reader/**/*}.test.ts',
  'server/src/exchange/sources/checks/feed-bombs.slow.test.ts',
  'server/src/exchange/sources/{keep/keep-plan.model,relay/{origin-answer,relay-settings.slow}}.test.ts',
  'server/src/http/{api,guard/network-address,input/device,input/input}.test.ts',
  'server/src/listening/positions/restored-position.test.ts',
  'server/src/http/{connections/{turns,unread-responses.slow,upload-pace},responses/refusals,responses/response-cache,responses/streamed-list}.test.ts',
  'server/src/main.slow.test.ts',
  'server/src/log/{log.slow,log-lines,terminal-steps}.test.ts',
  'server/src/media/{delivery/joined-media.slow,library/library-media,resumable/upload-cuts.slow}.test.ts',
  'server/src/media/{content-type,delivery/conditions,delivery/http-date,delivery/ranges,upload/file-name}.test.ts',
  'server/src/media/probe/{audio.slow,cover-color,look-file.slow,probe-process.slow}.test.ts',
  'server/src/media/{chapters,joined,probe/{chapters,duration,look}}/*.test.ts',
  'server/src/media/storage/{files/storage-errors,local/local-storage}.test.ts',
  'server/src/media/storage/s3/{open-bucket,s3-storage.slow}.test.ts',
  'server/src/operations/backup/library-files.slow.test.ts',
  'server/src/people/mail/{mail-texts,mail-transport}.test.ts',
  'server/src/people/users/passwords.test.ts',
]

const projects: TestProjectConfiguration[] = [
  { test: { ...pure, name: 'contract', include: ['contract/src/**/*.test.ts'], exclude: leftOut } },
  { test: { ...shared, name: 'tooling', include: ['scripts/**/*.test.ts'] } },
  {
    test: {
      ...server,
      name: 'server on SQLite',
      env: { EARMARK_TEST_ENGINE: 'sqlite' },
    },
  },
  ...serverOnPostgres(),
  {
    test: { ...pure, name: 'web', include: ['web/src/**/*.test.{ts,tsx}'], exclude: ['**/*.dom.test.tsx'] },
  },
  {
    test: {
      ...shared,
      name: 'web in a document',
      include: ['web/src/**/*.dom.test.tsx'],
      exclude: leftOut,
      setupFiles: [...shared.setupFiles, './web/src/testing/jsdom.ts'],
      environment: 'jsdom',
      // One jsdom for each worker, and still a world of its own for each file.
      pool: 'vmThreads',
    },
  },
]

function serverOnPostgres(): TestProjectConfiguration[] {
  if (isQuick) return []
  const bin = findPostgresBin()
  if (bin) process.env.POSTGRES_BIN = bin
  if (!bin && !process.env.TEST_DATABASE_URL) {
    const sentence = 'No PostgreSQL here (install Debian’s package postgresql, or set TEST_DATABASE_URL)'
    if (process.env.CI === 'true') throw new Error(`${sentence}.`)
    console.warn(`\n!!! SKIPPED: the server's tests on PostgreSQL. ${sentence}. !!!\n`)
    return []
  }
  return [
    {
      test: {
        ...server,
        name: 'server on PostgreSQL',
        exclude: [...leftOut, ...withoutDatabase],
        env: { EARMARK_TEST_ENGINE: 'postgres' },
        globalSetup: ['./server/src/testing/postgres-cluster.ts'],
      },
    },
  ]
}

/** What cannot be tried without the programs that make recordings and decode them. */
function withoutSoundTools(): string[] {
  const missing = findMissingSoundPackages()
  if (missing.length === 0) return []
  const sentence = `Not here: ${missing.join(', ')} (install Debian’s packages of these names)`
  if (process.env.CI === 'true') throw new Error(`${sentence}.`)
  console.warn(`\n!!! SKIPPED: the lengths of recordings beside what ffmpeg decodes. ${sentence}. !!!\n`)
  return ['**/duration/differential.slow.test.ts', '**/joined/joined-sound.slow.test.ts']
}

nameNginx()

/** For the tests of what stands in front of the server, which skip themselves where it is missing. */
function nameNginx() {
  const nginx = findNginx()
  if (nginx) process.env.NGINX_PATH = nginx
  else if (process.env.CI === 'true') throw new Error('No nginx here (install Debian’s package nginx-light).')
  else console.warn('\n!!! SKIPPED: the tests behind nginx. Install Debian’s package nginx-light. !!!\n')
}

export default defineConfig({
  test: { projects, passWithNoTests: false, maxWorkers: 2 },
})
