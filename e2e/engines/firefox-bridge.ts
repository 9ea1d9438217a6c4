#!/usr/bin/env node
/**
 * Firefox ESR as Playwright starts it. Its WebDriver BiDi is older than Playwright's: what they say to each other passes
 * through here. Commands that it does not have yet are answered as done where journeys can do without, its events of history are
 * made here, and what Playwright evaluates is rewritten, so that the product's pages keep their policy.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { AddressInfo } from 'node:net'
import { type RawData, WebSocket, WebSocketServer } from 'ws'
import { findFirefox } from '../../scripts/machine.mjs'
import type { Answer, CallFunction, Command } from './bidi.ts'
import { tellingHistory, toHistoryEvent } from './history-events.ts'
import { withoutEval } from './without-eval.ts'

/** What Firefox 140 lacks, and when it may be left out: a journey that needs more fails by the refusal. */
const dispensable: Record<string, (params: Command['params']) => boolean> = {
  'network.addDataCollector': () => true,
  'browser.setDownloadBehavior': () => true,
  // Its own language and screen are those that Playwright asks for.
  'emulation.setLocaleOverride': ({ locale }) => locale === 'en-US',
  'emulation.setScreenOrientationOverride': () => true,
  'emulation.setScreenSettingsOverride': () => true,
  'emulation.setMediaFeaturesOverride': ({ features }) =>
    (features as Record<string, unknown>)['prefers-color-scheme'] !== 'dark',
}

const firefox = spawn(findFirefox() ?? 'firefox-esr', process.argv.slice(2), {
  stdio: ['ignore', 'inherit', 'pipe'],
})
firefox.on('exit', (code) => process.exit(code ?? 1))
process.on('SIGTERM', () => firefox.kill())

const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
const announcement = /^WebDriver BiDi listening on (ws:\S+)/
let firefoxUrl = ''
createInterface({ input: firefox.stderr }).on('line', (line) => {
  firefoxUrl = announcement.exec(line)?.[1] ?? firefoxUrl
  const { port } = server.address() as AddressInfo
  process.stderr.write(
    `${line.replace(announcement, `WebDriver BiDi listening on ws://127.0.0.1:${port}`)}\n`,
  )
})

server.on('connection', (playwright, { url }) => {
  const browser = new WebSocket(`${firefoxUrl}${url}`, { perMessageDeflate: false })
  const opened = once(browser, 'open')
  const asked = new Map<number, Command>()
  const passOn = (command: Command) => opened.then(() => browser.send(JSON.stringify(command)))
  playwright.on('message', (data) => {
    const command = read<Command>(data)
    if (command.method in dispensable) asked.set(command.id, command)
    void passOn(rewritten(command))
    if (command.method === 'session.subscribe') void passOn(tellingHistory)
  })
  browser.on('message', (data) => {
    const answer = toHistoryEvent(read<Answer>(data))
    if (answer) playwright.send(JSON.stringify(withoutMissing(answer, asked)))
  })
  playwright.on('close', () => browser.close())
  browser.on('close', () => playwright.close())
})

function read<Message>(data: RawData): Message {
  return JSON.parse((data as Buffer).toString()) as Message
}

function rewritten(command: Command): Command {
  if (command.method !== 'script.callFunction') return command
  return { ...command, params: { ...withoutEval(command.params as unknown as CallFunction) } }
}

function withoutMissing(answer: Answer, asked: Map<number, Command>): Answer {
  const command = answer.id === undefined ? undefined : asked.get(answer.id)
  if (!command) return answer
  asked.delete(command.id)
  if (answer.error !== 'unknown command' || !dispensable[command.method]?.(command.params)) return answer
  return { type: 'success', id: command.id, result: { collector: '' } }
}
