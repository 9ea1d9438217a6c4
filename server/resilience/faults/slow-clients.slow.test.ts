import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import {
  type FaultSite,
  faultSeconds,
  healthyMs,
  isProof,
  openFaultSite,
  patienceMs,
  recoveryMs,
  skipLoudly,
  tell,
} from './fault-site.ts'
import { startHealthyClients } from './healthy-clients.ts'
import { countDescriptors, residentMebibytes } from '../../src/testing/process-state.ts'
import { startSlowClients } from './slow-clients.ts'
import { untilTrue } from '../../src/testing/upload-server.ts'

const count = 2_000
/** Of the server's memory, ten seconds after the attack. */
const mostMebibytes = 350
const isLinux = process.platform === 'linux'
if (!isLinux) skipLoudly('slow connections', 'Only Linux has many loopback addresses.')
/** No connection of these gets as far as the database: in the suite one engine stands for both. */
const isWanted = isLinux && (isProof || process.env.EARMARK_TEST_ENGINE === 'sqlite')

it.runIf(isWanted).each(isProof ? ['true', 'false'] : ['true'])(
  `${count} slow connections harm nobody else and leave nothing, with RATE_LIMITS=%s`,
  { timeout: patienceMs },
  async (rateLimits) => {
    const settings = { RATE_LIMITS: rateLimits }
    await using site = await openFaultSite({ audioBytes: 6 * 1024 ** 2, settings })
    const { statuses, ...figures } = await attack(site)
    expect(Object.keys(statuses).toSorted()).toEqual(['browse 200', 'listen 206', 'save 200'])
    expect(site.program.output()).not.toMatch(/unexpected|unhandled/i)
    if (!isProof) return
    tell('slow connections', { seconds: faultSeconds, rateLimits, ...figures })
    expect(figures.p99Ms).toBeLessThan(healthyMs)
    expect(figures.memoryAfter).toBeLessThan(mostMebibytes)
  },
)

async function attack(site: FaultSite) {
  const { pid } = site.program
  const healthy = startHealthyClients(site)
  const [descriptors, memory] = [countDescriptors(pid), residentMebibytes(pid)]
  let [mostDescriptors, mostMemory] = [0, 0]
  {
    using slow = startSlowClients(site, count, isProof)
    await untilTrue(() => slow.arrivals >= count, 60_000)
    const end = performance.now() + faultSeconds * 1_000
    while (performance.now() < end) {
      mostDescriptors = Math.max(mostDescriptors, countDescriptors(pid))
      mostMemory = Math.max(mostMemory, residentMebibytes(pid))
      await pause(250)
    }
  }
  const gone = performance.now()
  // The healthy ones have a connection each, and files are open while they are read.
  await untilTrue(() => countDescriptors(pid) <= descriptors + 2 * site.listeners.length, recoveryMs)
  const recoveredMs = Math.round(performance.now() - gone)
  // What was taken goes back while others are served.
  if (isProof) await pause(10_000)
  const memoryAfter = residentMebibytes(pid)
  const { acknowledged: _, ...seen } = await healthy.end()
  return { mostDescriptors, memory, mostMemory, memoryAfter, recoveredMs, ...seen }
}
