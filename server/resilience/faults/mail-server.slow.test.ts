import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { startMailServer } from '../../src/people/mail/fixtures/mail-server.ts'
import {
  faultSeconds,
  type FaultSite,
  healthyMs,
  isProof,
  openFaultSite,
  patienceMs,
  tell,
} from './fault-site.ts'
import { freePort } from '../../../scripts/machine.mjs'
import { startHealthyClients } from './healthy-clients.ts'
import { untilTrue } from '../../src/testing/upload-server.ts'

/** A mail server that falls silent, then goes away, while people register. */

const firstPeople = 5

async function openSite(mailPort: number): Promise<FaultSite> {
  return await openFaultSite({ settings: { SMTP_URL: `smtp://127.0.0.1:${mailPort}`, METRICS: 'true' } })
}

async function registerPerson({ program }: FaultSite, email: string): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const body = Buffer.from(JSON.stringify({ email, name: 'Ada', password: 'Quiet-reading-1' }))
  const answer = await program.call({ method: 'POST', path: '/api/auth/register', headers, body })
  expect([answer?.status, answer?.body.toString()]).toEqual([204, ''])
}

async function countWaiting({ program }: FaultSite): Promise<number> {
  const answer = await program.call({ method: 'GET', path: '/metrics' })
  return Number(/^earmark_mails_waiting (.*)$/m.exec(answer?.body.toString() ?? '')?.[1])
}

it('people register while the mail server is silent, and the server stops without it; no mail is lost', {
  timeout: patienceMs,
}, async () => {
  const mailPort = await freePort()
  await using silent = await startSilentServer(mailPort)
  await using site = await openSite(mailPort)
  for (let number = 0; number < firstPeople; number += 1) await registerPerson(site, `${number}@example.org`)
  expect(await countWaiting(site)).toBe(firstPeople)
  process.kill(site.program.pid, 'SIGTERM')
  expect(await site.program.exited).toEqual([0, null])
  await site.start()
  expect(await countWaiting(site)).toBe(firstPeople)
  await silent[Symbol.asyncDispose]()
})

it.runIf(isProof)(
  'mails flow again within ten seconds of the mail server’s return, none is lost, and nobody has noticed',
  { timeout: patienceMs },
  async () => {
    const mailPort = await freePort()
    await using site = await openSite(mailPort)
    const healthy = startHealthyClients(site)
    let people = 0
    const registerFor = async (seconds: number) => {
      const end = performance.now() + seconds * 1_000
      while (performance.now() < end) {
        await registerPerson(site, `person-${(people += 1)}@example.org`)
        await pause(500)
      }
    }
    {
      await using sockets = new AsyncDisposableStack()
      sockets.use(await startSilentServer(mailPort))
      await registerFor(faultSeconds / 2)
    }
    await registerFor(faultSeconds / 2)
    await using server = await startMailServer({ port: mailPort })
    const back = performance.now()
    await untilTrue(() => server.received.length > 0, 12_000)
    const recoveredMs = Math.round(performance.now() - back)
    await untilTrue(() => server.received.length >= people, 30_000)
    const allSentMs = Math.round(performance.now() - back)
    const { acknowledged: _, statuses, ...figures } = await healthy.end()
    expect(Object.keys(statuses).toSorted()).toEqual(['browse 200', 'listen 206', 'save 200'])
    expect(site.program.output()).not.toMatch(/unexpected|unhandled/i)
    expect(new Set(server.received.flatMap(({ to }) => to)).size).toBe(people)
    tell('mail server away', { seconds: faultSeconds, mails: people, recoveredMs, allSentMs, ...figures })
    expect(figures.p99Ms).toBeLessThan(healthyMs)
    expect(recoveredMs).toBeLessThan(10_500)
  },
)

/** Takes connections and says nothing. */
async function startSilentServer(port: number): Promise<AsyncDisposable> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined))
    socket.once('close', () => sockets.delete(socket))
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    async [Symbol.asyncDispose]() {
      server.close()
      for (const socket of sockets) socket.destroy()
      await once(server, 'close')
    },
  }
}
