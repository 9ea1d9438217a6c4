import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { requestPath } from '@earmark/contract/endpoint.ts'
import { createEpisode } from '@earmark/contract/episode-edits.ts'
import { createPodcast } from '@earmark/contract/podcast-edits.ts'
import { saveEpisodePosition } from '@earmark/contract/position-edits.ts'
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { expectWithinWidth } from './fits.ts'
import { main, searchFor } from './page-parts.ts'
import { expect, openSignedIn, senderFor, type Site, test as base } from './people.ts'

const count = 1_000
const withSound = 3
const addedAtOnce = 8
const setUpMs = 240_000

interface LongPodcast {
  readonly id: number
  /** By number; the last one is the newest. */
  readonly episodes: readonly { readonly id: number; readonly name: string }[]
}

const test = base.extend<object, { podcast: LongPodcast }>({
  podcast: [async ({ site }, use) => use(await addLongPodcast(site)), { scope: 'worker', timeout: setUpMs }],
})

test.describe.configure({ mode: 'default' })

/** An episode each day, a season each 250, and sound for the newest ones. */
async function addLongPodcast(site: Site): Promise<LongPodcast> {
  const send = await senderFor(site, site.admin)
  const post = (path: string, fields: Record<string, string | Blob>) => {
    const form = new FormData()
    for (const [field, value] of Object.entries(fields)) form.set(field, value)
    return send<{ id: number; name: string }>(path, form)
  }
  const { id } = await post(createPodcast.url, { Name: 'The Daily Long Run' })
  const sound = await readFile(resolve(import.meta.dirname, '../sample/audio/bread-slowly.mp3'))
  const path = requestPath(createEpisode, { params: { id } })
  const add = async (number: number) => {
    const fields: Record<string, string | Blob> = {
      Number: String(number),
      Name: `Kilometre ${number}`,
      Season: String(Math.ceil(number / 250)),
      PublishedAt: new Date(Date.UTC(2020, 0, number, 12)).toISOString(),
    }
    if (number > count - withSound) fields['Audio'] = new Blob([new Uint8Array(sound)])
    return await post(path, fields)
  }
  const episodes: { id: number; name: string }[] = []
  for (let first = 1; first <= count; first += addedAtOnce) {
    const numbers = Array.from({ length: addedAtOnce }, (_, place) => first + place)
    episodes.push(...(await Promise.all(numbers.map(add))))
  }
  return { id, episodes }
}

const row = (page: Page, name: string) =>
  main(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name, exact: true }) })

const rows = (page: Page) => main(page).locator('li[aria-posinset]')

async function open(page: Page, { id }: LongPodcast, query = ''): Promise<void> {
  await page.goto(`/podcasts/${id}${query}`)
  await expect(main(page).getByRole('heading', { level: 2, name: `${count} episodes` })).toBeVisible()
}

test('a long podcast is drawn as it comes into view, the newest first', async ({ page, podcast }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await open(page, podcast)
  const newest = row(page, 'Kilometre 1000')
  await expect(newest).toBeVisible()
  await expect(newest).toContainText('26 September 2022 · Season 4 · Episode 1000')
  await expect(newest).toHaveAttribute('aria-posinset', '1')
  await expect(newest).toHaveAttribute('aria-setsize', String(count))
  expect(await rows(page).count()).toBeLessThan(60)

  await main(page).getByRole('navigation', { name: 'Years' }).getByRole('button', { name: /^2020/ }).click()
  await expect(main(page).getByRole('heading', { level: 3, name: /^2020 ?, 366 episodes$/ })).toBeInViewport()
  await expect(row(page, 'Kilometre 366')).toBeInViewport()

  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  await expect(row(page, 'Kilometre 1')).toBeInViewport()
  await expect(row(page, 'Kilometre 1')).toHaveAttribute('aria-posinset', String(count))
  expect(await rows(page).count()).toBeLessThan(60)
  expect(asked).not.toContain(`/api/podcasts/${podcast.id}`)
})

test('the way back leads to where the list was', async ({ page, podcast }) => {
  await open(page, podcast)
  await page.evaluate(() => scrollTo(0, 30_000))
  const place = rows(page).filter({ visible: true }).nth(15).getByRole('link')
  await expect(place).toBeInViewport()
  const name = (await place.textContent()) ?? ''
  await place.click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await page.goBack()
  await expect(row(page, name)).toBeInViewport()
})

