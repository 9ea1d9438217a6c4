// `check`: format, lint, types, arrows, unit and route tests on SQLite without the slow suites (`*.slow.*`). `all`: on
// PostgreSQL, too, with the slow suites and the journeys in a browser. A failed step does not end the run.

import { readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { findAnyChromium, findMissingEnginePackages } from './machine.mjs'
import { readPlaywrightReport, readVitestReport, type Tally } from './reports.ts'
import { runQuietly, runVisibly } from './run.ts'

const root = resolve(import.meta.dirname, '..')
const vitestReport = join(root, 'test-results', 'vitest.json')
const playwrightReport = join(root, 'e2e', 'test-results', 'report.json')
const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  workspaces: string[]
}
const typed = ['.', ...workspaces]

const inspections: [name: string, commands: string[][]][] = [
  ['format', [['biome', 'ci', '--colors=off', '.']]],
  ['lint', [['oxlint', '--type-aware', '--deny-warnings']]],
  // Parallel processes keep the processors busy; threads of one would check shared files again.
  ['types', typed.map((folder) => ['tsc', '--noEmit', '--singleThreaded', '--project', folder])],
  ['arrows', [['node', 'scripts/arrows.mjs']]],
]

const isCheck = process.argv[2] === 'check'

const total: Tally = { passed: 0, failed: 0, skipped: 0, failures: [] }
const failedSteps: string[] = []

async function step(name: string, work: () => Promise<Tally>): Promise<void> {
  console.log(`\n▸ ${name}`)
  const start = performance.now()
  const tally = await work()
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  for (const kind of ['passed', 'failed', 'skipped'] as const) total[kind] += tally[kind]
  total.failures.push(...tally.failures)
  if (tally.failed > 0) failedSteps.push(name)
  console.log(`  ${name} ${tally.failed > 0 ? 'FAILED' : 'passed'} in ${seconds} s`)
}

async function inspect(commands: string[][]): Promise<Tally> {
  const endings = await Promise.all(commands.map((command) => runQuietly(root, command)))
  const failures = endings.filter(({ code }) => code !== 0)
  for (const { output } of failures) console.log(output)
  return {
    passed: 0,
    failed: failures.length > 0 ? 1 : 0,
    skipped: 0,
    failures: failures.map(({ output }) => output),
  }
}

async function unitAndRouteTests(): Promise<Tally> {
  rmSync(vitestReport, { force: true })
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`]
  const env = isCheck ? { EARMARK_QUICK: 'true' } : {}
  return readVitestReport(vitestReport, await runVisibly(root, ['vitest', 'run', ...reporters], env))
}

async function journeys(): Promise<Tally> {
  rmSync(playwrightReport, { force: true })
  const code = await runVisibly(root, ['playwright', 'test', '--config', 'e2e/playwright.config.ts'])
  return readPlaywrightReport(playwrightReport, code)
}

async function browserSteps() {
  const missing = findMissingEnginePackages()
  if (missing.length > 0)
    console.log(
      `\n!!! SKIPPED: the journeys in Firefox and WebKitGTK. Debian’s packages ${missing.join(', ')} are not here. !!!`,
    )
  if (await findAnyChromium()) return step('journeys in a browser', journeys)
  const sentence = 'No Chromium here (install Debian’s package chromium, or set CHROMIUM_PATH)'
  if (process.env.CI === 'true')
    return step(`journeys in a browser: ${sentence}`, async () => ({
      passed: 0,
      failed: 1,
      skipped: 0,
      failures: [],
    }))
  console.log(`\n!!! SKIPPED: the journeys in a browser. ${sentence}. !!!`)
}

for (const [name, commands] of inspections) await step(name, () => inspect(commands))
await step('unit and route tests', unitAndRouteTests)
if (!isCheck) await browserSteps()

const { passed, failed, skipped, failures } = total
// Repeated at the end, where truncated output still shows them.
for (const failure of failures) console.log(`\n✗ ${failure}`)
if (failedSteps.length > 0) console.log(`\nFailed: ${failedSteps.join(', ')}.`)
if (passed + failed === 0) console.log('\nNot one test ran.')
console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
process.exitCode = failed > 0 || passed === 0 ? 1 : 0
