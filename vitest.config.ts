import { defineConfig, type TestProjectConfiguration } from 'vitest/config'
import { findPostgresBin } from './scripts/machine.mjs'

const shared = {
  setupFiles: ['./scripts/fail-on-console-error.ts'],
  restoreMocks: true,
  testTimeout: 15_000,
  hookTimeout: 60_000,
}

const serverTests = ['server/**/*.test.ts']

const projects: TestProjectConfiguration[] = [
  { test: { ...shared, name: 'contract', include: ['contract/src/**/*.test.ts'] } },
  { test: { ...shared, name: 'tooling', include: ['scripts/**/*.test.ts'] } },
  {
    test: {
      ...shared,
      name: 'server on SQLite',
      include: serverTests,
      env: { EARMARK_TEST_ENGINE: 'sqlite' },
    },
  },
  ...serverOnPostgres(),
  {
    test: { ...shared, name: 'web', include: ['web/src/**/*.test.{ts,tsx}'], exclude: ['**/*.dom.test.tsx'] },
  },
  {
    test: {
      ...shared,
      name: 'web in a document',
      include: ['web/src/**/*.dom.test.tsx'],
      environment: 'jsdom',
    },
  },
]

function serverOnPostgres(): TestProjectConfiguration[] {
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
        ...shared,
        name: 'server on PostgreSQL',
        include: serverTests,
        env: { EARMARK_TEST_ENGINE: 'postgres' },
        globalSetup: ['./server/src/testing/postgres-cluster.ts'],
      },
    },
  ]
}

export default defineConfig({
  test: { projects, passWithNoTests: false },
})