test('the rows are reached one after another by keys, also beyond what is drawn', async ({
  page,
  podcast,
}) => {
  await open(page, podcast)
  await row(page, 'Kilometre 995').getByRole('link').focus()
  for (let number = 994; number > 960; number -= 1) {
    await page.keyboard.press('Tab')
    await expect(row(page, `Kilometre ${number}`).getByRole('link')).toBeFocused()
  }
  expect(await rows(page).count()).toBeLessThan(60)
})

test('episodes are searched, and chosen by season and order, in the address', async ({ page, podcast }) => {
  await open(page, podcast)
  await searchFor(main(page).getByRole('searchbox', { name: 'Search episodes' }), '777')
  await expect(rows(page)).toHaveCount(1)
  await expect(row(page, 'Kilometre 777')).toBeVisible()
  await expect(page).toHaveURL(/search=777/)
  await main(page).getByRole('button', { name: 'Clear search' }).click()
  await main(page).getByRole('combobox', { name: 'Season' }).selectOption('2')
  await expect(row(page, 'Kilometre 500')).toHaveAttribute('aria-setsize', '250')
  await main(page).getByRole('combobox', { name: 'Order' }).selectOption({ label: 'Oldest first' })
  await expect(row(page, 'Kilometre 251')).toHaveAttribute('aria-posinset', '1')
  await page.reload()
  await expect(row(page, 'Kilometre 251')).toHaveAttribute('aria-setsize', '250')

  await searchFor(main(page).getByRole('searchbox', { name: 'Search episodes' }), 'zeppelin')
  await expect(main(page).getByText('No episode matches all of that.')).toBeVisible()
  await main(page).getByRole('button', { name: 'Show all episodes' }).click()
  await expect(row(page, 'Kilometre 1000')).toBeVisible()
})

test('what is played is left out, and the way leads to where one is', async ({
  page,
  site,
  person,
  podcast,
}) => {
  const send = await senderFor(site, person)
  const save = async (number: number, body: object) => {
    const id = podcast.episodes[number - 1]?.id ?? 0
    const path = requestPath(saveEpisodePosition, { params: { id } })
    await send(path, { baseVersion: 0, ...body }, 'PUT')
  }
  await save(999, { positionSeconds: 0, finished: true })
  await save(400, { positionSeconds: 0, finished: true })
  await save(998, { positionSeconds: 5 })
  await openSignedIn(page, person)
  await open(page, podcast)
  const shown = main(page).getByRole('group', { name: 'Episodes by what you have heard' })
  await shown.getByRole('button', { name: 'In progress 1' }).click()
  await expect(rows(page)).toHaveCount(1)
  await expect(row(page, 'Kilometre 998')).toContainText('left')
  await shown.getByRole('button', { name: 'Unplayed 998' }).click()
  await expect(row(page, 'Kilometre 998')).toHaveAttribute('aria-posinset', '2')
  await expect(row(page, 'Kilometre 999')).toHaveCount(0)

  const go = main(page).getByRole('button', { name: 'Go to where I am' })
  await expect(go).toHaveCount(0)
  await page.evaluate(() => scrollTo(0, 40_000))
  await go.click()
  await expect(row(page, 'Kilometre 998').getByRole('link')).toBeFocused()
  await expect(row(page, 'Kilometre 998')).toBeInViewport()
  await expect(go).toHaveCount(0)
})

const moreFor = (page: Page, name: string) =>
  row(page, name).getByRole('button', { name: `More actions for ${name}` })

