import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { messages, searchFor } from './page-parts.ts'
import { broken, logged, unreachable } from './trouble.ts'

const api = '**/api/**'
const refuse = (page: Page, url: string) => page.route(url, (route) => route.abort('connectionrefused'))

for (const [title, path] of [
  ['Audio Books', '/audio-books'],
  ['Podcasts', '/podcasts'],
] as const) {
  test(`${title}: a list that cannot be reached says so, and comes once it can be`, async ({
    page,
    trouble,
  }) => {
    trouble.expect(unreachable, logged)
    await page.goto('/search')
    await refuse(page, api)
    await page.getByRole('banner').getByRole('link', { name: title }).click()
    const failure = page.getByRole('alert')
    await expect(failure).toHaveText(
      `Failed to load ${title}. Please try reloading or navigating to My Library`,
    )
    await expect(failure.getByRole('link', { name: 'My Library' })).toHaveAttribute('href', '/my-library')
    await expect(page).toHaveURL(path)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()

    await page.unroute(api)
    await page.getByRole('button', { name: 'Reload' }).click()
    await expect(page.getByRole('article').first()).toBeVisible()
    await expect(failure).toHaveCount(0)
  })
}

test('home says which list has failed and shows the other', async ({ page, trouble }) => {
  trouble.expect(broken, logged)
  await page.goto('/search')
  await page.route('**/api/podcasts/paged?*', (route) =>
    route.fulfill({ status: 500, json: [{ code: 'InternalError', description: 'Broken.' }] }),
  )
  await page.getByRole('banner').getByRole('link', { name: 'Earmark' }).click()
  await expect(page.getByRole('region', { name: 'Audio Books' }).getByRole('article').first()).toBeVisible()
  await expect(page.getByRole('region', { name: 'Podcasts' }).getByRole('alert')).toHaveText(
    'Failed to load Podcasts. Please try reloading or navigating to My Library',
  )
  await page.unroute('**/api/podcasts/paged?*')
  await page.getByRole('alert').getByRole('link', { name: 'My Library' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in or create an account' })).toBeVisible()
})

test('a search that fails says so for both lists and for the other kinds', async ({ page, trouble }) => {
  trouble.expect(unreachable, logged)
  await page.goto('/')
  await refuse(page, api)
  const field = page.getByRole('banner').getByRole('searchbox')
  await searchFor(field, 'tea')
  await expect(page.getByRole('alert')).toHaveText([
    /^Failed to load Audio Books\./,
    /^Failed to load Podcasts\./,
    /^Failed to load Episodes, Series and People\./,
  ])
  await page.unroute(api)
  for (const list of ['Audio Books', 'Podcasts']) {
    await page.getByRole('region', { name: list }).getByRole('button', { name: 'Reload' }).click()
    await expect(page.getByRole('region', { name: list }).getByRole('article').first()).toBeVisible()
  }
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByRole('region', { name: 'Episodes' }).getByRole('article').first()).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('a record that cannot be loaded is not found, until it can be', async ({ page, trouble, catalogue }) => {
  trouble.expect(unreachable, logged)
  const { path } = catalogue.book('Salt and Orchard')
  await page.goto('/')
  await refuse(page, api)
  await page.getByRole('link', { name: 'Salt and Orchard' }).click()
  await expect(page.getByText('Element not found.')).toBeVisible()
  await expect(page).toHaveURL(path)

  await page.unroute(api)
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Salt and Orchard' })).toBeVisible()
})

test('audio that breaks says so and plays once it is there again', async ({
  page,
  player,
  trouble,
  catalogue,
}) => {
  trouble.expect(/404/)
  const book = catalogue.book('Bread, Slowly')
  const media = `**${book.audioUrl}`
  await page.goto(book.path)
  await page.route(media, (route) => route.fulfill({ status: 404, body: '' }))
  await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).click()
  await expect(messages(page)).toContainText('Audio error')
  await expect(player.bar).toContainText('Audio error')
  await expect(player.button('Play')).toBeVisible()

  await page.unroute(media)
  await player.button('Play').click()
  await player.expectSounding(book.audioUrl)
  await expect(player.bar).not.toContainText('Audio error')
})

test('one broken recording does not hold up the others', async ({ page, player, trouble, catalogue }) => {
  trouble.expect(unreachable)
  await page.goto(catalogue.podcast('Slow Signals').path)
  await refuse(page, `**${catalogue.episode('A Light Every Twelve Seconds').audioUrl}`)
  await page.getByRole('button', { name: 'Play all' }).click()
  await expect(messages(page)).toContainText('Audio error')
  await player.button('Next').click()
  await player.button('Play').click()
  await player.expectSounding(catalogue.episode('What the Foghorn Knew').audioUrl)
})

test('a cover that is missing leaves the name on a plain binding', async ({ page, trouble, catalogue }) => {
  trouble.expect(/404/)
  const book = catalogue.book('Bread, Slowly')
  await page.route('**/media/**', (route) =>
    route.request().resourceType() === 'image' ? route.fulfill({ status: 404, body: '' }) : route.continue(),
  )
  await page.goto(book.path)
  await expect(page.getByRole('main').getByText('Bread, Slowly').first()).toBeVisible()
  await expect(page.getByRole('main').locator('img')).toHaveCount(0)
})
