import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { leaseMs } from '../../src/exchange/sources/source/source-deps.ts'
import { tell } from '../faults/fault-site.ts'
import type { CheckingNode } from './checking-nodes.ts'
import { intervalMs } from './published-feeds.ts'
import { openDrill, type SourceDrill } from './source-drill.ts'

/**
 * Two nodes check many sources by a clock that runs fast; one is killed in the middle. DRILL_SOURCES says how many, and has
 * the figures told and held to.
 */

const isProof = process.env.DRILL_SOURCES !== undefined
const feeds = Number(process.env.DRILL_SOURCES ?? 120)
const hosts = isProof ? 200 : 20
/** How many times as fast as the machine's the clock runs. */
const speed = Number(process.env.DRILL_SPEED ?? 60)
const minuteMs = 60_000
const watchedMs = isProof ? 1.25 * intervalMs : intervalMs / 4
/** A failed check is tried again after half an hour, less the jitter. */
const shortestMs = 27 * minuteMs
/** Once nothing is left of a node that died. */
const lateAtTakeover = 0.05

interface Figures {
  readonly processorShare: number
  readonly mebibytesMore: number
  readonly changesAMinute: number
  readonly latestOfInterval: number
}

/** What nodes need while the clock goes on to `until`. */
async function watch(drill: SourceDrill, nodes: readonly CheckingNode[], until: number): Promise<Figures> {
  const begun = { at: drill.clock(), changes: changesOf(nodes), processor: nodes.map(processorOf) }
  const atRest = nodes.map((node) => node.mebibytes())
  let [latest, most] = [0, 0]
  while (drill.clock() < until) {
    await pause((15 * 1000) / speed)
    latest = Math.max(latest, await drill.lateness())
    most = Math.max(most, ...nodes.map((node, index) => node.mebibytes() - (atRest[index] ?? 0)))
  }
  const seconds = (drill.clock() - begun.at) / 1000
  const shares = nodes.map((node, index) => (processorOf(node) - (begun.processor[index] ?? 0)) / seconds)
  return {
    processorShare: Math.max(...shares),
    mebibytesMore: most,
    changesAMinute: ((changesOf(nodes) - begun.changes) / seconds) * 60,
    latestOfInterval: latest,
  }
}

const processorOf = (node: CheckingNode) => node.processorSeconds()
const changesOf = (nodes: readonly CheckingNode[]) => nodes.reduce((sum, node) => sum + node.changes(), 0)

/** Between two requests for the same address. */
function gapsOf(drill: SourceDrill): number[] {
  return [...drill.asked().values()].flatMap((times) =>
    times.slice(1).map((at, index) => at - (times[index] as number)),
  )
}

/** A node that is held in the middle of a write would keep the other from writing. */
async function holdIdle(drill: SourceDrill, node: CheckingNode): Promise<void> {
  node.hold(true)
  while (!(await drill.isWritable())) {
    node.hold(false)
    await pause(10)
    node.hold(true)
  }
}

/** Kills the first node while it has leases, and waits until the second has taken those over. */
async function killLeasing(drill: SourceDrill, [dies, lives]: readonly [CheckingNode, CheckingNode]) {
  await holdIdle(drill, lives)
  drill.answer(false)
  const others = await drill.leases()
  const left = async () => [...(await drill.leases())].filter((lease) => !others.has(lease))
  await expect.poll(left, { interval: 1, timeout: 60_000 }).not.toEqual([])
  await dies.kill()
  const killedAt = drill.clock()
  drill.answer(true)
  lives.hold(false)
  const leases = new Set(await left())
  expect(leases.size).toBeGreaterThan(0)
  const stillLeft = async () => [...(await drill.leases())].filter((lease) => leases.has(lease))
  await expect.poll(stillLeft, { interval: 10, timeout: 600_000 }).toEqual([])
  await expect.poll(() => drill.lateness(), { interval: 10, timeout: 600_000 }).toBeLessThan(lateAtTakeover)
  return drill.clock() - killedAt
}

it('every source is checked in its time by one of two nodes, and by the other once one is killed', {
  timeout: 3_600_000,
}, async () => {
  await using drill = await openDrill({ hosts, feeds }, speed)
  const nodes = [await drill.openNode(), await drill.openNode()] as const
  for (const node of nodes) node.start()
  const both = await watch(drill, nodes, drill.clock() + watchedMs)
  const soon = gapsOf(drill).filter((gap) => gap < (isProof ? shortestMs : leaseMs / 2))
  const takenOverInMs = await killLeasing(drill, nodes)
  expect(soon).toEqual([])
  if (!isProof) return
  const alone = await watch(drill, [nodes[1]], drill.clock() + watchedMs)
  tell('sources', { feeds, hosts, speed, both, alone, takenOverInMs })
  expect(drill.asked().size).toBe(feeds)
  expect(takenOverInMs).toBeLessThan(6 * minuteMs)
  for (const { processorShare, mebibytesMore, latestOfInterval } of [both, alone]) {
    expect(processorShare).toBeLessThan(0.05)
    expect(mebibytesMore).toBeLessThan(40)
    expect(latestOfInterval).toBeLessThan(0.1)
  }
})
