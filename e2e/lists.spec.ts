import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

const cards = (page: Page) => page.getByRole('main').getByRole('article')
const pager = (page: Page) => page.getByRole('navigation', { name: /^Pages of/ })
const pageButton = (page: Page, name: string) => pager(page).getByRole('button', { name, exact: true })
const pageNumbers = (page: Page) => pager(page).getByRole('button', { name: /^Page \d+$/ })

test('a list shows ten records and pages to the others, in the address', async ({ page }) => {
  await page.goto('/audio-books')
  await expect(page).toHaveTitle('Earmark - Audio Books')
  await expect(page.getByRole('heading', { level: 1, name: 'Audio Books' })).toBeVisible()
  await expect(cards(page)).toHaveCount(10)
  await expect(pageNumbers(page)).toHaveText(['1', '2'])
  await expect(pageButton(page, 'Page 1')).toHaveAttribute('aria-current', 'page')
  await expect(pageButton(page, 'First page')).toHaveCount(0)
  await expect(pageButton(page, 'Previous page')).toHaveCount(0)

  await pageButton(page, 'Next page').click()
  await expect(page).toHaveURL('/audio-books?pageNumber=2')
  await expect(cards(page)).toHaveCount(2)
  await expect(pageButton(page, 'Page 2')).toHaveAttribute('aria-current', 'page')
  await expect(pageButton(page, 'Next page')).toHaveCount(0)
  await expect(pageButton(page, 'Last page')).toHaveCount(0)

  await pageButton(page, 'First page').click()
  await expect(page).toHaveURL('/audio-books')
  await expect(cards(page)).toHaveCount(10)
})

test('the pager shows seven pages around the current one and dots for the others', async ({ page }) => {
  const windows = [
    { at: 1, shown: '1 2 3 4 5 6 7 …' },
    { at: 4, shown: '1 2 3 4 5 6 7 …' },
    { at: 6, shown: '… 3 4 5 6 7 8 9 …' },
    { at: 12, shown: '… 6 7 8 9 10 11 12' },
  ]
  for (const { at, shown } of windows) {
    await page.goto(`/audio-books?pageSize=1&pageNumber=${at}`)
    await expect(pageButton(page, `Page ${at}`)).toHaveAttribute('aria-current', 'page')
    const texts = await pager(page).evaluate((element) => (element as HTMLElement).innerText)
    expect(texts.split(/\s+/).filter(Boolean).join(' ')).toBe(shown)
  }
  await pageButton(page, 'Previous page').click()
  await expect(page).toHaveURL('/audio-books?pageSize=1&pageNumber=11')
  await pageButton(page, 'Last page').click()
  await expect(page).toHaveURL('/audio-books?pageSize=1&pageNumber=12')
})

test('choosing the current page does nothing', async ({ page }) => {
  await page.goto('/audio-books?pageSize=5')
  await expect(cards(page)).toHaveCount(5)
  const before = await page.evaluate(() => history.length)
  await pageButton(page, 'Page 1').click()
  await pageButton(page, 'Page 2').click()
  await expect(page).toHaveURL('/audio-books?pageSize=5&pageNumber=2')
  expect(await page.evaluate(() => history.length)).toBe(before + 1)
})

test('a list that fits on one page has no pager', async ({ page, catalogue }) => {
  await page.goto(`/audio-books?pageSize=${catalogue.books.length}`)
  await expect(cards(page)).toHaveCount(catalogue.books.length)
  await expect(pager(page)).toHaveCount(0)
  await page.goto('/podcasts')
  await expect(cards(page)).toHaveCount(catalogue.podcasts.length)
  await expect(pager(page)).toHaveCount(0)
})

test('a list is put in another order, from its first page on', async ({ page }) => {
  await page.goto('/audio-books?pageNumber=2')
  const order = page.getByRole('combobox', { name: 'Sort by' })
  await order.selectOption('Name, Z to A')
  await expect(page).toHaveURL('/audio-books?sortBy=name&sortOrder=desc')
  await expect(cards(page).first()).toContainText('Under the Rowan at Ångsjö')
  await order.selectOption('Name, A to Z')
  await expect(page).toHaveURL('/audio-books?sortBy=name')
  await expect(cards(page).first()).toContainText('A Field Guide to Small Weather')
  await page.reload()
  await expect(order.locator('option:checked')).toHaveText('Name, A to Z')
  await expect(cards(page).first()).toContainText('A Field Guide to Small Weather')
})

