import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { searchFor } from './page-parts.ts'

const headerField = (page: Page) => page.getByRole('banner').getByRole('searchbox', { name: 'Search' })
const results = (page: Page, list: string) =>
  page.getByRole('main').getByRole('region', { name: list }).getByRole('article')

test('Enter in the header’s search box leads to what matches the trimmed term', async ({ page }) => {
  await page.goto('/')
  await searchFor(headerField(page), '  tea  ')
  await expect(page).toHaveURL('/search?search=tea')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Search "tea"')
  await expect(page).toHaveTitle(/^Earmark - Search/)
  await expect(results(page, 'Podcasts').first()).toContainText('Kitchen Table Physics')
  await expect(results(page, 'Audio Books').first()).toContainText('Letters from a Tin Roof')
  await expect(headerField(page)).toHaveValue('tea')

  await searchFor(headerField(page), '   ')
  await expect(page).toHaveURL('/search?search=tea')
})

test('both lists of a search page by themselves, not in the address', async ({ page }) => {
  await page.goto('/search?search=the')
  await expect(results(page, 'Audio Books')).toHaveCount(10)
  const first = await results(page, 'Audio Books').first().innerText()
  const shownPodcasts = await results(page, 'Podcasts').count()
  await page
    .getByRole('navigation', { name: 'Pages of Audio Books' })
    .getByRole('button', { name: 'Page 2' })
    .click()
  await expect(results(page, 'Audio Books').first()).not.toHaveText(first)
  await expect(results(page, 'Podcasts')).toHaveCount(shownPodcasts)
  await expect(page).toHaveURL('/search?search=the')
})

test('beginnings, typing errors, missing accents and readers’ names find what was meant', async ({
  page,
}) => {
  for (const [term, found] of [
    ['lampligter', 'The Lamplighter of Quiet Harbour'],
    ['clokmaker', 'The Clockmaker’s Third Daughter'],
    ['lakowa', 'The House on Łąkowa Street'],
    ['ANGSJO', 'Under the Rowan at Ångsjö'],
    ['soren', 'Under the Rowan at Ångsjö'],
    ['fold seven', 'Seven Ways to Fold the Sea'],
    ['alman', 'An Almanac for Bees'],
  ] as const) {
    await page.goto(`/search?search=${encodeURIComponent(term)}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Search "${term}"`)
    await expect(results(page, 'Audio Books').filter({ hasText: found })).toBeVisible()
  }
})

test('a term is taken literally, and nothing that matches it says so', async ({ page }) => {
  for (const term of ['zzyzx', '%', '_', '100% "quoted" \'term\'', '<b>&amp;</b>', '\\']) {
    await page.goto('/')
    await searchFor(headerField(page), term)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Search "${term}"`)
    await expect(page.getByText(`Nothing matches “${term}”.`)).toBeVisible()
    expect(new URL(page.url()).searchParams.get('search')).toBe(term)
    await page.reload()
    await expect(page.getByText(`Nothing matches “${term}”.`)).toBeVisible()
  }
  await page.getByRole('link', { name: 'Browse all Audio Books' }).click()
  await expect(page).toHaveURL('/audio-books')
})

test('a search without a term asks for one', async ({ page }) => {
  await page.goto('/search')
  const field = page.getByRole('main').getByRole('searchbox')
  await searchFor(field, 'bees')
  await expect(page).toHaveURL('/search?search=bees')
  await expect(results(page, 'Audio Books').first()).toContainText('An Almanac for Bees')
})

test('a term longer than the limit is cut, not refused', async ({ page }) => {
  await page.goto(`/search?search=${'harbour '.repeat(200)}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Search "harbour harbour')
  await expect(results(page, 'Audio Books').filter({ hasText: 'Quiet Harbour' })).toBeVisible()
})
