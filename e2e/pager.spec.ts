import { expect, test } from './fixtures.ts'
import { cards, pageButton, pager } from './page-parts.ts'

test('the pager shows seven pages around the current one and dots for the others', async ({
  page,
  catalogue,
}) => {
  const last = catalogue.books.length
  const lastSeven = Array.from({ length: 7 }, (_, index) => last - 6 + index)
  const windows = [
    { at: 1, shown: '1 2 3 4 5 6 7 …' },
    { at: 4, shown: '1 2 3 4 5 6 7 …' },
    { at: 6, shown: '… 3 4 5 6 7 8 9 …' },
    { at: last, shown: ['…', ...lastSeven].join(' ') },
  ]
  for (const { at, shown } of windows) {
    await page.goto(`/audio-books?pageSize=1&pageNumber=${at}`)
    await expect(pageButton(page, `Page ${at}`)).toHaveAttribute('aria-current', 'page')
    const texts = await pager(page).evaluate((element) => (element as HTMLElement).innerText)
    expect(texts.split(/\s+/).filter(Boolean).join(' ')).toBe(shown)
  }
  await pageButton(page, 'Previous page').click()
  await expect(page).toHaveURL(`/audio-books?pageSize=1&pageNumber=${last - 1}`)
  await pageButton(page, 'Last page').click()
  await expect(page).toHaveURL(`/audio-books?pageSize=1&pageNumber=${last}`)
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

test('a page past the end says so and leads to the first', async ({ page }) => {
  await page.goto('/audio-books?pageNumber=99')
  await expect(page.getByText('This list ends at page 2.')).toBeVisible()
  await page.getByRole('button', { name: 'Go to the first page' }).click()
  await expect(page).toHaveURL('/audio-books')
  await expect(cards(page)).toHaveCount(10)
})

test('pointing at a page fetches it ahead', async ({ page }) => {
  await page.goto('/audio-books?pageSize=5')
  const ahead = page.waitForRequest(/\/api\/audio-books\/paged\?pageNumber=2&pageSize=5/)
  await pageButton(page, 'Page 2').hover()
  await ahead
})
