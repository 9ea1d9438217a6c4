import { expect, test } from './fixtures.ts'
import { cards, pageButton, pageNumbers, searchFor } from './page-parts.ts'

test('a list shows ten records and pages to the others, in the address', async ({ page, catalogue }) => {
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
  await expect(cards(page)).toHaveCount(catalogue.books.length - 10)
  await expect(pageButton(page, 'Page 2')).toHaveAttribute('aria-current', 'page')
  await expect(pageButton(page, 'Next page')).toHaveCount(0)
  await expect(pageButton(page, 'Last page')).toHaveCount(0)

  await pageButton(page, 'First page').click()
  await expect(page).toHaveURL('/audio-books')
  await expect(cards(page)).toHaveCount(10)
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
  await searchFor(field, '  lakowa ')
  await expect(page).toHaveURL('/audio-books?search=lakowa')
  await expect(cards(page)).toHaveCount(1)
  await expect(cards(page)).toContainText('The House on Łąkowa Street')

  await searchFor(field, 'zzyzx')
  await expect(page.getByText('Nothing here matches “zzyzx”.')).toBeVisible()
  await page.getByRole('button', { name: 'Show all' }).click()
  await expect(page).toHaveURL('/audio-books')
  await expect(cards(page)).toHaveCount(10)
})

test('back and forward restore the list and the place on the page', async ({ page, catalogue }) => {
  await page.setViewportSize({ width: 820, height: 600 })
  await page.goto('/audio-books?sortBy=name')
  await pageButton(page, 'Next page').click()
  await expect(cards(page)).toHaveCount(catalogue.books.length - 10)
  await page.goBack()
  await expect(cards(page)).toHaveCount(10)
  await expect(page).toHaveURL('/audio-books?sortBy=name')

  const link = cards(page).last().getByRole('link')
  // As far as a click scrolls.
  await link.hover()
  const left = await page.evaluate(() => window.scrollY)
  expect(left).toBeGreaterThan(300)
  await link.click()
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toBeVisible()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)

  await page.goBack()
  await expect(cards(page)).toHaveCount(10)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(left)
  await page.goForward()
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toBeVisible()
})

test('what is wrong in the address counts as absent', async ({ page }) => {
  await page.goto('/audio-books?pageNumber=-3&pageSize=many&sortBy=password&sortOrder=up')
  await expect(cards(page)).toHaveCount(10)
  await expect(cards(page).first()).toContainText('The Lamplighter of Quiet Harbour')
})

test('a list begins with the newest and keeps the order that was chosen last', async ({ page }) => {
  await page.goto('/audio-books')
  const order = page.getByRole('combobox', { name: 'Sort by' })
  await expect(order.locator('option:checked')).toHaveText('Newest first')
  await expect(cards(page).first()).toContainText('The Lamplighter of Quiet Harbour')
  await order.selectOption('Name, A to Z')
  await expect(cards(page).first()).toContainText('A Field Guide to Small Weather')
  await page.goto('/podcasts')
  await expect(order.locator('option:checked')).toHaveText('Newest first')
  await page.goto('/audio-books')
  await expect(cards(page).first()).toContainText('A Field Guide to Small Weather')
  await order.selectOption('Newest first')
  await expect(page).toHaveURL('/audio-books')
  await page.goto('/audio-books')
  await expect(cards(page).first()).toContainText('The Lamplighter of Quiet Harbour')
})
