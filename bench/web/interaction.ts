import type { Page } from '@playwright/test'
import { startShipped } from '../http/shipped-server.ts'
import type { BenchRow } from '../rows.ts'
import { inBrowser } from './browser.ts'

/**
 * How long interactions last on a page of a hundred cards, from the input to the next frame, as the browser counts
 * them for Interaction to Next Paint (Event Timing, https://w3c.github.io/event-timing/).
 */

const mostMs = 100
/** For the browser to tell of the last ones. */
const settleMs = 500
const address = '/audio-books?pageSize=100'

/** @param dataDir with at least a hundred audio books */
export async function measureInteractions(dataDir: string): Promise<BenchRow[]> {
  const server = await startShipped(dataDir)
  try {
    return await inBrowser(async (browser) => {
      const page = await browser.newPage({ baseURL: server.url })
      await page.goto(address, { waitUntil: 'networkidle' })
      await drawAll(page)
      await page.evaluate(countInteractions)
      await interact(page)
      const times = await page.evaluate(() => [...((globalThis as Counted).interactions ?? []).values()])
      if (times.length === 0) throw new Error('The browser has counted no interaction.')
      return [rowOf(times)]
    })
  } finally {
    await server.stop()
  }
}

/** The last cards are drawn once they are near the window. */
async function drawAll(page: Page): Promise<void> {
  const main = page.getByRole('main')
  await main.getByRole('button', { name: 'Next page' }).scrollIntoViewIfNeeded()
  await main.getByRole('listitem').nth(99).waitFor({ state: 'attached' })
  await main.getByRole('heading', { level: 1 }).scrollIntoViewIfNeeded()
}

function rowOf(times: readonly number[]): BenchRow {
  const longest = Math.max(...times)
  return {
    what: 'interactions on a page of 100 cards',
    ours: `${times.length} of them, the longest ${longest} ms`,
    yardstick: '',
    ratio: '',
    goal: `≤ ${mostMs} ms`,
    isReached: longest <= mostMs,
  }
}

interface Counted {
  interactions?: Map<number, number>
}

/** In the page: the longest duration of each interaction, which is several events. */
function countInteractions(): void {
  const interactions = new Map<number, number>()
  ;(globalThis as Counted).interactions = interactions
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEventTiming & { interactionId?: number })[])
      if (entry.interactionId)
        interactions.set(
          entry.interactionId,
          Math.max(entry.duration, interactions.get(entry.interactionId) ?? 0),
        )
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit)
}

/** Theme, search, order, pages. */
async function interact(page: Page): Promise<void> {
  const main = page.getByRole('main')
  await page.getByRole('button', { name: 'Theme: System' }).click()
  await page.getByRole('radio', { name: 'Dark' }).check()
  await page.keyboard.press('Escape')
  const search = main.getByRole('searchbox')
  await search.click()
  await search.pressSequentially('a', { delay: 60 })
  await page.keyboard.press('Enter')
  await page.waitForURL(/search=a/)
  await search.clear()
  await page.keyboard.press('Enter')
  await main.getByRole('combobox', { name: 'Sort by' }).selectOption('Name, Z to A')
  await page.waitForURL(/sortBy=name/)
  await main.getByRole('button', { name: 'Next page' }).click()
  await page.waitForURL(/pageNumber=2/)
  await page.keyboard.press('Tab')
  await page.waitForTimeout(settleMs)
}
