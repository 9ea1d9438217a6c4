/**
 * A stray console.error fails the test that caused it. A test that expects one replaces console.error with a
 * mock of its own; mocks are restored before the next test.
 */
import { format } from 'node:util'
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
