import { expect, test } from './fixtures.ts'

test('times are told as minutes and seconds', async ({ player, catalogue }) => {
  await player.addToQueue(catalogue.book('The Night Train Library').path)
  await expect(player.bar).toContainText('00:00')
  await expect(player.bar).toContainText('11:42')
  await expect(player.slider).toHaveAttribute('max', '702')
  await expect(player.slider).not.toHaveAttribute('aria-disabled', 'true')
  await player.slider.fill('604')
  await expect(player.bar).toContainText('10:04')
  await expect(player.bar).toContainText('−01:38')
  await player.bar.getByTitle('Show the length').click()
  await expect(player.bar).toContainText('11:42')
  await expect(player.slider).toHaveAttribute(
    'aria-valuetext',
    '10 minutes 4 seconds of 11 minutes 42 seconds',
  )
})

test('the seek slider moves by keyboard while the sound goes on', { tag: '@engines' }, async ({
  player,
  catalogue,
}) => {
  await player.play(catalogue.book('The Night Train Library').path)
  await player.slider.focus()
  await player.slider.press('PageUp')
  await player.expectPosition(60, Number.POSITIVE_INFINITY)
  await player.expectSounding()
  await player.slider.press('Home')
  await player.expectPosition(0, 50)
  await player.expectSounding()
})

test('the seek slider moves by small and large steps, and to both ends', async ({ player, catalogue }) => {
  await player.addToQueue(catalogue.book('The Night Train Library').path)
  await expect(player.slider).not.toHaveAttribute('aria-disabled', 'true')
  for (const [key, second] of [
    ['PageUp', 60],
    ['ArrowRight', 65],
    ['ArrowLeft', 60],
    ['PageDown', 0],
    ['ArrowRight', 5],
    ['Home', 0],
  ] as const) {
    await player.slider.press(key)
    await player.expectPosition(second, second)
  }
})

for (const wasPlaying of [true, false]) {
  test(`holding the slider ${wasPlaying ? 'silences a sounding track until it is let go' : 'leaves a paused track paused'}`, async ({
    page,
    player,
    catalogue,
  }) => {
    await page.goto(catalogue.book('The Night Train Library').path)
    const start = wasPlaying ? 'Play' : 'Add to queue'
    await page.getByRole('main').getByRole('button', { name: start, exact: true }).click()
    if (wasPlaying) await player.expectSounding()
    await expect(player.slider).not.toHaveAttribute('aria-disabled', 'true')

    // The pointer waits for the bar to have arrived; its place is right only then.
    await player.slider.hover()
    const { x, y, width, height } = (await player.slider.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    await page.mouse.move(x + width * 0.25, y + height / 2)
    await page.mouse.down()
    await player.expectPaused()
    await page.mouse.move(x + width * 0.5, y + height / 2, { steps: 4 })
    await expect(player.bar).toContainText(/05:[45]\d/)
    // Nothing jumps before the slider is let go, wherever that is.
    await player.expectPosition(0, 200)
    await page.mouse.move(x + width * 0.5, y - 200)
    await page.mouse.up()
    await player.expectPosition(335, 370)
    if (wasPlaying) await player.expectSounding()
    else await player.expectPaused()
  })
}
