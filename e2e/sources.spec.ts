import { expectAccessible } from './accessible.ts'
import { type FeedServer, longestReadingMs, startFeedServer } from './feed-server.ts'
import { expectStateFits, expectWithinWidth } from './fits.ts'
import { expect, makeEditor, openSignedIn, test } from './people.ts'
import { longName } from './screens.ts'

/** Of `rising.mp3`. */
const soundSeconds = 125

let feed: FeedServer

test.use({ settings: { SOURCE_NETWORKS: '127.0.0.0/8' } })

test.beforeAll(async () => {
  feed = await startFeedServer(longName, 'rising.mp3')
  const notes =
    '<h2>Guests</h2><ul><li>Ada <b>Brook</b></li><li><a href="https://example.org/map">The map</a></li></ul><p>00:12 The harbour</p><script>alert(1)</script>'
  feed.items.push(
    { title: 'Dew', seconds: soundSeconds },
    { title: 'Rime', seconds: soundSeconds },
    { title: 'Fog', seconds: soundSeconds, notes },
  )
})

test.afterAll(() => feed.stop())

test('an editor adds a feed, plays it through the relay, and sees its new episode after a check', async ({
  page,
  site,
  player,
  trouble,
}) => {
  test.slow()
  trouble.expect(/422/)
  await openSignedIn(page, await makeEditor(site), '/edit')
  const podcasts = page.getByRole('region', { name: 'Podcasts' })
  await podcasts.getByRole('button', { name: 'Add by feed' }).press('Enter')
  const adding = page.getByRole('dialog', { name: 'Add a podcast by its feed' })
  const address = adding.getByLabel('Address of the feed')
  await expect(address).toBeFocused()
  await address.fill(feed.url.replace('feed.xml', 'none.xml'))
  await address.press('Enter')
  await expect(adding.getByRole('alert')).toContainText('The feed could not be read.')
  await expectStateFits(page, 'a feed that could not be read')
  await address.fill(feed.url)
  await address.press('Enter')

  const added = page.getByRole('dialog', { name: 'Added' })
  await expect(added.getByRole('heading', { name: longName })).toBeVisible({ timeout: longestReadingMs })
  await expect(added.getByRole('listitem')).toContainText(['Fog', 'Rime', 'Dew'])
  await expectStateFits(page, 'a feed that was added')
  await added.getByRole('link', { name: 'Open' }).press('Enter')

  await expect(page.getByRole('heading', { level: 1, name: longName })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Following/ })).toBeVisible()
  await expect(page.getByRole('link', { name: 'signals.example.org' })).toBeVisible()
  await page.getByRole('link', { name: 'Fog' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Fog' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Guests' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'The map' })).toHaveAttribute('rel', /noopener/)
  await expect(page.getByText('alert(1)')).toHaveCount(0)
  await expectAccessible(page, 'an episode with notes')
  await expectWithinWidth(page, 'an episode with notes')
  await page.setViewportSize({ width: 1280, height: 900 })

  await page.getByRole('button', { name: /^00:12, play from/ }).click()
  await player.expectSounding()
  expect((await player.sound()).src).toMatch(/^\/relay\/[\w-]{22}\.mp3/)
  await player.expectPosition(12, 16)
  await player.slider.press('ArrowRight')
  await player.expectPosition(17, 30)
  expect(feed.ranges.length).toBeGreaterThan(0)
  await player.button('Pause').click()
  await page.reload()
  await expect(player.start).toHaveText(/^Resume 00:[12]\d$/)

  await page.goto('/edit#sources')
  const sources = page.getByRole('region', { name: 'Sources' })
  const name = `the feed of ${longName}`
  await expect(sources.getByText(/^Checked (just now|\d min ago)$/)).toBeVisible()
  await expectAccessible(page, 'the table of sources')
  await expectWithinWidth(page, 'the table of sources')
  await page.setViewportSize({ width: 1280, height: 900 })
  feed.items.push({ title: 'Thaw', seconds: soundSeconds })
  await sources.getByRole('button', { name: `Check ${name} now` }).click()
  await expect(sources.getByText('Checking…')).toBeVisible()
  await expect(page.getByText(`${longName} is checked`)).toBeVisible({ timeout: 30_000 })
  await sources.getByRole('searchbox').fill('clockmaker')
  await sources.getByRole('searchbox').press('Enter')
  await sources.getByRole('link', { name: `Edit ${name}` }).click()
  await expect(
    page.getByRole('region', { name: 'Episodes' }).getByRole('rowheader', { name: 'Thaw' }),
  ).toBeVisible()

  await page.goto('/edit#sources')
  await sources.getByRole('button', { name: `More actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: /^Keep recordings/ }).click()
  const keeping = page.getByRole('dialog', { name: 'Keep recordings' })
  await expectStateFits(page, 'the question what is kept')
  await keeping.getByLabel('Recordings that are kept here').selectOption('All')
  await keeping.getByRole('button', { name: 'Save' }).click()
  await expect(keeping).toBeHidden()
  await expect(async () => {
    await page.reload()
    await expect(sources.getByText(/^4 kept here, /)).toBeVisible({ timeout: 2_000 })
  }).toPass({ timeout: 60_000 })
  await sources.getByRole('link', { name: longName }).first().click()
  await page.goto(page.url().replace('/edit/', '/'))
  await page.getByRole('button', { name: /^Play Thaw/ }).click()
  await player.expectSounding()
  expect((await player.sound()).src).toMatch(/^\/media\//)
  await player.button('Pause').click()

  await page.goto('/edit#sources')
  await sources.getByRole('button', { name: `More actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: /^Pause/ }).click()
  await expect(sources.getByText('Paused')).toBeVisible()
  await sources.getByRole('button', { name: `Delete ${name}` }).click()
  const removing = page.getByRole('dialog', { name: 'Remove the source' })
  await expectStateFits(page, 'the question what becomes of a podcast')
  await removing.getByRole('radio', { name: /goes, too/ }).check()
  await removing.getByRole('button', { name: 'Remove' }).click()
  await expect(sources.getByText('No podcast comes from a feed yet.')).toBeVisible()
  await expect(podcasts.getByRole('rowheader', { name: longName })).toHaveCount(0)
})
