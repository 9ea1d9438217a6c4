/**
 * Before every test file: a stray console.error fails its test, unless the test has mocked it, and fast-check takes its
 * seed from FC_SEED.
 */
import { format } from 'node:util'
import fc from 'fast-check'
import { afterAll, afterEach } from 'vitest'

const strayErrors: string[] = []

console.error = (...parts: unknown[]) => {
  strayErrors.push(format(...parts))
}

function failOnStrayErrors(): void {
  const found = strayErrors.splice(0)
  if (found.length > 0) throw new Error(`console.error was called:\n${found.join('\n')}`)
}

afterEach(failOnStrayErrors)
afterAll(failOnStrayErrors)

// The report of a failure names no causes.
fc.configureGlobal({ seed: Number(process.env.FC_SEED ?? 7), includeErrorInReport: true })
