import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

/** Long enough that a slow machine does not come to its end. */
const recording = 'The Night Train Library'

test('the sleep timer counts what is heard, fades, stops, takes back ten seconds, and can be extended', {
  tag: '@engines',
}, async ({ page, player, catalogue }) => {
  await player.play(catalogue.book(recording).path)
  await player.button('Sleep timer').press('Enter')
  const choices = page.getByRole('dialog', { name: 'Sleep timer' })
  await choices.getByRole('button', { name: 'Other' }).press('Enter')
  await choices.getByRole('spinbutton').fill('1')
  await choices.getByRole('spinbutton').press('Enter')
  await expect(choices).toBeHidden()
  // Its name counts the last minute by the second.
  const name = /^Sleep timer, (1 minute|\d+ seconds) left$/
  await expect(player.bar.getByRole('button', { name })).toBeVisible()

  // The recording runs sixteen times as fast: a minute of it takes four seconds. Each step of the fade sets it back.
  const start = (await player.sound()).position
  await runAt(page, 16)
  await player.expectPaused()
  const { position, duration, volume } = await player.sound()
  expect(position).toBeGreaterThan(start + 44)
  // A tick of the player lasts as long as the machine lets it, and all of it is heard.
  expect(position).toBeLessThan(duration)
  expect(volume).toBe(1)

  await runAt(page, null)
  const toast = page.getByText('Stopped by the sleep timer')
  await expect(toast).toBeVisible()
  await page.getByRole('button', { name: 'Extend', exact: true }).press('Enter')
  await expect(toast).toHaveCount(0)
  await player.expectSounding()
  await expect(player.button('Sleep timer, 10 minutes left')).toBeVisible()
})

/** Whatever the player says to it; null: as the player says. */
async function runAt(page: Page, rate: number | null): Promise<void> {
  await page.evaluate((wanted) => {
    const audio = document.querySelector('audio')
    if (audio === null) return
    const hasten = () => {
      if (wanted !== null && audio.playbackRate !== wanted) audio.playbackRate = wanted
    }
    audio.onratechange = hasten
    if (wanted === null) audio.playbackRate = audio.defaultPlaybackRate
    hasten()
  }, rate)
}

test('at the end of the track it stops, and goes on with the next one', async ({
  page,
  player,
  catalogue,
}) => {
  const [first, second] = catalogue.podcast('Slow Signals').episodes
  await player.playAll(catalogue.podcast('Slow Signals').path, first?.audioUrl)
  await player.button('Sleep timer').click()
  await page.getByRole('button', { name: 'End of track' }).click()
  await player.playToEnd()
  await expect(page.getByText('Stopped by the sleep timer')).toBeVisible()
  expect(await player.sound()).toMatchObject({ src: first?.audioUrl, paused: true })
  await player.button('Play').click()
  await player.expectSounding(second?.audioUrl)
})
