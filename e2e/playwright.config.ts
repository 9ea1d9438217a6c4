import { join, resolve } from 'node:path'
import { defineConfig, devices } from '@playwright/test'
import { findChromium, freePort } from '../scripts/machine.mjs'

// Workers read this file again: they must find the port that the first reading chose.
process.env.EARMARK_E2E_PORT ??= String(await freePort())
const port = process.env.EARMARK_E2E_PORT
const baseURL = `http://localhost:${port}`
// A third of a server's start is its compilation, and the journeys start dozens.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '../node_modules/.cache/tests')

// Journeys that need the same server. One in the wrong place runs too, but starts servers anew.
const onTwoNodes = /cluster[\w-]*\.spec\.ts$/
const onTheSample =
  /(apps|chapter-editor|chapters|form-bar|hard-names|listener-keys|my-library|positions|server-queue)\.spec\.ts$/
/** Full of what nobody else should meet. */
const hostile = /hostile-[\w-]+\.spec\.ts$/
const withAccounts =
  /(account|account-failures|back-office|edit-states|editor-keys|form-states|meanwhile|members|people-screens|refused-upload|seek-error|session)\.spec\.ts$/

/** What Playwright switches off of Chromium stands here again: of several such lists Chromium heeds the last. */
const byPlaywright = `AimEnabled AvoidCorsURLLoaderRestartOnRedirect AvoidUnnecessaryBeforeUnloadCheckSync
  DestroyProfileOnBrowserClose HttpsFirstBalancedModeAutoEnable HttpsUpgrades LensOverlay MediaRouter
  NetworkTimeServiceQuerying OptimizationHints PaintHolding PreconnectToSearch TcpPortRandomizationWin
  ThirdPartyStoragePartitioning`
/** Pages of the browser's own behind its address bar, loaded with each window: they took a third of the journeys. */
const addressBar = 'WebUIOmniboxAimPopup WebUIOmniboxPopup'
const switchedOff = `--disable-features=${`${byPlaywright} ${addressBar}`.split(/\s+/).join(',')}`

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
    // It takes a fifth of the time: `--trace retain-on-failure` has it where it is needed.
    trace: 'off',
    screenshot: 'only-on-failure',
    ...devices['Desktop Chrome'],
    launchOptions: {
      executablePath: findChromium(),
      args: [
        '--no-sandbox',
        // Nothing is drawn for anybody to see, and doing a graphics card's work takes as much as the pages do.
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        switchedOff,
        '--autoplay-policy=no-user-gesture-required',
      ],
    },
  },
  // In this order, and not mixed: a worker keeps its browser and its server from one journey to the next.
  projects: [
    { name: 'two nodes', testMatch: onTwoNodes },
    { name: 'accounts and catalogue', testMatch: onTheSample },
    { name: 'accounts', testMatch: withAccounts },
    // One worker fills one site.
    { name: 'hostile texts', testMatch: hostile, workers: 1 },
    { name: 'catalogue', testIgnore: [onTwoNodes, onTheSample, withAccounts, hostile] },
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
