import { chromium, type Page } from '@playwright/test'
import { findChromium } from '../scripts/machine.mjs'
import { expect, test } from './fixtures.ts'
import { cards, main } from './page-parts.ts'

const y = (page: Page) => page.evaluate(() => Math.round(window.scrollY))

/** As far down as it goes. A place is remembered once the page has heard that it was scrolled there. */
async function scrollDown(page: Page): Promise<number> {
  // Before its records are there, the page is as short as the window.
  await expect(cards(page)).toHaveCount(10)
  await page.evaluate(async () => {
    await document.fonts.ready
    await new Promise((heard) => {
      window.addEventListener('scroll', heard, { once: true })
      window.scrollTo(0, document.documentElement.scrollHeight)
    })
  })
  const left = await y(page)
  expect(left).toBeGreaterThan(300)
  return left
}

test('a list that has to be fetched again is where it was left, on the way back and after a reload', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 700 })
  await page.goto('/audio-books')
  const left = await scrollDown(page)
  await page.reload()
  await expect.poll(() => y(page)).toBe(left)
  await cards(page).last().getByRole('link').click()
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toBeVisible()
  // What the list had fetched is forgotten with this.
  await page.reload()
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toBeVisible()
  await page.goBack()
  await expect(cards(page)).toHaveCount(10)
  await expect.poll(() => y(page)).toBe(left)
})

test('pages wait in the browser’s cache for whoever comes back, while they play too', async ({
  baseURL,
  catalogue,
}) => {
  // Playwright starts Chromium without that cache; with it, a page that comes back never loads.
  const browser = await chromium.launch({
    executablePath: findChromium(),
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
    args: ['--no-sandbox', '--disable-gpu', '--autoplay-policy=no-user-gesture-required'],
  })
  try {
    const page = await browser.newPage(baseURL ? { baseURL } : {})
    const devtools = await page.context().newCDPSession(page)
    const evaluate = async (expression: string) =>
      (await devtools.send('Runtime.evaluate', { expression, returnByValue: true })).result.value as unknown
    for (const path of ['/', catalogue.podcast('Slow Signals').path, '/auth/login']) {
      await page.goto(path, { waitUntil: 'networkidle' })
      if (path.startsWith('/podcasts')) {
        await page.getByRole('button', { name: 'Play all' }).click()
        await expect(main(page).getByRole('button', { name: 'Pause', exact: true })).toBeVisible()
      }
      await evaluate('window.isKept = true')
      await page.goto('/robots.txt')
      await evaluate('history.back()')
      await expect.poll(() => evaluate('location.pathname')).toBe(path)
      const reasons = 'JSON.stringify(performance.getEntriesByType("navigation")[0].notRestoredReasons)'
      await expect
        .poll(() => evaluate('window.isKept'), { message: String(await evaluate(reasons)) })
        .toBe(true)
    }
  } finally {
    await browser.close()
  }
})
