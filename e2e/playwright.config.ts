import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { defineConfig, devices, type Project } from '@playwright/test'
import {
  findHeadlessChromium,
  findMissingEnginePackages,
  freePort,
  temporaryFolder,
} from '../scripts/machine.mjs'
import { leftOut } from './engines/left-out.ts'

// Workers read this file again: they must find the port that the first reading chose.
process.env.EARMARK_E2E_PORT ??= String(await freePort())
const port = process.env.EARMARK_E2E_PORT
const baseURL = `http://localhost:${port}`
process.env.TMPDIR = temporaryFolder()
process.env.EARMARK_E2E_SAMPLE ??= join(tmpdir(), `earmark-e2e-sample-${port}`)
// A third of a server's start is its compilation, and the journeys start dozens.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '../node_modules/.cache/tests')

// Journeys that need the same server. One in the wrong place runs too, but starts servers anew; `trees` needs that, since
// what others add shows in its texts.
const onTwoNodes = /cluster[\w-]*\.spec\.ts$/
const onTheSample =
  /(apps|bookmarks|browse|bulk|chapter-editor|chapters|form-bar|hard-names|listener-keys|my-library|positions|series|server-queue)\.spec\.ts$/
/** Playwright does not drive it: these have a driver of their own. */
const inWebKit = /engines\/[\w-]+\.spec\.ts$/
/** Full of what nobody else should meet. */
const hostile = /hostile-[\w-]+\.spec\.ts$/
const withAccounts =
  /(account|account-failures|back-office|edit-states|editor-keys|episodes|form-states|many-files|meanwhile|members|people-screens|refused-upload|seek-error|session)\.spec\.ts$/

/** What Playwright switches off of Chromium stands here again: of several such lists Chromium heeds the last. */
const byPlaywright = `AimEnabled AvoidCorsURLLoaderRestartOnRedirect AvoidUnnecessaryBeforeUnloadCheckSync
  DestroyProfileOnBrowserClose HttpsFirstBalancedModeAutoEnable HttpsUpgrades LensOverlay MediaRouter
  NetworkTimeServiceQuerying OptimizationHints PaintHolding PreconnectToSearch TcpPortRandomizationWin
  ThirdPartyStoragePartitioning`
/** Pages of the browser's own behind its address bar, loaded with each window: they took a third of the journeys. */
const addressBar = 'WebUIOmniboxAimPopup WebUIOmniboxPopup'
/** A process for a next page of another site, started beside each page: a tenth of the journeys' work. */
const spareProcess = 'SpareRendererForSitePerProcess'
const switchedOff = `--disable-features=${`${byPlaywright} ${addressBar} ${spareProcess}`.split(/\s+/).join(',')}`

const hasEngines = findMissingEnginePackages().length === 0

/** In this order, and not mixed: a worker keeps its browser and its server from one journey to the next. */
const groups: Project[] = [
  { name: 'two nodes', testMatch: onTwoNodes },
  { name: 'accounts and catalogue', testMatch: onTheSample },
  { name: 'accounts', testMatch: withAccounts },
  // One worker fills one site.
  { name: 'hostile texts', testMatch: hostile, workers: 1 },
  { name: 'catalogue', testIgnore: [onTwoNodes, onTheSample, withAccounts, hostile, inWebKit] },
]

const inChromium: Project['use'] = {
  ...devices['Desktop Chrome'],
  launchOptions: {
    executablePath: findHeadlessChromium(),
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
}

const inFirefox: Project['use'] = {
  browserName: 'firefox',
  channel: 'moz-firefox',
  viewport: { width: 1280, height: 720 },
  // It would style the page by a text that the page's policy forbids.
  screenshot: 'off',
  launchOptions: {
    executablePath: resolve(import.meta.dirname, 'engines/firefox-bridge.ts'),
    firefoxUserPrefs: {
      'media.autoplay.default': 0,
      'media.autoplay.blocking_policy': 0,
      // The content process of Firefox 140 ends by a null pointer where `ariaLabelledByElements` is read twice, as Playwright does for names.
      'accessibility.ARIAElementReflection.enabled': false,
    },
  },
}

/** Journeys of the tag `@engines`, and all that it can with `EARMARK_E2E_ENGINES=all`. */
const firefoxGroups = groups
  .filter(({ testMatch }) => testMatch !== onTwoNodes && testMatch !== hostile)
  .map((group) => ({
    ...group,
    name: `Firefox: ${group.name}`,
    use: inFirefox,
    ...(process.env.EARMARK_E2E_ENGINES === 'all' ? { grepInvert: leftOut } : { grep: /@engines/ }),
  }))

export default defineConfig({
  globalSetup: './engines/sound.ts',
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  snapshotPathTemplate: '{testDir}/trees/{arg}{ext}',
  fullyParallel: true,
  forbidOnly: process.env.CI === 'true',
  retries: 0,
  workers: 2,
  timeout: 120_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/report.json' }]],
  use: {
    baseURL,
    // It takes a fifth of the time: `--trace retain-on-failure` has it where it is needed.
    trace: 'off',
    screenshot: 'only-on-failure',
  },
  projects: [
    // First, since the second worker goes on to the others meanwhile.
    ...(hasEngines ? [{ name: 'WebKitGTK', testMatch: inWebKit, workers: 1 }] : []),
    ...groups.map((group) => ({ ...group, use: inChromium })),
    ...(hasEngines ? firefoxGroups : []),
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
