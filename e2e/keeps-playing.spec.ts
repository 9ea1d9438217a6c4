import { expect, test } from './fixtures.ts'
import { searchFor } from './page-parts.ts'

test('the sound goes on through the whole site, from one and the same audio element', {
  tag: '@engines',
}, async ({ page, player, catalogue }) => {
  const { audioUrl } = catalogue.book('The Night Train Library')
  await page.goto('/')
  await page.getByRole('button', { name: 'Play The Night Train Library' }).click()
  await player.expectSounding(audioUrl)
  const element = await page.locator('audio').elementHandle()
  let heardUntil = 0

  async function expectStillPlaying(path: string | RegExp): Promise<void> {
    await expect(page).toHaveURL(path)
    await player.expectSounding(audioUrl)
    expect(await page.evaluate((first) => first === document.querySelector('audio'), element)).toBe(true)
    await expect(page.locator('audio')).toHaveCount(1)
    const { position } = await player.sound()
    expect(position).toBeGreaterThan(heardUntil)
    heardUntil = position
  }

  const banner = page.getByRole('banner')
  await banner.getByRole('link', { name: 'Audio Books' }).click()
  await expectStillPlaying('/audio-books')
  await page.getByRole('button', { name: 'Page 2' }).click()
  await expectStillPlaying('/audio-books?pageNumber=2')
  await page.getByRole('link', { name: 'An Almanac for Bees' }).click()
  await expectStillPlaying(catalogue.book('An Almanac for Bees').path)
  await banner.getByRole('link', { name: 'Podcasts' }).click()
  await expectStillPlaying('/podcasts')
  await page.getByRole('link', { name: 'Slow Signals' }).click()
  await page.getByRole('link', { name: 'Listening to Ice' }).click()
  await expectStillPlaying(catalogue.episode('Listening to Ice').path)
  await searchFor(banner.getByRole('searchbox'), 'harbour')
  await expectStillPlaying('/search?search=harbour')
  await banner.getByRole('link', { name: 'Earmark' }).click()
  await expectStillPlaying('/')
  await page.goBack()
  await expectStillPlaying('/search?search=harbour')
})

test('queue, current track and position survive a reload, paused', { tag: '@engines' }, async ({
  page,
  player,
  catalogue,
}) => {
  const [first, second] = catalogue.podcast('Slow Signals').episodes
  await player.playAll(catalogue.podcast('Slow Signals').path, first?.audioUrl)
  await player.button('Next').click()
  await player.expectSounding(second?.audioUrl)
  await player.slider.fill('30')
  await player.expectPosition(30, 33)
  await player.expectSounding()

  await page.reload()
  await expect(player.bar).toContainText('What the Foghorn Knew')
  await expect(player.slider).not.toHaveAttribute('aria-disabled', 'true')
  const restored = await player.sound()
  expect(restored).toMatchObject({ src: second?.audioUrl, paused: true })
  expect(restored.position).toBeGreaterThanOrEqual(30)
  await expect(player.bar).toContainText(/00:3\d/)
  await player.openQueue()
  await expect(player.queued()).toHaveCount(6)

  await player.button('Play').click()
  await player.expectSounding()
  expect((await player.sound()).position).toBeGreaterThan(30)
})

test('the very first track of a visit survives a reload, too', async ({ page, player, catalogue }) => {
  const { path, audioUrl } = catalogue.book('Bread, Slowly')
  await player.play(path, audioUrl)
  await expect(player.bar).toBeVisible()
  await page.reload()
  await expect(player.bar).toContainText('Bread, Slowly')
  expect(await player.sound()).toMatchObject({ src: audioUrl, paused: true })
})

test('the system’s controls know the track and steer the player', async ({ page, player, catalogue }) => {
  await page.addInitScript(() => {
    const { mediaSession } = navigator
    const handlers: Record<string, MediaSessionActionHandler | null> = {}
    const setActionHandler = mediaSession.setActionHandler.bind(mediaSession)
    mediaSession.setActionHandler = (action, handler) => {
      handlers[action] = handler
      setActionHandler(action, handler)
    }
    Object.assign(window, {
      systemAsks: (action: MediaSessionAction, more: object) => handlers[action]?.({ action, ...more }),
    })
  })
  const ask = (action: MediaSessionAction, more: object = {}) =>
    page.evaluate(
      ([wanted, details]) =>
        (window as unknown as { systemAsks: (action: string, more: object) => void }).systemAsks(
          wanted,
          details,
        ),
      [action, more] as const,
    )
  const session = () =>
    page.evaluate(() => {
      const { metadata, playbackState } = navigator.mediaSession
      const { title, artist, artwork } = metadata ?? { title: '', artist: '', artwork: [] }
      return { title, artist, sizes: artwork.map(({ sizes }) => sizes), playbackState }
    })

  await player.playAll(catalogue.podcast('Slow Signals').path)
  await expect.poll(session).toMatchObject({
    title: 'A Light Every Twelve Seconds',
    artist: 'Slow Signals',
    playbackState: 'playing',
  })
  expect((await session()).sizes).toContain('512x512')

  await ask('nexttrack')
  await player.expectSounding(catalogue.episode('What the Foghorn Knew').audioUrl)
  await expect.poll(session).toMatchObject({ title: 'What the Foghorn Knew' })
  await ask('pause')
  await player.expectPaused()
  await expect.poll(session).toMatchObject({ playbackState: 'paused' })
  await ask('seekto', { seekTime: 40 })
  await player.expectPosition(40, 40)
  await ask('play')
  await player.expectSounding()
  await ask('previoustrack')
  await player.expectSounding(catalogue.episode('A Light Every Twelve Seconds').audioUrl)
})

test('the next track is fetched ahead shortly before its turn', async ({ page, player, catalogue }) => {
  const [, second] = catalogue.podcast('Slow Signals').episodes
  await player.playAll(catalogue.podcast('Slow Signals').path)
  const ahead = page.waitForRequest((request) => new URL(request.url()).pathname === second?.audioUrl)
  await player.slider.fill('45')
  await ahead
})
