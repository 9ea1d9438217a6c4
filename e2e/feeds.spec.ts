import { expectAccessible } from './accessible.ts'
import { expect, tabTo, test } from './fixtures.ts'

test('the feed of a podcast is found with the keyboard, also on a narrow window', async ({
  page,
  request,
  catalogue,
}) => {
  const [podcast] = catalogue.podcasts
  const path = `/feeds/podcasts/${podcast?.id}.xml`
  await page.setViewportSize({ width: 320, height: 700 })
  await page.goto(`/podcasts/${podcast?.id}`)
  await tabTo(page, page.getByRole('button', { name: 'RSS' }))
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Listen in another app' })
  const address = await dialog.getByLabel('Address of the feed').inputValue()
  expect(new URL(address).pathname).toBe(path)
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
  await expectAccessible(page, 'the feed of a podcast')
  const feed = await request.get(address)
  expect(feed.headers()['content-type']).toBe('application/rss+xml; charset=utf-8')
  const named = page.locator('link[type="application/rss+xml"]')
  expect(await named.getAttribute('href')).toContain(path)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
})
