import type { Locator } from '@playwright/test'
import { expect, test } from './fixtures.ts'

test('playing an episode queues its podcast’s episodes with audio and starts there', async ({
  player,
  catalogue,
}) => {
  const episode = catalogue.episode('North, More or Less')
  await player.play(episode.path, episode.audioUrl)
  await player.openQueue()
  const titles = ['The Island Nobody Lost', 'Paper Rivers', 'North, More or Less', 'The Surveyor’s Dog']
  await expect(player.queued()).toContainText(titles)
  await expect(player.queue.locator('[aria-current=true]')).toContainText('North, More or Less')
})

test('what is added before the player’s bar has come is still there after a reload', async ({
  page,
  player,
  catalogue,
}) => {
  const book = catalogue.book('Bread, Slowly')
  await page.route(/\/assets\/bar-/, () => {})
  await player.addToQueue(book.path)
  await expect(page.getByRole('region', { name: 'Messages' })).toContainText('Audio Book added to queue')
  await expect(player.bar).toHaveCount(0)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.reload()
  await player.openQueue()
  await expect(player.queued()).toContainText(['Bread, Slowly'])
})

test('playing something else replaces the queue', async ({ page, player, catalogue }) => {
  const podcast = catalogue.podcast('Kitchen Table Physics')
  await page.goto(podcast.path)
  await page.getByRole('button', { name: 'Play Bubbles Are Lazy' }).click()
  await player.expectSounding(catalogue.episode('Bubbles Are Lazy').audioUrl)
  await page.getByRole('banner').getByRole('link', { name: 'Audio Books' }).click()
  await page.getByRole('button', { name: 'Play The House on Łąkowa Street' }).click()
  await player.expectSounding(catalogue.book('The House on Łąkowa Street').audioUrl)
  await player.openQueue()
  await expect(player.queued()).toHaveCount(1)
  await expect(player.queued()).toContainText(['The House on Łąkowa Street'])
})

test('adding says so, and loads without playing when nothing is current', async ({
  page,
  player,
  catalogue,
}) => {
  const messages = page.getByRole('region', { name: 'Messages' })
  const book = catalogue.book('Bread, Slowly')
  await player.addToQueue(book.path)
  await expect(messages.getByText('Audio Book added to queue')).toBeVisible()
  await expect(player.bar).toContainText('Bread, Slowly')
  await expect(player.slider).not.toHaveAttribute('aria-disabled', 'true')
  expect(await player.sound()).toMatchObject({ src: book.audioUrl, paused: true, position: 0 })
  await expect(messages.getByText('Audio Book added to queue')).toHaveCount(0)

  await page.getByRole('banner').getByRole('link', { name: 'Podcasts' }).click()
  await page.getByRole('link', { name: 'Slow Signals' }).click()
  await page.getByRole('button', { name: 'Add Listening to Ice to queue' }).click()
  await expect(messages.getByText('Episode added to queue')).toBeVisible()
  await messages.getByRole('button', { name: 'Close' }).click()
  await expect(messages.getByText('Episode added to queue')).toHaveCount(0)
  await expect(player.bar).toContainText('Bread, Slowly')
  await player.openQueue()
  await expect(player.queued()).toContainText(['Bread, Slowly', 'Listening to Ice'])
  await player.expectPaused()
})

test('a podcast is added whole: what it has with audio, in order', async ({ page, player, catalogue }) => {
  await page.goto(catalogue.podcast('The Map Room').path)
  const main = page.getByRole('main')
  await main.getByRole('button', { name: 'Add to queue', exact: true }).click()
  await expect(
    page.getByRole('region', { name: 'Messages' }).getByText('Podcast added to queue'),
  ).toBeVisible()
  await player.openQueue()
  const titles = ['The Island Nobody Lost', 'Paper Rivers', 'North, More or Less', 'The Surveyor’s Dog']
  await expect(player.queued()).toContainText(titles)
  await player.expectPaused()
})

test('the queue plays an item, shows the time, and the list goes on from there', { tag: '@engines' }, async ({
  player,
  catalogue,
}) => {
  await player.playAll(catalogue.podcast('Slow Signals').path)
  await player.openQueue()
  await expect(player.queued()).toHaveCount(6)
  await player.queue.getByRole('button', { name: 'Play The Pigeon Who Walked' }).click()
  await player.expectSounding(catalogue.episode('The Pigeon Who Walked').audioUrl)
  await expect(player.queue).toContainText(/00:\d\d \/ 01:18/)
  await expect(player.queued()).toHaveCount(6)
  await player.queue.getByRole('button', { name: 'Pause The Pigeon Who Walked' }).click()
  await player.expectPaused()
})

