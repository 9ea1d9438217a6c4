import { resolve } from 'node:path'
import { defineConfig, devices } from '@playwright/test'
import { findChromium, freePort } from '../scripts/machine.mjs'

// Workers read this file again: they must find the port that the first reading chose.
process.env.EARMARK_E2E_PORT ??= String(await freePort())
const port = process.env.EARMARK_E2E_PORT
const baseURL = `http://localhost:${port}`

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  forbidOnly: process.env.CI === 'true',
  retries: 0,
  workers: 2,
  timeout: 45_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/report.json' }]],
  use: {
    baseURL,
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
  },
  projects: [
    {
      name: 'chromium',
      use: {
        ...devices['Desktop Chrome'],
        launchOptions: {
          executablePath: findChromium(),
          args: [
            '--no-sandbox',
            '--disable-background-networking',
            '--disable-component-update',
            '--disable-sync',
            '--no-first-run',
            '--autoplay-policy=no-user-gesture-required',
          ],
        },
      },
    },
  ],
  webServer: {
    command: 'node e2e/server.ts',
    cwd: resolve(import.meta.dirname, '..'),
    env: { PORT: port },
    url: `${baseURL}/health/ready`,
    reuseExistingServer: false,
    stdout: 'pipe',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    timeout: 150_000,
  },
})
