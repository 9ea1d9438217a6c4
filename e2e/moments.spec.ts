import type { Page } from '@playwright/test'
import { expect, tabTo, test } from './fixtures.ts'

const recording = 'The Night Train Library'

/** The stored seconds of the only recording that was begun; null before. */
const kept = (page: Page) =>
  page.evaluate(() => {
    const name = Object.keys(localStorage).find((stored) => stored.startsWith('position:'))
    return name === undefined ? null : (JSON.parse(localStorage[name]) as { position: number }).position
  })

test('a link to a clip plays it once, and the place from before stays until one plays on past it', async ({
  page,
  catalogue,
  player,
}) => {
  test.slow()
  const { path } = catalogue.book(recording)
  await player.play(path)
  await player.slider.press('End')
  await player.slider.press('PageDown')
  await player.bar.getByRole('button', { name: 'Pause' }).click()
  await player.expectPaused()

  await page.goto(`${path}?t=0:05&end=7.5`)
  const offer = page.getByRole('main').getByRole('region', { name: 'Linked clip' })
  await expect(offer).toBeVisible()
  // Leaving a page has kept the place at the latest.
  const own = await kept(page)
  expect(own).toBeGreaterThan(20)
  const clip = offer.getByRole('button', { name: 'Play the clip, 00:05 to 00:07' })
  await tabTo(page, clip)
  await page.keyboard.press('Enter')
  await player.expectSounding()
  await expect(offer).toContainText(/Your own place, \d\d:\d\d, stays/)
  await player.expectPaused()
  expect((await player.sound()).position).toBe(7.5)
  expect(await kept(page)).toBe(own)

  // It plays again when asked to, and one may go back to one's own place.
  await clip.click()
  await player.expectPosition(5, 7)
  await offer.getByRole('button', { name: /^Back to / }).click()
  await player.expectPosition((own ?? 0) - 1, (own ?? 0) + 3)
  await player.bar.getByRole('button', { name: 'Pause' }).click()
  await player.expectPaused()

  await clip.click()
  await player.expectPosition(7.5, 7.5)
  await player.expectPaused()
  await player.bar.getByRole('button', { name: 'Play', exact: true }).click()
  await player.expectPosition(8.5, 14)
  await expect.poll(() => kept(page)).toBeLessThan(15)
  expect(await kept(page)).toBeGreaterThan(7.5)
})

test('a link to a second leads there, and one goes on from there by saying so', async ({
  page,
  catalogue,
  player,
}) => {
  const { path } = catalogue.book(recording)
  await page.goto(`${path}?t=20s`)
  const offer = page.getByRole('main').getByRole('region', { name: 'Linked moment' })
  await offer.getByRole('button', { name: 'Play from 00:20' }).click()
  await player.expectPosition(20.5, 30)
  expect(await kept(page)).toBeNull()
  await offer.getByRole('button', { name: 'Go on from here' }).click()
  await expect.poll(() => kept(page)).toBeGreaterThan(20)
  await expect(offer.getByRole('button', { name: 'Go on from here' })).toBeHidden()
})

for (const address of ['?t=soon', '?t=-5', '?t=99h', '?t=1&t=2', '?t=', '?end=20', '?t=12:60&end=13:00']) {
  test(`an address with ${address} is the book’s page, and plays from its beginning`, async ({
    page,
    catalogue,
    player,
  }) => {
    const { path } = catalogue.book(recording)
    await page.goto(path + address, { waitUntil: 'networkidle' })
    await expect(page.getByRole('region', { name: /^Linked/ })).toHaveCount(0)
    await player.start.click()
    await player.expectPosition(0.1, 10)
  })
}