test('the queue opens an item’s page and closes on the way', async ({ page, player, catalogue }) => {
  await player.playAll(catalogue.podcast('Slow Signals').path)
  await player.openQueue()
  await player.queue.getByRole('link', { name: 'Semaphore on the Roof' }).click()
  await expect(page).toHaveURL(catalogue.episode('Semaphore on the Roof').path)
  await expect(player.queue).toHaveCount(0)
  await player.expectSounding(catalogue.episode('A Light Every Twelve Seconds').audioUrl)

  await player.openQueue()
  await page.goBack()
  await expect(page).toHaveURL(catalogue.podcast('Slow Signals').path)
  await expect(player.queue).toHaveCount(0)
})

test('removing the current track goes on with the first remaining one', async ({
  page,
  player,
  catalogue,
}) => {
  await page.goto(catalogue.podcast('The Map Room').path)
  await page.getByRole('button', { name: 'Play North, More or Less' }).click()
  await player.expectSounding(catalogue.episode('North, More or Less').audioUrl)
  await player.openQueue()
  await player.queue.getByRole('button', { name: 'Remove North, More or Less from queue' }).click()
  await expect(player.bar).toContainText('The Island Nobody Lost')
  await expect
    .poll(async () => (await player.sound()).src)
    .toBe(catalogue.episode('The Island Nobody Lost').audioUrl)

  await player.queue.getByRole('button', { name: 'Remove Paper Rivers from queue' }).click()
  await expect(player.queued()).toContainText(['The Island Nobody Lost', 'The Surveyor’s Dog'])
  await expect(player.bar).toContainText('The Island Nobody Lost')
  await player.queue.getByRole('button', { name: 'Remove The Island Nobody Lost from queue' }).click()
  await expect(player.bar).toContainText('The Surveyor’s Dog')
  await player.queue.getByRole('button', { name: 'Remove The Surveyor’s Dog from queue' }).click()
  await expect(player.bar).toHaveCount(0)
  await player.expectPaused()
})

test('Remove all silences the player and takes it away', async ({ page, player, catalogue }) => {
  await player.playAll(catalogue.podcast('Slow Signals').path)
  await player.openQueue()
  await player.queue.getByRole('button', { name: 'Remove all' }).click()
  await expect(player.queue).toHaveCount(0)
  await expect(player.bar).toHaveCount(0)
  await expect.poll(() => player.sound()).toMatchObject({ src: '', paused: true })
  await page.reload()
  await expect(page.getByRole('button', { name: 'Play all' })).toBeVisible()
  await expect(player.bar).toHaveCount(0)
})

test('a queue made by hand comes back by Undo, and so does what Remove all took', async ({
  page,
  player,
  catalogue,
}) => {
  const messages = page.getByRole('region', { name: 'Messages' })
  await page.goto(catalogue.podcast('The Map Room').path)
  await page.getByRole('button', { name: 'Play Paper Rivers' }).click()
  await player.expectSounding(catalogue.episode('Paper Rivers').audioUrl)
  await page.getByRole('button', { name: 'Add The Surveyor’s Dog to queue' }).click()
  await page.getByRole('banner').getByRole('link', { name: 'Audio Books' }).click()
  await page.getByRole('button', { name: 'Play The House on Łąkowa Street' }).click()
  await player.expectSounding(catalogue.book('The House on Łąkowa Street').audioUrl)
  await expect(messages.getByText('The queue was replaced')).toBeVisible()
  await messages.getByRole('button', { name: 'Undo' }).click()
  await player.expectSounding(catalogue.episode('Paper Rivers').audioUrl)
  await player.openQueue()
  await expect(player.queued()).toHaveCount(5)

  await player.queue.getByRole('button', { name: 'Remove all' }).press('Enter')
  await expect(player.bar).toHaveCount(0)
  await messages.getByRole('button', { name: 'Undo' }).press('Enter')
  await player.expectSounding(catalogue.episode('Paper Rivers').audioUrl)
  await expect(player.queue).toHaveCount(0)
  await player.openQueue()
  await expect(player.queued()).toHaveCount(5)
})

