import { expect, test } from './fixtures.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

test('a finger plays from a card, and the bar opens into the player', async ({ page, player, catalogue }) => {
  const { audioUrl } = catalogue.book('The Night Train Library')
  await page.goto('/')
  await page.getByRole('button', { name: 'Play The Night Train Library' }).tap()
  await player.expectSounding(audioUrl)
  await expect(player.bar).toContainText('The Night Train Library')
  await player.button('Pause').tap()
  await player.expectPaused()

  await player.button('Show queue').tap()
  await expect(player.queue).toContainText('Maëlle Tarrowick')
  const slider = player.queue.getByRole('slider', { name: 'Position' })
  await expect(slider).not.toHaveAttribute('aria-disabled', 'true')
  const { width, height } = (await slider.boundingBox()) ?? { width: 0, height: 0 }
  await slider.tap({ position: { x: width / 2, y: height / 2 } })
  await player.expectPosition(335, 370)
  await player.expectPaused()

  const { position } = await player.sound()
  await player.queue.getByRole('button', { name: 'Forward 30 seconds' }).tap()
  await player.expectPosition(position + 30, position + 30)
  await player.queue.getByRole('button', { name: 'Back 10 seconds' }).tap()
  await player.expectPosition(position + 20, position + 20)
  await player.queue.getByRole('button', { name: 'Play', exact: true }).tap()
  await player.expectSounding(audioUrl)

  await player.queue.getByRole('link', { name: 'The Night Train Library' }).first().tap()
  await expect(page).toHaveURL(catalogue.book('The Night Train Library').path)
  await expect(player.queue).toHaveCount(0)
  await player.expectSounding(audioUrl)
})

test('the menu leads through the site', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Menu', exact: true }).tap()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await menu.getByRole('link', { name: 'Audio Books' }).tap()
  await expect(page).toHaveURL('/audio-books')
  await expect(menu).toHaveCount(0)
  await page.getByRole('banner').getByRole('link', { name: 'Search' }).tap()
  await expect(page).toHaveURL('/search')
  await expect(page.getByRole('main').getByRole('searchbox')).toBeFocused()
})
