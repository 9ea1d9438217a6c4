import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readPlaywrightReport, readVitestReport } from './reports.ts'

const vitest = { numPassedTests: 5, numFailedTests: 0, numPendingTests: 1, numTodoTests: 1, testResults: [] }
const playwright = { stats: { expected: 3, unexpected: 1, flaky: 1, skipped: 2 }, suites: [] }

describe('the reports of a run', () => {
  let folder = ''
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'earmark-reports-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  function written(report: unknown): string {
    const file = join(folder, 'report.json')
    writeFileSync(file, JSON.stringify(report))
    return file
  }

  test('Vitest’s tests are counted by what became of them', () => {
    expect(readVitestReport(written(vitest), 0)).toEqual({ passed: 5, failed: 0, skipped: 2, failures: [] })
  })

  test('a Vitest run that ends badly without a failed test counts as one failure', () => {
    expect(readVitestReport(written(vitest), 1)).toEqual({ passed: 5, failed: 1, skipped: 2, failures: [] })
  })

  test('a file that does not load counts as a failure, a file with a failed test does not count twice', () => {
    const testResults = [
      { name: 'a.test.ts', message: 'no such module', status: 'failed', assertionResults: [] },
      {
        name: 'b.test.ts',
        status: 'failed',
        assertionResults: [{ status: 'failed', fullName: 'one is two', failureMessages: ['not\nequal'] }],
      },
      {
        name: 'c.test.ts',
        status: 'passed',
        assertionResults: [{ status: 'passed', fullName: 'one is one' }],
      },
    ]
    const { failed, failures } = readVitestReport(written({ ...vitest, numFailedTests: 1, testResults }), 1)
    expect(failed).toBe(2)
    expect(failures).toEqual(['a.test.ts\n  no such module', 'b.test.ts › one is two\n  not\n  equal'])
  })

  test('a test of Playwright’s that passed only at a second try has failed', () => {
    expect(readPlaywrightReport(written(playwright), 1)).toEqual({
      passed: 3,
      failed: 2,
      skipped: 2,
      failures: [],
    })
  })

  test('a journey that failed is named by its place, with what was said of it without colours', () => {
    const failed = {
      status: 'unexpected',
      results: [{ error: { message: '\u001B[31mno player\u001B[39m' } }],
    }
    const passed = { status: 'expected', results: [{}] }
    const spec = { file: 'player.spec.ts', line: 5, title: 'it plays', tests: [passed, failed] }
    const suites = [{ specs: [], suites: [{ specs: [spec] }] }]
    expect(readPlaywrightReport(written({ ...playwright, suites }), 1).failures).toEqual([
      'player.spec.ts:5 › it plays\n  no player',
    ])
  })

  test.each([readVitestReport, readPlaywrightReport])('a missing report is a failure (%o)', (readReport) => {
    expect(readReport(join(folder, 'nowhere.json'), 0)).toEqual({
      passed: 0,
      failed: 1,
      skipped: 0,
      failures: [],
    })
  })
})
