import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/**
 * The outcome of a run of Vitest or Playwright; `failures` are names with the beginnings of their messages. A run that
 * ended badly without a failed test (a file that does not load, an unhandled rejection, a crash) counts as one failure.
 */
export interface Tally {
  passed: number
  failed: number
  skipped: number
  failures: string[]
}

interface VitestFile {
  name: string
  message: string
  status: string
  assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
}

interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: VitestFile[]
}

interface Suite {
  suites?: Suite[]
  specs: {
    file: string
    line: number
    title: string
    tests: { status: string; results: { error?: { message: string } }[] }[]
  }[]
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  suites: Suite[]
}

const linesOfMessage = 12

export function readVitestReport(file: string, exitCode: number): Tally {
  const report = read<VitestReport>(file)
  if (!report) return { passed: 0, failed: 1, skipped: 0, failures: [] }
  const failed = report.numFailedTests + report.testResults.filter(isUnloadable).length
  return {
    passed: report.numPassedTests,
    failed: failed || (exitCode === 0 ? 0 : 1),
    skipped: report.numPendingTests + report.numTodoTests,
    failures: report.testResults.flatMap(vitestFailures),
  }
}

function vitestFailures(file: VitestFile): string[] {
  const name = relative(process.cwd(), file.name)
  if (isUnloadable(file)) return [failure(name, file.message)]
  return file.assertionResults
    .filter(({ status }) => status === 'failed')
    .map(({ fullName, failureMessages }) => failure(`${name} › ${fullName}`, failureMessages[0]))
}

export function readPlaywrightReport(file: string, exitCode: number): Tally {
  const report = read<PlaywrightReport>(file)
  if (!report) return { passed: 0, failed: 1, skipped: 0, failures: [] }
  const { expected, unexpected, flaky, skipped } = report.stats
  return {
    passed: expected,
    failed: unexpected + flaky || (exitCode === 0 ? 0 : 1),
    skipped,
    failures: report.suites.flatMap(playwrightFailures),
  }
}

function playwrightFailures({ suites = [], specs }: Suite): string[] {
  const own = specs.flatMap(({ file, line, title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ results }) =>
        failure(`${file}:${line} › ${title}`, results.find(({ error }) => error)?.error?.message),
      ),
  )
  return [...own, ...suites.flatMap(playwrightFailures)]
}

function failure(name: string, message = ''): string {
  const lines = stripVTControlCharacters(message).split('\n').slice(0, linesOfMessage)
  return [name, ...lines.map((line) => `  ${line}`)].join('\n').trimEnd()
}

function isUnloadable({ status, assertionResults }: VitestFile): boolean {
  return status === 'failed' && assertionResults.every((test) => test.status !== 'failed')
}

function read<Report>(file: string): Report | undefined {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Report) : undefined
}
