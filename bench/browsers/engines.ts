import { chromium } from '@playwright/test'
import { launch } from 'puppeteer-core'
import { findAnyChromium, findFirefox, findMiniBrowser } from '../../scripts/machine.mjs'
import { startWebKit } from '../../scripts/web-kit.ts'
import { chromiumPath } from '../web/browser.ts'

/** A browser that has one page. */
export interface Engine {
  readonly name: string
  readonly version: string
  open(url: string): Promise<void>
  /** Evaluates an expression; its value goes through JSON. */
  evaluate(expression: string): Promise<unknown>
  /** On the page's button: browsers let sound only those who touched the page. */
  click(): Promise<void>
  close(): Promise<void>
}

type Start = () => Promise<Engine>

async function startChromium(): Promise<Engine> {
  const browser = await chromium.launch({
    executablePath: chromiumPath,
    ignoreDefaultArgs: ['--mute-audio'],
    args: ['--no-sandbox', '--disable-background-networking', '--autoplay-policy=no-user-gesture-required'],
  })
  const page = await browser.newPage()
  return {
    name: 'Chromium',
    version: browser.version(),
    open: async (url) => void (await page.goto(url)),
    evaluate: (expression) => page.evaluate(expression),
    click: () => page.click('button'),
    close: () => browser.close(),
  }
}

async function startFirefox(): Promise<Engine> {
  const browser = await launch({
    browser: 'firefox',
    executablePath: findFirefox(),
    headless: true,
    extraPrefsFirefox: { 'media.autoplay.default': 0, 'media.autoplay.blocking_policy': 0 },
  })
  const page = await browser.newPage()
  return {
    name: 'Firefox',
    version: await browser.version(),
    open: async (url) => void (await page.goto(url)),
    evaluate: (expression) => page.evaluate(expression),
    click: () => page.click('button'),
    close: () => browser.close(),
  }
}

async function startWebKitGtk(): Promise<Engine> {
  const { version, ask, stop } = await startWebKit()
  return {
    name: 'WebKitGTK',
    version,
    open: (url) => ask('POST', '/url', { url }),
    evaluate: (expression) => ask('POST', '/execute/sync', { script: `return ${expression}`, args: [] }),
    async click() {
      const using = { using: 'css selector', value: 'button' }
      const found = await ask<Record<string, string>>('POST', '/element', using)
      await ask('POST', `/element/${Object.values(found)[0]}/click`, {})
    },
    close: stop,
  }
}

const engines: readonly { name: string; path: string | undefined; start: Start }[] = [
  { name: 'Chromium', path: await findAnyChromium(), start: startChromium },
  { name: 'Firefox', path: findFirefox(), start: startFirefox },
  { name: 'WebKitGTK', path: findMiniBrowser(), start: startWebKitGtk },
]

/** Those of `BROWSERS`, else all that this machine has. */
export async function startEngines(): Promise<Engine[]> {
  const asked = engines.filter(({ name }) => (process.env.BROWSERS ?? name).includes(name))
  const started: Engine[] = []
  for (const { name, path, start } of asked) {
    if (path === undefined) console.log(`${name} is left out: this machine does not have it.`)
    else started.push(await start())
  }
  return started
}
