// What Vitest and Playwright say of a run, in one shape. A run that ended badly without naming a test (a file
// that does not load, an unhandled rejection, a crash) counts as one failure, so that no total hides it.

import { existsSync, readFileSync } from 'node:fs'

/** @typedef {{ passed: number, failed: number, skipped: number }} Tally */

/** @param {string} file @param {number} exitCode @returns {Tally} */
export function readVitestReport(file, exitCode) {
  const report = read(file)
  if (!report) return { passed: 0, failed: 1, skipped: 0 }
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests || (exitCode === 0 ? 0 : 1),
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

/** @param {string} file */
function read(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}
