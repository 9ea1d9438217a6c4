import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { expectTitles, expectWithinWidth } from './fits.ts'
import { main } from './page-parts.ts'
import { expect, makePerson, openSignedIn, test } from './people.ts'

/** What somebody keeps in a library of their own, on the sample catalogue of a server with accounts. */

test.use({ sampleCatalogue: true })

const add = (page: Page) => main(page).getByRole('button', { name: 'Add to My Library' })
const remove = (page: Page) => main(page).getByRole('button', { name: 'Remove from My Library' })
const told = (page: Page, text: string) => expect(page.getByText(text, { exact: true })).toBeVisible()
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

async function openLibrary(page: Page): Promise<void> {
  await page.getByRole('banner').getByRole('link', { name: 'My Library' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'My Library' })).toBeFocused()
}

test('a book, an episode and a podcast come into the library, are played, and leave it', async ({
  page,
  person,
  catalogue,
  player,
}) => {
  const book = catalogue.book('Salt and Orchard')
  const podcast = catalogue.podcast('Slow Signals')
  await openSignedIn(page, person, book.path)
  await add(page).click()
  await told(page, 'Added to My Library')
  await expect(remove(page)).toBeVisible()

  await page.goto(`/podcasts/${podcast.id}/episodes/${podcast.episodes[1]?.id}`)
  await expect(add(page)).toBeEnabled()
  await add(page).focus()
  await page.keyboard.press('Enter')
  await told(page, 'Added to My Library')

  await openLibrary(page)
  await expect(page).toHaveURL('/my-library')
  await expect(page).toHaveTitle('Earmark - My Library')
  await expect(section(page, 'Audio Books').getByRole('link', { name: book.name })).toBeVisible()
  const group = section(page, 'Podcasts').getByRole('article', { name: podcast.name })
  await expect(group.getByText('1 episode', { exact: true })).toBeVisible()

  await group.getByRole('link', { name: podcast.name, exact: true }).click()
  await remove(page).click()
  await told(page, 'Removed all from My Library')
  await add(page).click()
  await told(page, 'Added all to My Library')

  await openLibrary(page)
  await expect(group.getByRole('listitem')).toHaveCount(podcast.episodes.length)
  await expectTitles(page, 'My Library')
  await group.getByRole('button', { name: 'Play all' }).click()
  await player.expectSounding()
  await player.openQueue()
  const playable = podcast.episodes.filter(({ audioUrl }) => audioUrl !== null)
  await expect(player.queued()).toHaveCount(playable.length)
  await player.queue.getByRole('button', { name: 'Close queue' }).click()

  await section(page, 'Audio Books').getByRole('link', { name: book.name }).click()
  await remove(page).click()
  await told(page, 'Removed from My Library')
  await page.reload()
  await expect(add(page)).toBeEnabled()
  await openLibrary(page)
  await main(page).getByText('There are no Audio Books here').waitFor()
})

test('an empty library leads to the catalogue', async ({ page, person }) => {
  await openSignedIn(page, person, '/my-library')
  await expect(main(page).getByText('There are no Audio Books here', { exact: true })).toBeVisible()
  await expect(main(page).getByText('There are no Podcasts here', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Browse all Podcasts' }).click()
  await expect(page).toHaveURL('/podcasts')
})

test('what fails is taken back and said', async ({ page, person, catalogue, trouble }) => {
  trouble.expect(/500/)
  await openSignedIn(page, person, catalogue.book('Salt and Orchard').path)
  let refuse = () => {}
  const refused = new Promise<void>((resolve) => (refuse = resolve))
  await page.route('**/api/libraries/me', async (route) => {
    if (route.request().method() === 'GET') return await route.continue()
    await refused
    await route.fulfill({ status: 500, json: [{ code: 'InternalError', description: 'Not today.' }] })
  })
  await add(page).click()
  await expect(remove(page)).toBeVisible()
  refuse()
  await expect(page.getByText('Adding to My Library failed')).toContainText('Not today.')
  await expect(add(page)).toBeVisible()
})

test('a library that cannot be loaded is not found, under its own address', async ({
  page,
  person,
  trouble,
}) => {
  trouble.expect(/500/, /^console: ApiError/)
  await openSignedIn(page, person)
  await page.route('**/api/libraries/me', (route) => route.fulfill({ status: 500, json: [] }))
  await page.goto('/my-library')
  await expect(page.getByText('Element not found.')).toBeVisible()
  await expect(page).toHaveURL('/my-library')
  await page.unroute('**/api/libraries/me')
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'My Library' })).toBeVisible()
})

test('nobody sees a library without signing in, nor that of whoever was there before', async ({
  page,
  person,
  site,
  catalogue,
}) => {
  await page.goto('/my-library')
  await expect(page).toHaveURL(/\/auth\/login/)
  await openSignedIn(page, person, catalogue.book('Salt and Orchard').path)
  await add(page).click()
  await told(page, 'Added to My Library')
  await page.goto('/user-profile')
  await page.getByRole('button', { name: 'Log out', exact: true }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('banner').getByRole('link', { name: 'My Library' })).toHaveCount(0)
  await openSignedIn(page, await makePerson(site), '/my-library')
  await expect(main(page).getByText('There are no Audio Books here')).toBeVisible()
})

test('is accessible in both themes and fits every width', async ({ page, person, catalogue }) => {
  await openSignedIn(page, person, catalogue.podcast('Slow Signals').path)
  await add(page).click()
  await told(page, 'Added all to My Library')
  for (const path of catalogue.books.slice(0, 5).map(({ id }) => `/audio-books/${id}`)) {
    await page.goto(path)
    await add(page).click()
    await told(page, 'Added to My Library')
  }
  await openLibrary(page)
  await expectAccessible(page, 'My Library')
  await expectWithinWidth(page, 'My Library')
})

test('on a phone what plays comes into the library from the player, too', async ({
  page,
  person,
  catalogue,
  player,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const book = catalogue.book('Salt and Orchard')
  await openSignedIn(page, person, book.path)
  await main(page).getByRole('button', { name: 'Play', exact: true }).click()
  await player.button('Open player').click()
  await player.full.getByRole('button', { name: 'Add to My Library' }).click()
  await expect(player.full.getByRole('button', { name: 'Remove from My Library' })).toBeVisible()
  await player.full.getByRole('button', { name: 'Close player' }).click()
  await expect(remove(page)).toBeVisible()
})
