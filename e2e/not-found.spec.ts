import { expect, test } from './fixtures.ts'
import { logged } from './trouble.ts'

const sentence = 'Element not found. Please try reloading the page or navigating to My Library.'

test('a record that is not there shows Not found under its own address', async ({
  page,
  catalogue,
  trouble,
}) => {
  trouble.expect(/404/, logged)
  const foreign = `/podcasts/${catalogue.podcast('The Map Room').id}/episodes/${catalogue.episode('Listening to Ice').id}`
  for (const path of [
    '/audio-books/999999',
    '/podcasts/999999',
    foreign,
    '/audio-books/abc',
    '/podcasts/0',
  ]) {
    await page.goto(path)
    await expect(page.getByText(sentence)).toBeVisible()
    await expect(page).toHaveURL(path)
    await expect(page).toHaveTitle('Earmark - Not found')
    await expect(page.getByRole('main').getByRole('button', { name: 'Reload' })).toBeVisible()
    await expect(page.getByRole('main').getByRole('link', { name: 'My Library' })).toBeVisible()
  }

  const loaded = page.waitForEvent('load')
  await page.getByRole('button', { name: 'Reload' }).click()
  await loaded
  await expect(page.getByText(sentence)).toBeVisible()
})

test('Not found has an address of its own and leads on', async ({ page }) => {
  await page.goto('/not-found')
  await expect(page.getByText(sentence)).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'My Library' }).click()
  await expect(page).toHaveURL(/\/auth\/login\?returnTo=(%2F|\/)my-library$/)
})
