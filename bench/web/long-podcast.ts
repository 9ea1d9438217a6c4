import { cp } from 'node:fs/promises'
import type { BrowserContext, Page } from '@playwright/test'
import { foldText } from '@earmark/contract/fold.ts'
import { openDatabase } from '../../server/src/db/database.ts'
import { startShipped } from '../http/shipped-server.ts'
import { type BenchRow, median, percentile } from '../rows.ts'
import { inBrowser } from './browser.ts'

/** The page of a podcast with ten thousand episodes, as a phone opens and scrolls it. */

const episodesCount = 10_000
const turns = 3
const mostUsableMs = 1_000
const leastFrames = 59
const scrolledMs = 3_000
const scrolledPixels = 60

/** The device, the processor and the network of Lighthouse's mobile runs (docs/throttling.md of Lighthouse). */
const phone = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
}
const slowdown = 4
const network = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 ** 2) / 8,
  uploadThroughput: (750 * 1024) / 8,
}

/**
 * Copies a data directory and adds the podcast, the oldest of all.
 *
 * @returns the path of its page
 */
export async function addLongPodcast(from: string, dataDir: string): Promise<string> {
  await cp(from, dataDir, { recursive: true })
  const db = await openDatabase('', dataDir)
  const shown = { is_public: 1 as const, published_at: 1, created_at: 1, updated_at: 1 }
  const name = 'The Daily Long Run'
  const podcast = { ...shown, name, name_sort: foldText(name) }
  try {
    return await db.connection.transaction().execute(async (transaction) => {
      const { id } = await transaction
        .insertInto('podcasts')
        .values(podcast)
        .returning('id')
        .executeTakeFirstOrThrow()
      for (let first = 1; first <= episodesCount; first += 1_000) {
        const rows = Array.from({ length: 1_000 }, (_, place) => ({
          ...shown,
          podcast_id: id,
          number: first + place,
          name: `Kilometre ${first + place}`,
          description: 'From the harbour to the mill and back, in whatever weather there was.',
          published_at: Date.UTC(1998, 0, first + place, 12),
        }))
        const added = await transaction.insertInto('episodes').values(rows).returning('id').execute()
        const recordings = added.map((episode) => ({ episode_id: episode.id }))
        await transaction.insertInto('recordings').values(recordings).execute()
      }
      return `/podcasts/${id}`
    })
  } finally {
    await db.close()
  }
}

/** @param sampleDir of the sample catalogue; `dataDir` becomes a copy of it */
export async function measureLongPodcastPage(sampleDir: string, dataDir: string): Promise<BenchRow[]> {
  const path = await addLongPodcast(sampleDir, dataDir)
  const server = await startShipped(dataDir)
  try {
    const answer = await fetch(server.url + path, { headers: { 'accept-encoding': 'identity' } })
    const documentBytes = (await answer.arrayBuffer()).byteLength
    return await inBrowser(async (browser) => {
      const first: number[] = []
      const second: number[] = []
      let frames: readonly number[] = []
      for (let turn = 0; turn < turns; turn += 1) {
        const context = await browser.newContext({ ...phone, baseURL: server.url })
        first.push(await usableAfterMs(await openPhone(context), path))
        const page = await openPhone(context)
        second.push(await usableAfterMs(page, path))
        frames = [...frames, ...(await scroll(page))]
        await context.close()
      }
      return rowsOf({ documentBytes, first, second, frames })
    })
  } finally {
    await server.stop()
  }
}

async function openPhone(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', network)
  await page.addInitScript(noteUsable)
  return page
}

interface Noted {
  usableAfterMs?: number
}

/** In the page: when a frame has been drawn that has an episode in it, which React has made with all that it does. */
function noteUsable(): void {
  const observer = new MutationObserver(() => {
    if (!document.querySelector('main li[aria-posinset] a')) return
    observer.disconnect()
    requestAnimationFrame(() =>
      setTimeout(() => ((globalThis as Noted).usableAfterMs = performance.now()), 0),
    )
  })
  observer.observe(document, { childList: true, subtree: true })
}

async function usableAfterMs(page: Page, path: string): Promise<number> {
  await page.goto(path)
  const told = await page.waitForFunction(() => (globalThis as Noted).usableAfterMs)
  return (await told.jsonValue()) as number
}

/** In steps of a frame each, as a finger scrolls. @returns milliseconds between frames */
async function scroll(page: Page): Promise<number[]> {
  await page.waitForLoadState('networkidle')
  return await page.evaluate(
    ({ lastingMs, step }) =>
      new Promise<number[]>((resolve) => {
        const begun = performance.now()
        const times: number[] = []
        const draw = (now: number) => {
          times.push(now)
          scrollBy(0, step)
          if (now - begun < lastingMs) requestAnimationFrame(draw)
          else resolve(times.slice(1).map((time, place) => time - (times[place] ?? time)))
        }
        requestAnimationFrame(draw)
      }),
    { lastingMs: scrolledMs, step: scrolledPixels },
  )
}

interface Measured {
  readonly documentBytes: number
  readonly first: readonly number[]
  readonly second: readonly number[]
  readonly frames: readonly number[]
}

function rowsOf({ documentBytes, first, second, frames }: Measured): BenchRow[] {
  const row = (what: string, ours: string, goal: string, isReached: boolean): BenchRow => ({
    what: `podcast with 10 000 episodes on a phone: ${what}`,
    ours,
    yardstick: '',
    ratio: '',
    goal,
    isReached,
  })
  const ms = (times: readonly number[]) => `median ${median(times).toFixed(0)} ms of ${times.length}`
  const perSecond = 1_000 / (frames.reduce((sum, one) => sum + one, 0) / frames.length)
  return [
    row(
      'page with its data, uncompressed',
      `${(documentBytes / 1_000).toFixed(1)} kB`,
      '≤ 60 kB',
      documentBytes <= 60_000,
    ),
    row('usable on a first visit', ms(first), '', true),
    row('usable on a further visit', ms(second), `≤ ${mostUsableMs} ms`, median(second) <= mostUsableMs),
    row(
      'frames while scrolling',
      `${perSecond.toFixed(1)} a second, p99 ${percentile(frames, 0.99).toFixed(1)} ms`,
      `≥ ${leastFrames} a second`,
      perSecond >= leastFrames,
    ),
  ]
}
