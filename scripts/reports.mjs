// What Vitest and Playwright say of a run, in one shape. A run that ended badly without naming a test (a file
// that does not load, an unhandled rejection, a crash) counts as a failure too, so that no total hides it.

import { existsSync, readFileSync } from 'node:fs'

/** @typedef {{ passed: number, failed: number, skipped: number }} Tally */

/** @param {string} file @param {number} exitCode @returns {Tally} */
export function readVitestReport(file, exitCode) {
  const report = read(file)
  if (!report) return { passed: 0, failed: 1, skipped: 0 }
  const failed = report.numFailedTests + report.testResults.filter(isUnloadable).length
  return {
    passed: report.numPassedTests,
    failed: failed || (exitCode === 0 ? 0 : 1),
    skipped: report.numPendingTests + report.numTodoTests,
  }
}

/** @param {string} file @param {number} exitCode @returns {Tally} */
export function readPlaywrightReport(file, exitCode) {
  const report = read(file)
  if (!report) return { passed: 0, failed: 1, skipped: 0 }
  const { expected, unexpected, flaky, skipped } = report.stats
  return { passed: expected, failed: unexpected + flaky || (exitCode === 0 ? 0 : 1), skipped }
}

/** @param {{ status: string, assertionResults: { status: string }[] }} file */
function isUnloadable({ status, assertionResults }) {
  return status === 'failed' && assertionResults.every((test) => test.status !== 'failed')
}

/** @param {string} file */
function read(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}
