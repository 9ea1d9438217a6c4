import type { Locator } from '@playwright/test'
import { expect, tabTo, test } from './fixtures.ts'
import { searchFor } from './page-parts.ts'

const focusIsIn = (layer: Locator) => layer.evaluate((element) => element.contains(document.activeElement))

test('from the address bar to sound with Tab and Enter alone', { tag: '@engines' }, async ({
  page,
  player,
  catalogue,
}) => {
  const book = catalogue.book('The Lamplighter of Quiet Harbour')
  await page.goto('/')
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await expect(page.getByRole('article').first()).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()

  await tabTo(page, page.getByRole('link', { name: book.name }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: book.name })).toBeFocused()
  const play = page.getByRole('main').getByRole('button', { name: 'Play', exact: true })
  await tabTo(page, play)
  await page.keyboard.press('Enter')
  await player.expectSounding(book.audioUrl)

  await tabTo(page, player.button('Pause'))
  await page.keyboard.press('Enter')
  await player.expectPaused()
})

test('a card plays from the keyboard', async ({ page, player, catalogue }) => {
  await page.goto('/audio-books?sortBy=id')
  const play = page.getByRole('button', { name: 'Play Salt and Orchard' })
  await expect(play).toBeAttached()
  await tabTo(page, play)
  await expect(play).toBeInViewport()
  await page.keyboard.press('Space')
  await player.expectSounding(catalogue.book('Salt and Orchard').audioUrl)
})

test('the focus follows every navigation to the new heading', async ({ page, catalogue }) => {
  await page.goto('/')
  const heading = page.getByRole('heading', { level: 1 })
  await page.getByRole('banner').getByRole('link', { name: 'Audio Books' }).press('Enter')
  await expect(heading).toHaveText('Audio Books')
  await expect(heading).toBeFocused()
  await page.getByRole('link', { name: 'Bread, Slowly' }).press('Enter')
  await expect(heading).toHaveText('Bread, Slowly')
  await expect(heading).toBeFocused()
  await searchFor(page.getByRole('banner').getByRole('searchbox'), 'tea')
  await expect(heading).toHaveText('Search "tea"')
  await expect(heading).toBeFocused()

  await page.goto(catalogue.episode('A Light Every Twelve Seconds').path)
  await page.getByRole('link', { name: /^Next episode/ }).press('Enter')
  await expect(heading).toHaveText('What the Foghorn Knew')
  await expect(heading).toBeFocused()
})

test('another page of a list begins at its heading', async ({ page }) => {
  await page.goto('/audio-books')
  await page.getByRole('button', { name: 'Page 2' }).press('Enter')
  await expect(page).toHaveURL('/audio-books?pageNumber=2')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
})

test('a dialog keeps the focus until Escape gives it back', { tag: '@engines' }, async ({
  page,
  player,
  catalogue,
}) => {
  await page.goto(catalogue.book('Bread, Slowly').path)
  const add = page.getByRole('main').getByRole('button', { name: 'Add to queue' })
  await add.press('Enter')
  await expect(player.bar).toBeVisible()
  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: 'Keys' })
  await expect(keys).toBeVisible()
  for (let step = 0; step < 4; step += 1) {
    expect(
      await page.evaluate(() => document.activeElement?.closest('main, header, footer') ?? null),
    ).toBeNull()
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Escape')
  await expect(keys).toHaveCount(0)
  // From a dialog's end Tab may go on to the browser's own bars, which toBeFocused would mind.
  await expect.poll(() => add.evaluate((element) => element === document.activeElement)).toBe(true)
})

test('the queue beside the page is reached and left by keyboard', async ({ page, player, catalogue }) => {
  await page.goto(catalogue.podcast('Slow Signals').path)
  await page.getByRole('button', { name: 'Play all' }).press('Enter')
  await player.expectSounding()
  await player.button('Show queue').press('Enter')
  await expect(player.queue).toBeVisible()
  expect(await focusIsIn(player.queue)).toBe(true)
  await page.keyboard.press('Escape')
  await expect(player.queue).toHaveCount(0)
  await expect(player.button('Show queue')).toBeFocused()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('the menu keeps the focus, closes on Escape and on navigation', async ({ page }) => {
    await page.goto('/')
    const menu = page.getByRole('dialog', { name: 'Menu' })
    const opener = page.getByRole('button', { name: 'Menu', exact: true })
    await opener.press('Enter')
    await expect(menu).toBeVisible()
    expect(await focusIsIn(menu)).toBe(true)
    await page.keyboard.press('Escape')
    await expect(menu).toHaveCount(0)
    await expect(opener).toBeFocused()

    await opener.press('Enter')
    await menu.getByRole('link', { name: 'Podcasts' }).press('Enter')
    await expect(page).toHaveURL('/podcasts')
    await expect(menu).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1, name: 'Podcasts' })).toBeFocused()

    await opener.press('Enter')
    await searchFor(menu.getByRole('searchbox'), 'tea')
    await expect(page).toHaveURL('/search?search=tea')
    await expect(menu).toHaveCount(0)
  })

  test('the player and its queue keep the focus and close on Escape', async ({ page, player, catalogue }) => {
    await page.goto(catalogue.podcast('Slow Signals').path)
    await page.getByRole('button', { name: 'Play all' }).press('Enter')
    await player.expectSounding()
    await player.button('Open player').press('Enter')
    await expect(player.full).toBeVisible()
    expect(await player.full.evaluate((element) => element.matches(':modal'))).toBe(true)
    expect(await focusIsIn(player.full)).toBe(true)
    await expect(player.full.getByRole('slider', { name: 'Position' })).toBeVisible()
    await player.full.getByRole('button', { name: 'Next', exact: true }).press('Enter')
    await player.expectSounding(catalogue.episode('What the Foghorn Knew').audioUrl)

    const showQueue = player.full.getByRole('button', { name: 'Show queue' })
    await showQueue.press('Enter')
    await expect(player.queue).toBeVisible()
    expect(await player.queue.evaluate((element) => element.matches(':modal'))).toBe(true)
    expect(await focusIsIn(player.queue)).toBe(true)
    await page.keyboard.press('Escape')
    await expect(player.queue).toHaveCount(0)
    await expect(showQueue).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(player.full).toHaveCount(0)
    await expect(player.button('Open player')).toBeFocused()
  })
})

test('/ leads to the search, but not while somebody types or is asked', async ({ page }) => {
  await page.goto('/search')
  const field = page.getByRole('banner').getByRole('searchbox', { name: 'Search' })
  const own = page.getByRole('main').locator('[type=search]')
  await own.pressSequentially('a/b')
  await expect(own).toHaveValue('a/b')
  await page.getByRole('heading', { level: 1 }).focus()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(field).not.toBeFocused()
  await page.getByRole('heading', { level: 1 }).focus()
  await page.keyboard.press('/')
  await expect(field).toBeFocused()
  await expect(field).toHaveValue('')

  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto('/')
  await expect(page.getByRole('article').first()).toBeVisible()
  await page.keyboard.press('/')
  await expect(page).toHaveURL('/search')
  await expect(own).toBeFocused()
})
