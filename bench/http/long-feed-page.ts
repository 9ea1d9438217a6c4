import { writeFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { getPodcastFeed, maxFirstPageItems } from '../../contract/src/feed-settings.ts'
import { type BenchRow, median } from '../rows.ts'
import { cpuSeconds, memoryMiB } from './load.ts'
import type { Server } from './shipped-server.ts'
import { login } from './upload-client.ts'

/** A first page of 10 000 items, made anew after each change: its time, the event loop meanwhile, memory above rest. */

const rounds = 15
const restMs = 3_000
const mostDelayMs = 50
const mostGrowthMiB = 100
const mostSeconds = 1.5

interface Round {
  readonly ms: number
  readonly cpuMs: number
  readonly delayMs: number
}

/** @param podcastId with at least as many episodes */
export async function measureLongFeedPage(
  server: Server,
  engine: string,
  podcastId: number,
): Promise<BenchRow[]> {
  const headers = { authorization: `Bearer ${await login(server)}` }
  await raiseFirstPage(server, podcastId, headers)
  await setTimeout(restMs)
  // Linux: the highest memory of the process is counted from here.
  writeFileSync(`/proc/${server.pid}/clear_refs`, '5')
  const { now: atRest } = memoryMiB(server.pid)
  const measured: Round[] = []
  for (let round = 0; round < rounds; round += 1) {
    await changeVoicer(server, podcastId, headers, round % 2 === 0 ? 'POST' : 'DELETE')
    measured.push(await fetchPage(server, podcastId))
  }
  return rowsOf(engine, measured, memoryMiB(server.pid).peak - atRest)
}

async function raiseFirstPage(
  { url }: Server,
  podcastId: number,
  authorization: Record<string, string>,
): Promise<void> {
  const address = `${url}/api${getPodcastFeed.url.replace(':id', String(podcastId))}`
  const settings = (await (await fetch(address, { headers: authorization })).json()) as object
  const headers = { ...authorization, 'content-type': 'application/json' }
  const body = JSON.stringify({ ...settings, firstPageItems: maxFirstPageItems })
  const { status } = await fetch(address, { method: 'PUT', headers, body })
  if (status !== 200) throw new Error(`The settings of a feed were answered with ${status}.`)
}

async function changeVoicer(
  { url }: Server,
  podcastId: number,
  headers: Record<string, string>,
  method: 'POST' | 'DELETE',
): Promise<void> {
  const { status } = await fetch(`${url}/api/podcasts/${podcastId}/voicers/1`, { method, headers })
  if (status !== 204) throw new Error(`A change of a voicer was answered with ${status}.`)
}

async function fetchPage(server: Server, podcastId: number): Promise<Round> {
  await server.longestDelay()
  const [begun, cpu] = [performance.now(), cpuSeconds(server.pid)]
  const headers = { 'accept-encoding': 'identity' }
  const answer = await fetch(`${server.url}/feeds/podcasts/${podcastId}.xml`, { headers })
  const items = (await answer.text()).split('<item>').length - 1
  if (items !== maxFirstPageItems) throw new Error(`A first page had ${items} items.`)
  const ms = performance.now() - begun
  const cpuMs = (cpuSeconds(server.pid) - cpu) * 1000
  return { ms, cpuMs, delayMs: (await server.longestDelay()).cpuMs }
}

function rowsOf(engine: string, measured: readonly Round[], growthMiB: number): BenchRow[] {
  const ms = median(measured.map((round) => round.ms))
  const cpuMs = median(measured.map((round) => round.cpuMs))
  const delayMs = Math.max(...measured.map((round) => round.delayMs))
  const what = `first page of 10 000 items, cold, ${engine}`
  const row = (part: string, ours: string, goal: string, isReached: boolean): BenchRow => {
    return { what: what + part, ours, yardstick: '', ratio: '', goal: `≤ ${goal}`, isReached }
  }
  return [
    row(
      '',
      `median ${ms.toFixed(0)} ms, ${cpuMs.toFixed(0)} ms CPU`,
      `${mostSeconds} s`,
      ms <= mostSeconds * 1000,
    ),
    row(
      ', longest delay of the event loop',
      `${delayMs.toFixed(0)} ms CPU`,
      `${mostDelayMs} ms CPU`,
      delayMs <= mostDelayMs,
    ),
    row(
      ', memory above rest',
      `${growthMiB.toFixed(0)} MiB`,
      `${mostGrowthMiB} MiB`,
      growthMiB <= mostGrowthMiB,
    ),
  ]
}
