import type { BrowserContext, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { messages } from './page-parts.ts'
import { unreachable } from './trouble.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const said = 'No connection to the server'

/** How a connection goes; what comes back brings it back. */
const losses = {
  'the device is offline': async (context: BrowserContext) => {
    await context.setOffline(true)
    return () => context.setOffline(false)
  },
  // To the browser that is no loss: it says that it is online.
  'the server is down': async (context: BrowserContext) => {
    await context.route('**', (route) => route.abort('connectionrefused'))
    return () => context.unrouteAll({ behavior: 'wait' })
  },
}

for (const [loss, lose] of Object.entries(losses)) {
  test(`while ${loss}, a page asked for says so, and comes by itself`, async ({
    page,
    context,
    catalogue,
    trouble,
  }) => {
    trouble.expect(unreachable)
    const { name, path } = catalogue.book('Salt and Orchard')
    await page.goto('/audio-books?sortBy=id', { waitUntil: 'networkidle' })
    const regain = await lose(context)
    await page.getByRole('link', { name, exact: true }).press('Enter')
    await expect(messages(page)).toContainText(said)
    await expect(page).toHaveURL(path)
    await regain()
    await expect(heading(page, name)).toBeVisible()
    await expect(page).toHaveURL(path)
    await expect(messages(page)).not.toContainText(said)

    // What its page needs is there now; what it shows is not.
    const other = catalogue.book('The Night Train Library')
    await page.goBack()
    const regainAgain = await lose(context)
    await page.getByRole('link', { name: other.name, exact: true }).press('Enter')
    await expect(messages(page)).toContainText(said)
    await regainAgain()
    await expect(heading(page, other.name)).toBeVisible()
    await expect(messages(page)).not.toContainText(said)
  })

  test(`while ${loss}, what plays goes on, and what was asked for comes afterwards`, async ({
    page,
    context,
    player,
    catalogue,
    trouble,
  }) => {
    trouble.expect(unreachable)
    await player.playAll(catalogue.podcast('Slow Signals').path)
    await expect(player.bar).toBeVisible()
    const regain = await lose(context)
    await player.button('Show queue').click()
    await page.keyboard.press('?')
    await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).click()
    await expect(page).toHaveURL(/\/auth\/login/)
    await expect(heading(page, 'Slow Signals')).toBeVisible()
    await expect(player.bar).toBeVisible()
    await player.expectSounding()

    await regain()
    await expect(heading(page, 'Sign in or create an account')).toBeVisible()
    await player.expectSounding()
  })
}

test('a first track asked for without a connection brings the player with the next one', async ({
  page,
  context,
  player,
  trouble,
}) => {
  trouble.expect(unreachable)
  await page.goto('/audio-books?sortBy=id', { waitUntil: 'networkidle' })
  await context.setOffline(true)
  await page
    .getByRole('button', { name: 'Play Salt and Orchard' })
    .evaluate((button: HTMLElement) => button.click())
  await expect(messages(page)).toContainText('Audio error')
  await expect(page.getByRole('article')).toHaveCount(10)
  await context.setOffline(false)
  await expect(player.bar).toBeVisible()
  await player.button('Play').click()
  await player.expectSounding()
})
