import { expect, test } from './fixtures.ts'
import type { Catalogue } from './catalogue.ts'
import type { PlayerDriver } from './player-driver.ts'

async function playAll(player: PlayerDriver, catalogue: Catalogue): Promise<void> {
  await player.playAll(catalogue.podcast('Slow Signals').path)
  await expect(player.bar).toBeVisible()
  await player.focusPage()
}

test('space and K play and pause', async ({ page, player, catalogue }) => {
  await playAll(player, catalogue)
  await page.keyboard.press('Space')
  await player.expectPaused()
  await expect(player.button('Play')).toBeVisible()
  await page.keyboard.press('k')
  await player.expectSounding()
  await page.keyboard.press('k')
  await player.expectPaused()
  await expect(player.button('Play')).toBeVisible()
  await page.keyboard.press('Space')
  await player.expectSounding()
})

test('J and L and the arrows skip ten seconds back and thirty ahead', { tag: '@engines' }, async ({
  page,
  player,
  catalogue,
}) => {
  await playAll(player, catalogue)
  await page.keyboard.press('k')
  await player.expectPaused()
  await player.slider.fill('5')
  await player.focusPage()
  await page.keyboard.press('l')
  await player.expectPosition(35, 35)
  await page.keyboard.press('j')
  await player.expectPosition(25, 25)
  await page.keyboard.press('ArrowRight')
  await player.expectPosition(55, 55)
  await page.keyboard.press('ArrowLeft')
  await player.expectPosition(45, 45)
})

test('Shift and an arrow step through the queue', async ({ page, player, catalogue }) => {
  await playAll(player, catalogue)
  await page.keyboard.press('Shift+ArrowRight')
  await player.expectSounding(catalogue.episode('What the Foghorn Knew').audioUrl)
  await page.keyboard.press('Shift+ArrowLeft')
  await player.expectSounding(catalogue.episode('A Light Every Twelve Seconds').audioUrl)
})

test('< and > change the speed, M mutes', async ({ page, player, catalogue }) => {
  await playAll(player, catalogue)
  await page.keyboard.press('>')
  await page.keyboard.press('>')
  await expect.poll(async () => (await player.sound()).speed).toBeCloseTo(1.2)
  await page.keyboard.press('<')
  await expect.poll(async () => (await player.sound()).speed).toBeCloseTo(1.1)
  await page.keyboard.press('m')
  await expect.poll(async () => (await player.sound()).muted).toBe(true)
  await page.keyboard.press('m')
  await expect.poll(async () => (await player.sound()).muted).toBe(false)
})

test('Q opens and closes the queue, ? names the keys', async ({ page, player, catalogue }) => {
  await playAll(player, catalogue)
  await page.keyboard.press('q')
  await expect(player.queue).toBeVisible()
  await page.keyboard.press('q')
  await expect(player.queue).toHaveCount(0)

  const keys = page.getByRole('dialog', { name: 'Keys' })
  await page.keyboard.press('?')
  await expect(keys).toBeVisible()
  await expect(keys).toContainText('Back 10 seconds')
  await page.keyboard.press('k')
  await player.expectSounding()
  await page.keyboard.press('Escape')
  await expect(keys).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

test('? names the keys before anything was played', async ({ page, player }) => {
  await page.goto('/')
  await player.focusPage()
  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: 'Keys' })
  await expect(keys).toContainText('Play or pause')
  await expect(keys).toContainText('/Search')
  await keys.getByRole('button', { name: 'Close' }).click()
  await expect(keys).toHaveCount(0)
  await expect(player.bar).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

test('no key means anything to the player while somebody types', async ({ page, player, catalogue }) => {
  await playAll(player, catalogue)
  const field = page.getByRole('banner').getByRole('searchbox')
  await field.focus()
  await page.keyboard.type('k jmlq <>? ')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Shift+ArrowRight')
  await expect(field).toHaveValue('k jmlq <>? ')
  await player.expectSounding(catalogue.episode('A Light Every Twelve Seconds').audioUrl)
  expect(await player.sound()).toMatchObject({ muted: false, speed: 1 })
  expect((await player.sound()).position).toBeLessThan(20)
  await expect(page.getByRole('dialog')).toHaveCount(0)
})
