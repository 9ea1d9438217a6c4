// What Vitest and Playwright say of a run, in one shape. A run that ended badly without naming a test (a file
// that does not load, an unhandled rejection, a crash) counts as a failure too, so that no total hides it.

import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** @typedef {{ passed: number, failed: number, skipped: number, failures: string[] }} Tally The failures by name, each
 * with the beginning of what was said of it; a run that ended badly may have none. */

const linesOfMessage = 12

/** @param {string} file @param {number} exitCode @returns {Tally} */
export function readVitestReport(file, exitCode) {
  const report = read(file)
  if (!report) return { passed: 0, failed: 1, skipped: 0, failures: [] }
  const failed = report.numFailedTests + report.testResults.filter(isUnloadable).length
  return {
    passed: report.numPassedTests,
    failed: failed || (exitCode === 0 ? 0 : 1),
    skipped: report.numPendingTests + report.numTodoTests,
    failures: report.testResults.flatMap(vitestFailures),
  }
}

/** @param {{ name: string, message: string, status: string, assertionResults: { status: string, fullName: string, failureMessages: string[] }[] }} file */
function vitestFailures(file) {
  const name = relative(process.cwd(), file.name)
  if (isUnloadable(file)) return [failure(name, file.message)]
  return file.assertionResults
    .filter(({ status }) => status === 'failed')
    .map(({ fullName, failureMessages }) => failure(`${name} › ${fullName}`, failureMessages[0]))
}

/** @param {string} file @param {number} exitCode @returns {Tally} */
export function readPlaywrightReport(file, exitCode) {
  const report = read(file)
  if (!report) return { passed: 0, failed: 1, skipped: 0, failures: [] }
  const { expected, unexpected, flaky, skipped } = report.stats
  return {
    passed: expected,
    failed: unexpected + flaky || (exitCode === 0 ? 0 : 1),
    skipped,
    failures: report.suites.flatMap(playwrightFailures),
  }
}

/**
 * @typedef {{ file: string, line: number, title: string, tests: { status: string, results: { error?: { message: string } }[] }[] }} Spec
 * @param {{ suites?: any[], specs: Spec[] }} suite
 * @returns {string[]}
 */
function playwrightFailures({ suites = [], specs }) {
  const own = specs.flatMap(({ file, line, title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ results }) =>
        failure(`${file}:${line} › ${title}`, results.find(({ error }) => error)?.error?.message),
      ),
  )
  return [...own, ...suites.flatMap(playwrightFailures)]
}

/** @param {string} name @param {string} [message] */
function failure(name, message = '') {
  const lines = stripVTControlCharacters(message).split('\n').slice(0, linesOfMessage)
  return [name, ...lines.map((line) => `  ${line}`)].join('\n').trimEnd()
}

/** @param {{ status: string, assertionResults: { status: string }[] }} file */
function isUnloadable({ status, assertionResults }) {
  return status === 'failed' && assertionResults.every((test) => test.status !== 'failed')
}

/** @param {string} file */
function read(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}
