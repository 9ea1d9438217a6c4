import { join } from 'node:path'
import { startShipped, type Server, makeSampleData } from '../http/shipped-server.ts'
import type { BenchRow } from '../rows.ts'
import { chromiumPath, inBrowser } from './browser.ts'
import { lighthouseRows } from './lighthouse.ts'

/** The transfers of a first visit of the home page, and Lighthouse, on the sample catalogue. */

const settleMs = 1500

export async function measureWeb(folder: string): Promise<BenchRow[]> {
  const dataDir = await makeSampleData(join(folder, 'sample'))
  const server = await startShipped(dataDir)
  try {
    return [...(await measureFirstVisit(server)), ...(await lighthouseRows(server.url, chromiumPath))]
  } finally {
    await server.stop()
  }
}

interface Transfer {
  readonly url: string
  readonly type: string
  /** As transferred, headers included; 0 from a cache. */
  readonly bytes: number
}

async function measureFirstVisit(server: Server): Promise<BenchRow[]> {
  return await inBrowser(async (browser) => {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    const session = await page.context().newCDPSession(page)
    await session.send('Network.enable')
    const transfers = new Map<string, Transfer>()
    session.on('Network.responseReceived', ({ requestId, response, type }) => {
      transfers.set(requestId, { url: response.url, type, bytes: 0 })
    })
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const transfer = transfers.get(requestId)
      if (transfer) transfers.set(requestId, { ...transfer, bytes: encodedDataLength })
    })
    const visit = async () => {
      transfers.clear()
      await page.goto(server.url, { waitUntil: 'networkidle' })
      await page.waitForTimeout(settleMs)
      return [...transfers.values()]
    }
    return visitRows(await visit(), await visit())
  })
}

function visitRows(first: readonly Transfer[], second: readonly Transfer[]): BenchRow[] {
  const kilobytes = (files: RegExp) =>
    first.filter(({ url }) => files.test(url)).reduce((sum, { bytes }) => sum + bytes, 0) / 1000
  // By name: late modules are fetched before they are imported.
  const code = kilobytes(/\.(js|css)$/)
  const fonts = kilobytes(/\.woff2$/)
  const again = second.filter(({ bytes, type }) => bytes > 0 && type !== 'Document')
  const row = (what: string, value: number, most: number): BenchRow => ({
    what,
    ours: `${value.toFixed(1)} kB`,
    yardstick: '',
    ratio: '',
    goal: `≤ ${most} kB`,
    isReached: value <= most,
  })
  return [
    row('home page, first visit: JavaScript and CSS as transferred', code, 120),
    row('home page, first visit: fonts', fonts, 45),
    {
      what: 'home page, second visit: requests beside the page',
      ours: `${again.length}`,
      yardstick: '',
      ratio: '',
      goal: '0',
      isReached: again.length === 0,
    },
  ]
}
