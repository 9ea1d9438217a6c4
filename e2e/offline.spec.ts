import { expect, test } from './fixtures.ts'

const disconnected = [/ERR_INTERNET_DISCONNECTED/, /^console: ApiError/] as const

test('without a connection the page stays and what was asked for comes with the next one', async ({
  page,
  context,
  player,
  catalogue,
  trouble,
}) => {
  trouble.expect(disconnected[0])
  await page.goto(catalogue.podcast('Slow Signals').path)
  await page.getByRole('button', { name: 'Play all' }).click()
  await player.expectSounding()
  await expect(player.bar).toBeVisible()
  await context.setOffline(true)
  await player.button('Show queue').click()
  await page.keyboard.press('?')
  await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/auth\/login/)
  await expect(page.getByRole('heading', { level: 1, name: 'Slow Signals' })).toBeVisible()
  await expect(player.bar).toBeVisible()
  await player.expectSounding()

  await context.setOffline(false)
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in or create an account' })).toBeVisible()
  await player.expectSounding()
})

test('a first track asked for without a connection brings the player with the next one', async ({
  page,
  context,
  player,
  trouble,
}) => {
  trouble.expect(disconnected[0])
  await page.goto('/audio-books', { waitUntil: 'networkidle' })
  await context.setOffline(true)
  await page
    .getByRole('button', { name: 'Play Salt and Orchard' })
    .evaluate((button: HTMLElement) => button.click())
  await expect(page.getByRole('region', { name: 'Messages' })).toContainText('Audio error')
  await expect(page.getByRole('article')).toHaveCount(10)
  await context.setOffline(false)
  await expect(player.bar).toBeVisible()
  await player.button('Play').click()
  await player.expectSounding()
})
