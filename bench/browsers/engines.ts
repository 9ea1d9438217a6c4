import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { chromium } from '@playwright/test'
import { launch } from 'puppeteer-core'
import { freePort } from '../../scripts/machine.mjs'
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

const silentDevice = 'PULSE_SERVER'

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

const firefoxPath = process.env.FIREFOX_PATH ?? '/usr/bin/firefox-esr'

async function startFirefox(): Promise<Engine> {
  const browser = await launch({
    browser: 'firefox',
    executablePath: firefoxPath,
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

const webKitDriverPath = '/usr/bin/WebKitWebDriver'
const miniBrowserPath = `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu/webkit2gtk-4.1/MiniBrowser`

async function startWebKit(): Promise<Engine> {
  const port = await freePort()
  const display = `:${20_000 + (port % 10_000)}`
  const screen = spawn('Xvfb', [display, '-screen', '0', '1024x768x24'], { stdio: 'ignore' })
  const env = { ...process.env, DISPLAY: display, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' }
  const driver = spawn(webKitDriverPath, [`--port=${port}`], { env, stdio: 'ignore' })
  const ask = async (method: string, path: string, body?: object) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    })
    const { value } = (await answer.json()) as { value: unknown }
    if (!answer.ok) throw new Error(JSON.stringify(value))
    return value
  }
  const end = async () => {
    await stop(driver)
    await stop(screen)
  }
  try {
    await untilTrue(async () => (await fetch(`http://127.0.0.1:${port}/status`)).ok)
    const options = { binary: miniBrowserPath, args: ['--automation', '--autoplay-policy=allow'] }
    const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': options } }
    const made = (await ask('POST', '/session', { capabilities })) as {
      sessionId: string
      capabilities: { browserVersion: string }
    }
    const session = `/session/${made.sessionId}`
    return {
      name: 'WebKitGTK',
      version: made.capabilities.browserVersion,
      open: async (url) => void (await ask('POST', `${session}/url`, { url })),
      evaluate: (expression) =>
        ask('POST', `${session}/execute/sync`, { script: `return ${expression}`, args: [] }),
      async click() {
        const using = { using: 'css selector', value: 'button' }
        const found = (await ask('POST', `${session}/element`, using)) as Record<string, string>
        await ask('POST', `${session}/element/${Object.values(found)[0]}/click`, {})
      },
      close: async () => {
        await ask('DELETE', session)
        await end()
      },
    }
  } catch (error) {
    await end()
    throw error
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const exited = once(child, 'exit')
  child.kill()
  await exited
}

async function untilTrue(isSo: () => Promise<boolean>): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt += 1) {
    if (await isSo().catch(() => false)) return
    await setTimeout(100)
  }
  throw new Error('Nothing answered within half a minute.')
}

const engines: readonly { name: string; path: string; start: Start }[] = [
  { name: 'Chromium', path: chromiumPath, start: startChromium },
  { name: 'Firefox', path: firefoxPath, start: startFirefox },
  { name: 'WebKitGTK', path: miniBrowserPath, start: startWebKit },
]

/** Those of `BROWSERS`, else all that this machine has. */
export async function startEngines(): Promise<Engine[]> {
  const asked = engines.filter(({ name }) => (process.env.BROWSERS ?? name).includes(name))
  const missing = asked.filter(({ path }) => !existsSync(path))
  for (const { name, path } of missing) console.log(`${name} is left out: there is no ${path}.`)
  const started: Engine[] = []
  for (const engine of asked) if (!missing.includes(engine)) started.push(await engine.start())
  return started
}

/** A sound device that nobody hears: without one Firefox plays nothing. */
export async function withSoundDevice<Done>(folder: string, work: () => Promise<Done>): Promise<Done> {
  const socket = join(folder, 'sound')
  const modules = ['module-null-sink', `module-native-protocol-unix auth-anonymous=1 socket=${socket}`]
  const device = spawn(
    'pulseaudio',
    ['-n', '--daemonize=no', '--exit-idle-time=-1', ...modules.flatMap((name) => ['-L', name])],
    { env: { ...process.env, XDG_RUNTIME_DIR: folder, HOME: folder }, stdio: 'ignore' },
  )
  try {
    await untilTrue(async () => existsSync(socket))
    process.env[silentDevice] = `unix:${socket}`
    return await work()
  } finally {
    await stop(device)
  }
}
