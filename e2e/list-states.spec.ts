import { expect, hold, test } from './fixtures.ts'
import { cards, pageButton, pager } from './page-parts.ts'

test('the page before stays in sight while the next one is on its way', async ({ page }) => {
  await page.goto('/audio-books?pageSize=5')
  const release = await hold(page, '**/api/audio-books/paged?*')
  const list = page
    .getByRole('main')
    .getByRole('list')
    .filter({ has: page.getByRole('article') })
  await pageButton(page, 'Page 2').click()
  await expect(list).toHaveAttribute('aria-busy', 'true')
  await expect(cards(page).first()).toContainText('The Lamplighter of Quiet Harbour')
  release()
  await expect(list).toHaveAttribute('aria-busy', 'false')
  await expect(cards(page).first()).toContainText('Bread, Slowly')
})

test('a list says that it loads', async ({ page }) => {
  await page.goto('/podcasts')
  const release = await hold(page, '**/api/audio-books/paged?*')
  await page.getByRole('banner').getByRole('link', { name: 'Audio Books' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Loading...' })).toBeAttached()
  release()
  await expect(cards(page)).toHaveCount(10)
  await expect(page.getByText('Loading...')).toHaveCount(0)
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
