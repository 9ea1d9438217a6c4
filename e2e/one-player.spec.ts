import { expect, test } from './fixtures.ts'
import { PlayerDriver } from './player-driver.ts'

test('a tab that starts pauses the other, which shows what plays and can have it', async ({
  page,
  context,
  player,
  catalogue,
}) => {
  const [book, other] = [catalogue.book('Bread, Slowly'), catalogue.book('Salt and Orchard')]
  await player.play(book.path, book.audioUrl)

  const second = await context.newPage()
  const there = new PlayerDriver(second)
  await second.goto(other.path)
  await expect(there.bar.getByText('Playing in another tab: Bread, Slowly')).toBeVisible()
  await second.getByRole('main').getByRole('button', { name: 'Play', exact: true }).click()
  await there.expectSounding(other.audioUrl)
  await player.expectPaused()
  await expect(player.bar.getByText('Playing in another tab: Salt and Orchard')).toBeVisible()

  await player.button('Play here').click()
  await player.expectSounding(other.audioUrl)
  await there.expectPaused()
  await expect(there.bar.getByText('Playing in another tab: Salt and Orchard')).toBeVisible()

  // Closed from outside it says no word: the browser takes its turn back.
  await page.close()
  await expect(there.bar.getByText(/Playing in another tab/)).toHaveCount(0)
})