test('the focus is never lost with what goes away', async ({ page, player, catalogue }) => {
  const focused = () =>
    page.evaluate(() => document.activeElement?.id || document.activeElement?.getAttribute('title'))
  const messages = page.getByRole('region', { name: 'Messages' })
  await page.goto(catalogue.podcast('The Map Room').path)
  const fill = async () => {
    await page.getByRole('button', { name: 'Play next: Paper Rivers' }).press('Enter')
    await page.getByRole('button', { name: 'Play next: The Surveyor’s Dog' }).press('Enter')
    await player.openQueue()
  }
  await fill()
  await messages.getByRole('button', { name: 'Close' }).first().press('Enter')
  await expect.poll(focused).not.toBe(undefined)
  await player.queue.getByRole('button', { name: 'Remove Paper Rivers from queue' }).press('Enter')
  await expect.poll(focused).toBe('Remove The Surveyor’s Dog from queue')
  await page.keyboard.press('Enter')
  await expect(player.bar).toHaveCount(0)
  await expect(player.queue).toHaveCount(0)
  await expect.poll(focused).toBe('content')
  await fill()
  await player.queue.getByRole('button', { name: 'Remove all' }).press('Enter')
  await expect(player.bar).toHaveCount(0)
  await expect.poll(focused).toBe('content')
  await messages.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(player.bar).toBeVisible()
  await expect.poll(focused).toBe('content')
})

test('the queue is closed by its button, by the bar’s and by Escape', async ({ page, player, catalogue }) => {
  await player.addToQueue(catalogue.book('Bread, Slowly').path)
  await player.openQueue()
  await player.queue.getByRole('button', { name: 'Close queue' }).click()
  await expect(player.queue).toHaveCount(0)
  await player.openQueue()
  await player.button('Hide queue').click()
  await expect(player.queue).toHaveCount(0)
  await player.openQueue()
  await page.keyboard.press('Escape')
  await expect(player.queue).toHaveCount(0)
  await expect(player.button('Show queue')).toBeFocused()
})

test('the queue is put in order by a pointer and by keys, and stays so', async ({
  page,
  player,
  catalogue,
}) => {
  await player.playAll(catalogue.podcast('The Map Room').path)
  await player.openQueue()
  const handle = (title: string) => player.queue.getByRole('button', { name: `Move ${title}`, exact: true })

  await handle('The Surveyor’s Dog').press('ArrowUp')
  await expect(player.queue.getByText('Moved to place 3 of 4')).toBeAttached()
  await expect(handle('The Surveyor’s Dog')).toBeFocused()
  await handle('The Surveyor’s Dog').press('ArrowUp')
  const titles = ['The Island Nobody Lost', 'The Surveyor’s Dog', 'Paper Rivers', 'North, More or Less']
  await expect(player.queued()).toContainText(titles)

  const [from, to] = await Promise.all([handle('North, More or Less'), handle('Paper Rivers')].map(middle))
  await page.mouse.move(from?.x ?? 0, from?.y ?? 0)
  await page.mouse.down()
  await page.mouse.move(to?.x ?? 0, (to?.y ?? 0) + 4, { steps: 4 })
  await page.mouse.up()
  const wanted = ['The Island Nobody Lost', 'The Surveyor’s Dog', 'North, More or Less', 'Paper Rivers']
  await expect(player.queued()).toContainText(wanted)
  await player.expectSounding(catalogue.episode('The Island Nobody Lost').audioUrl)

  await page.reload()
  await player.openQueue()
  await expect(player.queued()).toContainText(wanted)
})

test('Play next puts it behind what plays', async ({ page, player, catalogue }) => {
  await player.playAll(catalogue.podcast('The Map Room').path)
  await page.getByRole('button', { name: 'Play next: The Surveyor’s Dog' }).click()
  await expect(page.getByText('Episode plays next')).toBeVisible()
  await player.button('Next').click()
  await player.expectSounding(catalogue.episode('The Surveyor’s Dog').audioUrl)
  await player.openQueue()
  await expect(player.queued()).toHaveCount(5)
})

async function middle(locator: Locator): Promise<{ x: number; y: number }> {
  const { x, y, width, height } = (await locator.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  return { x: x + width / 2, y: y + height / 2 }
}
