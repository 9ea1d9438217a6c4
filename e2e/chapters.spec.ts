import { expectAccessible } from './accessible.ts'
import { expect, senderFor, test } from './people.ts'
import { tabTo } from './fixtures.ts'

test.use({ sampleCatalogue: true })

/** Long enough for three chapters of twenty seconds. */
const recording = 'The Night Train Library'
const titles = ['The Platform', 'The Sleeping Car', `Arrival ${'at a platform without a name '.repeat(6)}`]

test('a listener goes by chapter with the keyboard, from the page, the bar and its list', async ({
  page,
  site,
  catalogue,
  player,
}) => {
  test.slow()
  const { path } = catalogue.book(recording)
  const sendAs = await senderFor(site, site.admin)
  const { version } = await sendAs<{ version: number }>(`${path}/chapters`, undefined, 'GET')
  const chapters = titles.map((title, index) => ({ startSeconds: index * 20, title }))
  await sendAs(`${path}/chapters`, { chapters, baseVersion: version }, 'PUT')

  await page.goto(path)
  const summary = page.getByRole('main').getByText('3 chapters')
  await tabTo(page, summary)
  await page.keyboard.press('Enter')
  const second = page.getByRole('main').getByRole('button', { name: /^Play chapter 2, The Sleeping Car/ })
  await tabTo(page, second)
  await page.keyboard.press('Enter')
  await player.expectSounding()
  await expect(second).toHaveAttribute('aria-current', 'true')
  await expect(player.slider).toHaveAttribute(
    'aria-valuetext',
    /^Chapter 2 of 3, The Sleeping Car, \d+ seconds of 20$/,
  )

  await page.keyboard.press('Shift+ArrowRight')
  const line = player.bar.getByRole('button', { name: /^Chapter 3, Arrival/ })
  await expect(line).toBeVisible()
  // A long name is cut, and covers no control.
  const [{ x, width } = { x: 0, width: 0 }, beside] = await Promise.all([
    line.boundingBox().then((box) => box ?? undefined),
    player.button('Previous').boundingBox(),
  ])
  expect(x + width).toBeLessThanOrEqual(beside?.x ?? 0)
  await expect.poll(async () => (await player.sound()).position).toBeGreaterThanOrEqual(40)

  await expectAccessible(page, 'the chapter in the bar')

  await tabTo(page, player.bar.getByRole('button', { name: /^Chapter 3, Arrival/ }))
  await page.keyboard.press('Enter')
  const list = page.getByRole('dialog', { name: 'Chapters' })
  await list.getByRole('button', { name: /^Play chapter 1, The Platform/ }).press('Enter')
  await expect(list).toBeHidden()
  await expect(player.slider).toHaveAttribute('aria-valuetext', /^Chapter 1 of 3/)

  await player.button('Sleep timer').press('Enter')
  await page.getByRole('button', { name: 'End of this chapter' }).press('Enter')
  for (let seconds = 0; seconds < 10; seconds += 5) await player.slider.press('ArrowRight')
  // A chapter is heard to its end.
  const isPaused = async () => (await player.sound()).paused
  await expect.poll(isPaused, { timeout: 60_000 }).toBe(true)
  expect((await player.sound()).position).toBe(20)

  // On a phone the slider is of the chapter, above a line of the whole.
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Open player' }).click()
  const slider = player.full.getByRole('slider', { name: 'Position' })
  await expect(slider).toHaveAttribute('min', '20')
  await expect(slider).toHaveAttribute('max', '40')
  await expect(player.full).toContainText('00:20 of 11:42')
  await expect(player.full.getByRole('button', { name: 'Chapter 2 of 3, The Sleeping Car' })).toBeVisible()
  await expectAccessible(page, 'the full player with chapters')
  await slider.press('ArrowRight')
  await expect(player.full).toContainText('00:25 of 11:42')
  await slider.press('End')
  await expect(slider).toHaveAttribute('min', '40')
  await expect(player.full).toContainText('00:40 of 11:42')
})
