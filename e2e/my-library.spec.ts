import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { expectTitles, expectWithinWidth } from './fits.ts'
import { main } from './page-parts.ts'
import { expect, makePerson, openSignedIn, senderFor, test } from './people.ts'
import { recordShifts } from './shifts.ts'
import { logged } from './trouble.ts'

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
  trouble.expect(/500/, logged)
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

const form = (fields: Record<string, string>) => {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.append(name, value)
  return data
}

test('what was begun since the last visit has its room on the home page', async ({
  page,
  person,
  player,
  catalogue,
}) => {
  await openSignedIn(page, person, '/')
  await page.waitForLoadState('networkidle')
  await player.play(catalogue.book('Salt and Orchard').path)
  await player.slider.fill('30')
  await player.expectPosition(30, 40)
  await player.button('Pause').click()
  await player.expectPaused()
  const shifts = await recordShifts(page)
  await page.goto('/', { waitUntil: 'networkidle' })
  await expect(section(page, 'Continue listening')).toBeVisible()
  expect(await shifts()).toEqual([])
})

test('the home page leads on in series, and to new episodes of what is followed', async ({
  page,
  person,
  site,
}) => {
  const [sendAs, sendAsListener] = [await senderFor(site, site.admin), await senderFor(site, person)]
  const add = async (path: string, fields: Record<string, string>) =>
    (await sendAs<{ id: number }>(path, form(fields))).id
  const series = await sendAs<{ id: number }>('/series', { name: 'Harbour Lights' })
  const part = (name: string, sequence: string) =>
    add('/audio-books', { Name: name, Series: JSON.stringify([{ id: series.id, sequence }]) })
  const [first, second] = [await part('The first lamp', '1'), await part('The second lamp', '2')]
  const podcast = await add('/podcasts', { Name: 'The Daily Long Run' })
  await sendAsListener(`/follows/me/podcasts/${podcast}`, {}, 'PUT')
  await add(`/podcasts/${podcast}/episodes`, { Name: 'Hills', Number: '1' })
  await sendAsListener('/positions/me/finish', { items: [{ audioBookId: first }] })

  await openSignedIn(page, person, '/')
  const next = section(page, 'Next in your series').getByRole('article')
  await expect(next).toHaveText([/Harbour Lights, book 2.*The second lamp/])
  const episodes = section(page, 'New episodes')
  await expect(episodes.getByText('New, Today · The Daily Long Run')).toBeVisible()
  await expectAccessible(page, 'the home page of a listener')
  await expectWithinWidth(page, 'the home page of a listener')
  const shifts = await recordShifts(page)
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    for (const visit of ['first', 'next']) {
      await page.goto('/', { waitUntil: 'networkidle' })
      await expect(episodes.getByRole('article')).toBeVisible()
      if (visit === 'next') expect.soft(await shifts(), `at ${width} px`).toEqual([])
    }
  }
  await episodes.getByRole('link', { name: 'Hills' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Hills' })).toBeVisible()
  for (const path of [
    `/podcasts/${podcast}`,
    `/audio-books/${first}`,
    `/audio-books/${second}`,
    `/series/${series.id}`,
  ])
    await sendAs(path, undefined, 'DELETE')
})

test('a podcast is followed: its new episodes come by themselves, until it is followed no more', async ({
  page,
  person,
  site,
}) => {
  const sendAs = await senderFor(site, site.admin)
  const { id } = await sendAs<{ id: number }>('/podcasts', form({ Name: 'The Daily Long Run' }))
  const publish = (number: string, name: string) =>
    sendAs<{ id: number }>(`/podcasts/${id}/episodes`, form({ Number: number, Name: name }))
  await publish('1', 'Hills')
  await openSignedIn(page, person, `/podcasts/${id}`)
  await main(page).getByRole('button', { name: 'Follow' }).click()
  await told(page, 'Added all to My Library')
  await expect(main(page).getByRole('button', { name: 'Following' })).toBeVisible()
  const bakery = await publish('2', 'The bakery')

  await page.goto('/my-library')
  const group = section(page, 'Podcasts').getByRole('article', { name: 'The Daily Long Run' })
  await expect(group.getByRole('link', { name: 'The bakery' })).toBeVisible()
  await expect(group.getByText('1 new', { exact: true })).toBeVisible()
  await expect(group.getByText('New, Today · Episode 2')).toBeVisible()

  await group.getByRole('link', { name: 'The Daily Long Run' }).click()
  const row = (name: string) =>
    main(page)
      .locator('li[aria-posinset]')
      .filter({ has: page.getByRole('link', { name }) })
  await expect(row('The bakery')).toContainText('New, Today')
  await expect(row('Hills')).toContainText('Today')
  await expect(row('Hills')).not.toContainText('New')
  const finished = { items: [{ podcastId: id, podcastEpisodeId: bakery.id }] }
  await (await senderFor(site, person))('/positions/me/finish', finished)
  await page.reload()
  await expect(row('The bakery')).toContainText('Today')
  await expect(row('The bakery')).not.toContainText('New')
  await main(page).getByRole('button', { name: 'Following' }).click()
  await told(page, 'Removed all from My Library')
  await publish('3', 'Geese')
  await openLibrary(page)
  await expect(main(page).getByText('There are no Podcasts here')).toBeVisible()
  await sendAs(`/podcasts/${id}`, undefined, 'DELETE')
})