test('a list is searched by itself, from its first page on', async ({ page }) => {
  await page.goto('/audio-books?pageNumber=2')
  const field = page.getByRole('searchbox', { name: 'Search Audio Books' })
  await field.fill('  lakowa ')
  await field.press('Enter')
  await expect(page).toHaveURL('/audio-books?search=lakowa')
  await expect(cards(page)).toHaveCount(1)
  await expect(cards(page)).toContainText('The House on Łąkowa Street')

  await field.fill('zzyzx')
  await field.press('Enter')
  await expect(page.getByText('Nothing here matches “zzyzx”.')).toBeVisible()
  await page.getByRole('button', { name: 'Show all' }).click()
  await expect(page).toHaveURL('/audio-books')
  await expect(cards(page)).toHaveCount(10)
})

test('back and forward restore the list and the place on the page', async ({ page }) => {
  await page.setViewportSize({ width: 820, height: 600 })
  await page.goto('/audio-books?sortBy=name')
  await pageButton(page, 'Next page').click()
  await expect(cards(page)).toHaveCount(2)
  await page.goBack()
  await expect(cards(page)).toHaveCount(10)
  await expect(page).toHaveURL('/audio-books?sortBy=name')

  const card = cards(page).last()
  await card.scrollIntoViewIfNeeded()
  const left = await page.evaluate(() => window.scrollY)
  expect(left).toBeGreaterThan(300)
  await card.getByRole('link').click()
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toBeVisible()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)

  await page.goBack()
  await expect(cards(page)).toHaveCount(10)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(left)
  await page.goForward()
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toBeVisible()
})

test('the page before stays in sight while the next one is on its way', async ({ page }) => {
  await page.goto('/audio-books?pageSize=5')
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/api/audio-books/paged?*', async (route) => {
    await released
    await route.continue()
  })
  const list = page.getByRole('main').getByRole('list').first()
  await pageButton(page, 'Page 2').click()
  await expect(list).toHaveAttribute('aria-busy', 'true')
  await expect(cards(page).first()).toContainText('The Lamplighter of Quiet Harbour')
  release()
  await expect(list).toHaveAttribute('aria-busy', 'false')
  await expect(cards(page).first()).toContainText('Bread, Slowly')
})

test('a list says that it loads', async ({ page }) => {
  await page.goto('/podcasts')
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/api/audio-books/paged?*', async (route) => {
    await released
    await route.continue()
  })
  await page.getByRole('banner').getByRole('link', { name: 'Audio Books' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Loading...' })).toBeAttached()
  release()
  await expect(cards(page)).toHaveCount(10)
  await expect(page.getByText('Loading...')).toHaveCount(0)
})

test('pointing at a page fetches it ahead', async ({ page }) => {
  await page.goto('/audio-books?pageSize=5')
  const ahead = page.waitForRequest(/\/api\/audio-books\/paged\?pageNumber=2&pageSize=5/)
  await pageButton(page, 'Page 2').hover()
  await ahead
})

test('a page past the end says so and leads to the first', async ({ page }) => {
  await page.goto('/audio-books?pageNumber=99')
  await expect(page.getByText('This list ends at page 2.')).toBeVisible()
  await page.getByRole('button', { name: 'Go to the first page' }).click()
  await expect(page).toHaveURL('/audio-books')
  await expect(cards(page)).toHaveCount(10)
})

test('what is wrong in the address counts as absent', async ({ page }) => {
  await page.goto('/audio-books?pageNumber=-3&pageSize=many&sortBy=password&sortOrder=up')
  await expect(cards(page)).toHaveCount(10)
  await expect(cards(page).first()).toContainText('The Lamplighter of Quiet Harbour')
})

for (const [path, api, title] of [
  ['/audio-books', 'audio-books', 'Audio Books'],
  ['/podcasts', 'podcasts', 'Podcasts'],
] as const) {
  test(`${title}: a list with nothing in it says so and names a way on`, async ({ page }) => {
    await page.goto('/search')
    await page.route(`**/api/${api}/paged?*`, (route) =>
      route.fulfill({ json: { items: [], totalCount: 0, pagedQuery: {} } }),
    )
    await page.getByRole('banner').getByRole('link', { name: title }).click()
    await expect(page).toHaveURL(path)
    const text = page.getByText(
      `There are no ${title} here. Please try reloading or navigating to My Library`,
    )
    await expect(text).toBeVisible()
    await expect(text.getByRole('link', { name: 'My Library' })).toHaveAttribute('href', '/my-library')
    await expect(pager(page)).toHaveCount(0)
  })
}
