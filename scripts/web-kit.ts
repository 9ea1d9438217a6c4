import { spawn } from 'node:child_process'
import { findMiniBrowser, freePort } from './machine.mjs'
import { stopProcess, untilTrue } from './processes.ts'

/** A session of WebKitGTK's browser on a screen of its own. Calls and answers: https://www.w3.org/TR/webdriver2/ */
export interface WebKitSession {
  readonly version: string
  /** A call of the session: `GET`, `/url`. */
  readonly ask: <Value>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<Value>
  readonly stop: () => Promise<void>
}

export async function startWebKit(): Promise<WebKitSession> {
  const port = await freePort()
  const display = `:${20_000 + (port % 10_000)}`
  const screen = spawn('Xvfb', [display, '-screen', '0', '1600x1200x24'], { stdio: 'ignore' })
  const env = { ...process.env, DISPLAY: display, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' }
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], { env, stdio: 'ignore' })
  const end = async () => {
    await stopProcess(driver)
    await stopProcess(screen)
  }
  const url = `http://127.0.0.1:${port}`
  try {
    await untilTrue(async () => (await fetch(`${url}/status`)).ok)
    const options = { binary: findMiniBrowser(), args: ['--automation', '--autoplay-policy=allow'] }
    const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': options } }
    const made = await call<{ sessionId: string; capabilities: { browserVersion: string } }>(
      'POST',
      `${url}/session`,
      { capabilities },
    )
    const session = `${url}/session/${made.sessionId}`
    await call('POST', `${session}/window/rect`, { width: 1280, height: 800 })
    return {
      version: made.capabilities.browserVersion,
      ask: (method, path, body) => call(method, `${session}${path}`, body),
      stop: async () => {
        await call('DELETE', session)
        await end()
      },
    }
  } catch (error) {
    await end()
    throw error
  }
}

async function call<Value>(method: string, url: string, body?: object): Promise<Value> {
  const answer = await fetch(url, { method, ...(body && { body: JSON.stringify(body) }) })
  const { value } = (await answer.json()) as { value: Value }
  if (!answer.ok) throw new Error(JSON.stringify(value))
  return value
}
