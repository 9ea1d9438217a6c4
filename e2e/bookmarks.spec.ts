import { expectAccessible } from './accessible.ts'
import { expect, openSignedIn, senderFor, test } from './people.ts'
import { unreachable } from './trouble.ts'

test.use({ sampleCatalogue: true })

const recording = 'The Night Train Library'

test('a listener marks a moment by a key, notes it, finds it on the book’s page and among all, and plays it', async ({
  page,
  person,
  catalogue,
  player,
}) => {
  test.slow()
  const { path } = catalogue.book(recording)
  await openSignedIn(page, person, path)
  await player.start.click()
  await player.expectSounding()
  // The keys come with it.
  await player.bar.waitFor()
  await player.focusPage()
  await page.keyboard.press('b')
  await page.getByRole('button', { name: 'Add a note' }).click()
  const dialog = page.getByRole('dialog', { name: 'Bookmark' })
  await dialog.getByLabel('Note').fill('Ask about the lamp')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  const here = page.getByRole('main').getByRole('region', { name: 'Bookmarks' })
  await expect(here.getByRole('listitem')).toContainText('Ask about the lamp')

  await page.goto('/my-library/bookmarks')
  const work = page.getByRole('region', { name: recording })
  await expect(work.getByRole('listitem')).toContainText('Ask about the lamp')
  for (const width of [320, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(overflow).toBeLessThanOrEqual(0)
    await expectAccessible(page, `bookmarks at ${width} px`)
  }
  await work.getByRole('button', { name: /^Play from 00:0/ }).click()
  await player.expectSounding()
  await work.getByRole('button', { name: /^More about the bookmark/ }).click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await expect(page.getByText('There are no bookmarks here')).toBeVisible()
})

test('without a connection a bookmark waits, is shown, and is sent once there is one', async ({
  page,
  context,
  person,
  catalogue,
  player,
  site,
  trouble,
}) => {
  test.slow()
  trouble.expect(unreachable)
  const { path } = catalogue.book(recording)
  await openSignedIn(page, person, path)
  await player.start.click()
  await player.expectSounding()
  await page.route('**/api/bookmarks/**', (route) => route.abort('internetdisconnected'))
  await player.bar.getByRole('button', { name: 'Bookmark this moment' }).click()
  const here = page.getByRole('main').getByRole('region', { name: 'Bookmarks' })
  await expect(here.getByRole('listitem')).toContainText('Not sent yet')
  const sendAs = await senderFor(site, person)
  const kept = async () =>
    (await sendAs<{ totalCount: number }>('/bookmarks/me', undefined, 'GET')).totalCount
  expect(await kept()).toBe(0)

  await page.unroute('**/api/bookmarks/**')
  // Coming back is what browsers tell pages of.
  await context.setOffline(true)
  await context.setOffline(false)
  await expect.poll(kept).toBe(1)
  await expect(here.getByRole('listitem')).not.toContainText('Not sent yet')
})

test('holding the button begins a clip, which the next press ends, and a visitor is asked to sign in', async ({
  page,
  person,
  catalogue,
  player,
}) => {
  test.slow()
  const { path } = catalogue.book(recording)
  await player.play(path)
  // The keys come with it.
  await player.bar.waitFor()
  await player.focusPage()
  await page.keyboard.press('b')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/auth\/login\?returnTo=/)

  await openSignedIn(page, person, path)
  const mark = player.bar.getByRole('button', { name: 'Bookmark this moment' })
  await mark.click({ delay: 700 })
  await expect(page.getByText(/^A clip begins at 00:/)).toBeVisible()
  await player.slider.press('PageUp')
  await player.bar.getByRole('button', { name: 'End the clip here' }).click()
  const row = page.getByRole('main').getByRole('region', { name: 'Bookmarks' }).getByRole('listitem')
  await expect(row.getByRole('button', { name: /^Play the clip, 00:\d\d to 0\d:\d\d/ })).toBeVisible()
})