test('the menu of a row puts its episode into the queue and leads to it, by keys', async ({
  page,
  player,
  podcast,
}) => {
  await open(page, podcast)
  const choose = async (name: string, item: string) => {
    await moreFor(page, name).press('ArrowDown')
    await expect(page.getByRole('menuitem')).toHaveText([
      'Play next',
      'Add to queue',
      'Go to episode',
      'Mark as finished',
    ])
    for (let steps = 0; steps < 4; steps += 1) {
      const at = page.locator('[role=menuitem]:focus')
      if ((await at.textContent()) === item) return await at.press('Enter')
      await at.press('ArrowDown')
    }
    throw new Error(`${item} is not reached by keys`)
  }
  await row(page, 'Kilometre 998').getByRole('button', { name: 'Add Kilometre 998 to queue' }).click()
  await expect(player.bar).toContainText('Kilometre 998')
  await choose('Kilometre 1000', 'Add to queue')
  await choose('Kilometre 999', 'Play next')
  await player.openQueue()
  await expect(player.queued()).toContainText(['Kilometre 998', 'Kilometre 999', 'Kilometre 1000'])
  await page.keyboard.press('Escape')
  await choose('Kilometre 999', 'Go to episode')
  await expect(page.getByRole('heading', { level: 1, name: 'Kilometre 999' })).toBeVisible()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('the menu of a row opens by holding it, and the row itself does not', async ({
    page,
    player,
    podcast,
  }) => {
    await open(page, podcast)
    const name = row(page, 'Kilometre 999').getByRole('link')
    await name.evaluate((element) => element.scrollIntoView({ block: 'center' }))
    const box = await name.boundingBox()
    const client = await page.context().newCDPSession(page)
    const touchPoints = [{ x: (box?.x ?? 0) + 20, y: (box?.y ?? 0) + 10 }]
    await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
    const add = page.getByRole('menuitem', { name: 'Add to queue' })
    await expect(add).toBeVisible()
    await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    await add.tap()
    await expect(player.bar).toContainText('Kilometre 999')
    await expect(add).toHaveCount(0)
    await expect(page).toHaveURL(new RegExp(`/podcasts/${podcast.id}$`))
    await moreFor(page, 'Kilometre 999').press('Enter')
    await page.getByRole('menuitem', { name: 'Go to episode' }).tap()
    await expect(page.getByRole('heading', { level: 1, name: 'Kilometre 999' })).toBeVisible()
  })
})

test('an episode is marked as finished, and as unplayed again, in its row', async ({
  page,
  person,
  podcast,
}) => {
  await openSignedIn(page, person, `/podcasts/${podcast.id}`)
  const newest = row(page, 'Kilometre 1000')
  const more = moreFor(page, 'Kilometre 1000')
  await more.press('Enter')
  await page.getByRole('menuitem', { name: 'Mark as finished' }).press('Enter')
  await expect(newest.getByText('Finished', { exact: true })).toBeVisible()
  await more.press('Enter')
  await page.getByRole('menuitem', { name: 'Mark as unplayed' }).press('Enter')
  await expect(newest.getByText('Finished', { exact: true })).toHaveCount(0)
})

test('all of it is played and queued in its order, as far as it has sound', async ({
  page,
  player,
  podcast,
}) => {
  await open(page, podcast, '?sortBy=number&sortOrder=asc')
  await main(page).getByRole('button', { name: 'Play all' }).click()
  await expect(player.bar).toContainText('Kilometre 1000')
  await player.openQueue()
  await expect(player.queued()).toContainText(['Kilometre 1000', 'Kilometre 999', 'Kilometre 998'])
  await page.keyboard.press('Escape')
  await main(page).getByRole('button', { name: 'Add to queue', exact: true }).click()
  await player.openQueue()
  await expect(player.queued()).toHaveCount(2 * withSound)
})

test('the page of an episode comes with its neighbours, and no other episode until it is played', async ({
  page,
  player,
  podcast: { id, episodes },
}) => {
  const path = `/podcasts/${id}/episodes/${episodes[count - 2]?.id}`
  const html = await (await page.request.get(path)).text()
  const named = [...new Set(html.match(/Kilometre \d+/g))].toSorted()
  expect(named).toEqual(['Kilometre 1000', 'Kilometre 998', 'Kilometre 999'])

  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const ofPodcast = () => asked.filter((one) => one.startsWith('/api/podcasts/'))
  await page.goto(path)
  await expect(page.getByRole('link', { name: /^Previous episode/ })).toContainText('Kilometre 998')
  await expect(page.getByRole('link', { name: /^Next episode/ })).toContainText('Kilometre 1000')
  expect(ofPodcast()).toEqual([])

  await main(page).getByRole('button', { name: 'Play', exact: true }).click()
  await player.openQueue()
  await expect(player.queued()).toContainText(['Kilometre 998', 'Kilometre 999', 'Kilometre 1000'])
  expect([...new Set(ofPodcast())]).toEqual([`/api/podcasts/${id}/episodes/paged`])
})

test('a long podcast fits the narrowest window and serves everybody', async ({ page, podcast }) => {
  await open(page, podcast)
  await expect(row(page, 'Kilometre 1000')).toBeVisible()
  await expectWithinWidth(page, 'long podcast')
  await expectAccessible(page, 'long podcast')
})
