import { expectAccessible } from './accessible.ts'
import { type FeedServer, longestReadingMs, startFeedServer } from './feed-server.ts'
import { expectStateFits, expectWithinWidth } from './fits.ts'
import { expect, makeEditor, openSignedIn, test } from './people.ts'
import { longName } from './screens.ts'

/** Listeners may ask for no other ports than those of the web. */
const atPort80 = { host: '127.0.0.80', port: 80 }

let feed: FeedServer | null = null

test.use({ settings: { SOURCES: 'listeners', SOURCE_NETWORKS: '127.0.0.80/32' } })

test.beforeAll(async () => {
  feed = await startFeedServer(longName, 'rising.mp3', atPort80).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EACCES' && process.env.CI !== 'true') return null
    throw error
  })
  feed?.items.push({ title: 'Dew', seconds: 125 }, { title: 'Rime', seconds: 125 })
})

test.afterAll(() => feed?.stop())

test('a listener adds a feed for themselves and plays it; others see it once an editor lists it', async ({
  page,
  site,
  player,
  trouble,
  person,
  browser,
}) => {
  test.slow()
  test.skip(feed === null, 'Only an administrator of this machine may listen at port 80.')
  trouble.expect(/404|422/)
  await openSignedIn(page, person, '/my-library')
  await page.getByRole('button', { name: 'Add by feed' }).press('Enter')
  const adding = page.getByRole('dialog', { name: 'Add a podcast by its feed' })
  const address = adding.getByLabel('Address of the feed')
  await expect(address).toBeFocused()
  await address.fill('http://127.0.0.80/none.xml')
  await address.press('Enter')
  await expect(adding.getByRole('alert')).toHaveText('The feed could not be read.')
  await expectStateFits(page, 'a feed that a listener could not add')
  await address.fill('http://127.0.0.80/feed.xml')
  await address.press('Enter')

  await expect(page.getByRole('heading', { level: 1, name: longName })).toBeVisible({
    timeout: longestReadingMs,
  })
  await expect(page.getByText(/^You follow .* from now on$/)).toBeVisible()
  await expect(page.getByRole('button', { name: /^Following/ })).toBeVisible()
  await page.getByRole('button', { name: /^Play/ }).first().click()
  await player.expectSounding()
  await player.button('Pause').click()
  const { pathname } = new URL(page.url())

  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: longName })).toBeVisible()
  await page.getByRole('link', { name: 'Dew' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Dew' })).toBeVisible()
  await page.goto('/my-library')
  await expect(page.getByRole('article', { name: longName })).toBeVisible()
  await expectAccessible(page, 'a library with a podcast of one’s own')
  await expectWithinWidth(page, 'a library with a podcast of one’s own')
  await page.goto('/podcasts')
  // The player has its name, too.
  const main = page.getByRole('main')
  await expect(main.getByText('There are no Podcasts here')).toBeVisible()
  await expect(main.getByText(longName)).toHaveCount(0)

  const context = await browser.newContext({ baseURL: site.url })
  const other = await context.newPage()
  await other.goto(pathname)
  await expect(other.getByRole('heading', { level: 1, name: 'Not found' })).toBeVisible()
  await expect(other.getByText(longName)).toHaveCount(0)
  await openSignedIn(other, await makeEditor(site), pathname)
  await expect(other.getByText('only editors and who follows its feed see this page')).toBeVisible()
  await expect(other.getByRole('heading', { level: 1, name: longName })).toBeVisible()
  await expectWithinWidth(other, 'the page of an unlisted podcast')
  await other.goto(`/edit${pathname}`)
  await expect(other.getByText('A listener has added its feed')).toBeVisible()
  await other.getByRole('button', { name: 'Publish now' }).click()
  await expect(other.getByText('A listener has added its feed')).toHaveCount(0)
  await other.goto(pathname)
  await expect(other.getByRole('heading', { level: 1, name: longName })).toBeVisible()
  await context.close()
})
