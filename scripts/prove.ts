// `npm run prove`, or `npm run prove -- crash faults`: the long forms of suites of `npm test`. The environment's own
// settings win over the sizes here. A failed part does not end the run.

import { randomInt } from 'node:crypto'
import { resolve } from 'node:path'
import { runVisibly } from './run.ts'

const root = resolve(import.meta.dirname, '..')

const vitest = (...files: string[]) => ['vitest', 'run', ...files]
const playwright = (...files: string[]) => [
  'playwright',
  'test',
  '--config',
  'e2e/playwright.config.ts',
  ...files,
]

/** The journeys of people with accounts, through two nodes behind a proxy. */
const clusterJourneys =
  'cluster session account my-library positions server-queue back-office refused-upload meanwhile'.split(' ')

const parts: Record<string, { command: string[]; env: Record<string, string> }> = {
  models: {
    command: vitest('.model.'),
    env: {
      FC_SEED: String(randomInt(2 ** 31)),
      IMPORT_WALKS: '10000',
      PLACE_WALKS: '10000',
      LIBRARY_WALKS: '50',
      MODEL_WALKS: '4',
      PARTIAL_WALKS: '20',
    },
  },
  crash: {
    command: vitest('server/resilience/crash/crash.slow.test.ts', 'server/resilience/crash/migration'),
    env: { CRASH_ROUNDS: '500', MIGRATION_RECORDS: '20000', MIGRATION_STEP: '6' },
  },
  imports: { command: vitest('server/resilience/imports'), env: { IMPORT_KILLS: '1', IMPORT_TREES: 'all' } },
  // One engine at a time: the drill measures.
  sources: {
    command: vitest('--maxWorkers=1', 'server/resilience/sources'),
    env: { DRILL_SOURCES: '5000', DRILL_SPEED: '20' },
  },
  recordings: {
    command: vitest('duration/differential', 'chapters/differential', 'chapters/hostile', 'joined-sound'),
    env: { RECORDINGS: 'all' },
  },
  clients: { command: vitest('server/resilience/clients'), env: { PYTHON_CLIENTS: 'required' } },
  faults: { command: vitest('server/resilience/faults'), env: { FAULT_SECONDS: '60' } },
  fuzz: { command: vitest('server/resilience/fuzz'), env: { FUZZ_REQUESTS: '200000' } },
  backup: {
    command: vitest('--project', 'server on PostgreSQL', 'server/resilience/backup'),
    env: { DRILL_RECORDS: '20000', DRILL_AUDIO_BYTES: '100000' },
  },
  attacks: {
    command: vitest('server/resilience/attacks', 'server/src/media/upload/bad-uploads'),
    env: { ATTACKS: 'all' },
  },
  // One engine at a time: the suite measures.
  load: {
    command: vitest('--maxWorkers=1', 'server/resilience/load/listeners'),
    env: { LOAD_MINUTES: '10' },
  },
  soak: { command: vitest('server/resilience/load/soak'), env: { SOAK_MINUTES: '60' } },
  scale: { command: ['node', 'bench/http/scale.ts'], env: {} },
  cluster: {
    command: playwright(...clusterJourneys.map((name) => `e2e/${name}`)),
    env: { EARMARK_E2E_SITE: 'cluster', CLUSTER_ROUNDS: '10' },
  },
  engines: {
    command: playwright('--project', 'Firefox: *', '--project', 'WebKitGTK'),
    env: { EARMARK_E2E_ENGINES: 'all' },
  },
  web: { command: ['node', 'bench/web/prove.ts'], env: {} },
  browsers: { command: ['node', 'bench/browsers/prove.ts'], env: {} },
  'import-figures': { command: ['node', 'bench/imports/prove.ts'], env: {} },
}

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !(name in parts))
if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(', ')} to prove, but ${Object.keys(parts).join(', ')}.`)
  process.exit(2)
}

const failed = []
for (const [name, { command, env }] of Object.entries(parts)) {
  if (asked.length > 0 && !asked.includes(name)) continue
  const sizes = Object.entries(env).map(([key, value]) => ` ${key}=${process.env[key] ?? value}`)
  console.log(`\n▸ ${name}${sizes.join('')}`)
  const start = performance.now()
  const code = await runVisibly(root, command, { ...env, ...process.env })
  const minutes = ((performance.now() - start) / 60_000).toFixed(1)
  console.log(`  ${name} ${code === 0 ? 'passed' : 'FAILED'} in ${minutes} minutes`)
  if (code !== 0) failed.push(name)
}
console.log(failed.length > 0 ? `\nFailed: ${failed.join(', ')}.` : '\nAll proved.')
process.exitCode = failed.length > 0 ? 1 : 0
