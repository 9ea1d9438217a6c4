import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { unreachable } from './trouble.ts'

const gone = /^answered: 404 .*\/assets\//
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const late = '**/assets/{audio-books.index,browse,records,list-page}-*'
const openList = (page: Page) =>
  page.getByRole('banner').getByRole('link', { name: 'Audio Books' }).press('Enter')

test('a page asked for while the server starts again comes with its styles', async ({ page, trouble }) => {
  trouble.expect(unreachable)
  await page.goto('/', { waitUntil: 'networkidle' })
  const away = new Set<string>()
  const came = new Set<string>()
  page.on('requestfinished', (request) => came.add(request.url()))
  await page.route(late, async (route) => {
    const isFirst = !away.has(route.request().url())
    away.add(route.request().url())
    await (isFirst ? route.abort('connectionrefused') : route.continue())
  })
  await openList(page)
  await expect(heading(page, 'Audio Books')).toBeVisible()
  expect([...away].some((url) => url.endsWith('.css'))).toBe(true)
  await expect.poll(() => [...away].filter((url) => !came.has(url))).toEqual([])
})

test('a page of a release that has gone is loaded anew, but not while something plays', async ({
  page,
  player,
  catalogue,
  trouble,
}) => {
  trouble.expect(gone)
  await page.clock.install()
  const podcast = catalogue.podcast('Slow Signals')
  await page.goto(podcast.path, { waitUntil: 'networkidle' })
  let hasGone = true
  page.on('request', (request) => {
    if (request.isNavigationRequest()) hasGone = false
  })
  await page.route(late, (route) => (hasGone ? route.fulfill({ status: 404 }) : route.continue()))
  await page.getByRole('button', { name: 'Play all' }).click()
  await player.expectSounding()
  await openList(page)
  const offer = page.getByRole('button', { name: 'Reload', exact: true })
  await expect(async () => {
    await page.clock.fastForward(1000)
    await expect(offer).toBeVisible({ timeout: 100 })
  }).toPass()
  await expect(heading(page, podcast.name)).toBeVisible()
  await player.expectSounding()

  await player.button('Pause').click()
  await expect(async () => {
    await page.clock.fastForward(10_000)
    await expect(heading(page, 'Audio Books')).toBeVisible({ timeout: 100 })
  }).toPass()
  await expect(page).toHaveURL('/audio-books')
  expect(hasGone).toBe(false)
  await expect(player.bar).toBeVisible()
})
