import { expect, test } from './fixtures.ts'

const lamplighter = 'The Lamplighter of Quiet Harbour'

test('a press on a card’s play button is heard, and only then there is a player', async ({
  page,
  player,
  catalogue,
}) => {
  const book = catalogue.book(lamplighter)
  await page.goto('/')
  const card = page.getByRole('article').filter({ hasText: lamplighter })
  await expect(card).toBeVisible()
  await expect(player.bar).toHaveCount(0)

  const play = card.getByRole('button', { name: `Play ${lamplighter}` })
  await play.click()
  await player.expectSounding(book.audioUrl)
  await expect(play).toHaveAttribute('aria-pressed', 'true')
  await expect(player.bar).toBeVisible()
  await expect(player.bar.getByRole('link', { name: lamplighter })).toHaveAttribute('href', book.path)
  await expect(player.bar).toContainText('Søren Halvmark')
  await expect(player.bar.locator('img')).toHaveAttribute('src', book.coverImagePreviewUrl ?? '')
  await expect(page).toHaveURL('/')

  await play.click()
  await player.expectPaused()
  await expect(play).toHaveAttribute('aria-pressed', 'false')
})

test('an audio book’s page plays, pauses and resumes', { tag: '@engines' }, async ({
  page,
  player,
  catalogue,
}) => {
  const book = catalogue.book(lamplighter)
  const main = page.getByRole('main')
  await page.goto(book.path)
  await main.getByRole('button', { name: 'Play', exact: true }).click()
  await player.expectSounding(book.audioUrl)
  await expect(player.bar).toContainText(/−01:(21|20|1\d)/)
  await player.bar.getByTitle('Show the length').click()
  await expect(player.bar).toContainText('01:21')

  await main.getByRole('button', { name: 'Pause', exact: true }).click()
  await player.expectPaused()
  const { position } = await player.sound()
  await player.start.click()
  await player.expectSounding()
  expect((await player.sound()).position).toBeGreaterThan(position)
  await player.slider.fill('30')
  await player.expectPosition(30, 34)
  await player.button('Pause').click()
  await player.expectPaused()
  await expect(player.start).toHaveText(/^Resume 00:3[0-4]$/)
  await page.reload()
  await expect(player.start).toHaveText(/^Resume 00:3[0-4]$/)
})

test('M4B, M4A and MP3 all sound', { tag: '@engines' }, async ({ player, catalogue }) => {
  for (const { path, audioUrl } of [
    catalogue.book('The Night Train Library'),
    catalogue.book('Bread, Slowly'),
    catalogue.episode('Listening to Ice'),
  ]) {
    await player.play(path, audioUrl)
  }
})

test('Play all starts at the first episode and the end of one is the start of the next', async ({
  player,
  catalogue,
}) => {
  const [first, second] = catalogue.podcast('Slow Signals').episodes
  await player.playAll(catalogue.podcast('Slow Signals').path, first?.audioUrl)
  await expect(player.bar).toContainText('A Light Every Twelve Seconds')
  await expect(player.bar).toContainText('Slow Signals')
  await player.playToEnd()
  await player.expectSounding(second?.audioUrl)
  await expect(player.bar).toContainText('What the Foghorn Knew')
})

test('the last track ends and stays', async ({ player, catalogue }) => {
  await player.play(catalogue.book('An Almanac for Bees').path)
  await player.playToEnd()
  await expect(player.button('Play')).toBeVisible()
  await expect(player.bar).toContainText('An Almanac for Bees')
})

test('previous and next keep within the queue', async ({ player, catalogue }) => {
  const [first, second] = catalogue.podcast('The Map Room').episodes
  await player.playAll(catalogue.podcast('The Map Room').path, first?.audioUrl)
  await expect(player.button('Previous')).toHaveAttribute('aria-disabled', 'true')
  await player.button('Next').click()
  await player.expectSounding(second?.audioUrl)
  await player.button('Previous').click()
  await player.expectSounding(first?.audioUrl)
  for (const title of ['Paper Rivers', 'North, More or Less', 'The Surveyor’s Dog']) {
    await player.button('Next').click()
    await expect(player.bar).toContainText(title)
  }
  await expect(player.button('Next')).toHaveAttribute('aria-disabled', 'true')
  await player.expectSounding()
})

test('speed and volume are heard at once and remembered', async ({ page, player, catalogue }) => {
  await player.play(catalogue.book('Bread, Slowly').path)
  await player.button('Speed 1×').click()
  await page.getByRole('dialog', { name: 'Speed' }).getByRole('button', { name: '1.4×' }).click()
  await expect.poll(async () => (await player.sound()).speed).toBe(1.4)
  await page.keyboard.press('Escape')
  await player.button('Mute').click()
  await expect.poll(async () => (await player.sound()).muted).toBe(true)

  await page.reload()
  await expect(player.button('Speed 1.4×')).toBeVisible()
  await player.button('Unmute').click()
  await player.button('Play').click()
  await player.expectSounding()
  expect(await player.sound()).toMatchObject({ speed: 1.4, muted: false })

  // Another book has a speed of its own.
  const other = catalogue.book('Salt and Orchard')
  await page.getByRole('banner').getByRole('link', { name: 'Audio Books' }).click()
  await page.getByRole('button', { name: 'Play Salt and Orchard' }).click()
  await player.expectSounding(other.audioUrl)
  expect(await player.sound()).toMatchObject({ speed: 1 })
})
