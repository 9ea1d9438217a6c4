import type { Page, Response } from '@playwright/test'
import { expectNoViolations } from './accessible.ts'
import { type Device, expect, leaveAt, test, untilSaved } from './devices.ts'
import { main } from './page-parts.ts'
import { openSignedIn, senderFor } from './people.ts'
import { PlayerDriver } from './player-driver.ts'

test.use({ sampleCatalogue: true })

const name = 'The Night Train Library'

/** How far anything on the page has moved by itself. */
function layoutShift(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const seen = (list: PerformanceObserverEntryList) =>
          list
            .getEntries()
            .reduce((sum, entry) => sum + (entry as PerformanceEntry & { value: number }).value, 0)
        const observer = new PerformanceObserver((list) => resolve(seen(list)))
        observer.observe({ type: 'layout-shift', buffered: true })
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(0)))
      }),
  )
}

const isSaved = (answer: Response) =>
  answer.request().method() === 'PUT' && answer.url().includes('/positions/me/') && answer.ok()

const question = (page: Page) =>
  page.getByRole('group', { name: 'Listening position' }).filter({ hasText: 'another device' })

test('what was begun on one device goes on on another', async ({ device, person, catalogue }) => {
  const { path } = catalogue.book(name)
  const phone = await device(person)
  await phone.player.play(path)
  await leaveAt(phone, 130)
  const desk = await device(person)
  await desk.page.goto('/')
  await expect(desk.page.getByRole('heading', { name: 'Continue listening' })).toBeVisible()
  await expect(desk.page.getByText('9 min left')).not.toHaveCount(0)
  await desk.page.goto(path)
  await expect(desk.page.getByText('9 min left')).toBeVisible()
  await expect(desk.player.start).toHaveText(/^Resume 02:1[0-4]$/)
  await desk.player.play(path)
  await desk.player.expectPosition(129, 140)
})

test('what the server has newer comes first in what to continue, which opens at its beginning', async ({
  device,
  site,
  person,
  catalogue,
}) => {
  const send = await senderFor(site, person)
  const position = { positionSeconds: 60, finished: false, playbackRate: 1, baseVersion: 0 }
  const begin = (bookId: number) => send(`/positions/me/audio-books/${bookId}`, position, 'PUT')
  const books = catalogue.books.filter(({ audioUrl }) => audioUrl !== null).slice(0, 8)
  const { page } = await device(person)
  await page.setViewportSize({ width: 820, height: 1000 })
  const row = page.getByRole('region', { name: 'Continue listening' }).getByRole('list')
  const opened = async (count: number, open: () => Promise<unknown> = () => page.goto('/')) => {
    await open()
    await page.waitForLoadState('networkidle')
    await expect(row.getByRole('article')).toHaveCount(count)
    await expect(row.getByRole('article').first()).toContainText(books[count - 1]?.name ?? '')
    return await row.evaluate((list) => list.scrollLeft)
  }
  for (const { id } of books.slice(0, 4)) await begin(id)
  expect(await opened(4)).toBe(0)
  for (const { id } of books.slice(4)) await begin(id)
  const scrollToEnd = () =>
    row.evaluate(async (list) => {
      list.scrollTo({ left: list.scrollWidth })
      await new Promise((heard) => list.addEventListener('scrollend', heard, { once: true }))
    })
  expect(await opened(books.length)).toBe(0)
  await scrollToEnd()
  expect(await opened(books.length, () => page.reload())).toBe(0)
  await scrollToEnd()
  await page.getByRole('banner').getByRole('link', { name: 'Podcasts' }).click()
  await expect(page).toHaveURL('/podcasts')
  expect(await opened(books.length, () => page.goBack())).toBe(0)
})

test('the row of what to continue scrolls by a page at its arrows, where it does not fit', async ({
  device,
  site,
  person,
  catalogue,
}) => {
  const send = await senderFor(site, person)
  const books = catalogue.books.filter(({ audioUrl }) => audioUrl !== null).slice(0, 3)
  for (const { id } of books)
    await send(`/positions/me/audio-books/${id}`, { positionSeconds: 60, baseVersion: 0 }, 'PUT')
  const { page } = await device(person)
  await page.setViewportSize({ width: 820, height: 1000 })
  await page.goto('/')
  const shelf = page.getByRole('region', { name: 'Continue listening' })
  const back = shelf.getByRole('button', { name: 'Scroll back in Continue listening' })
  const on = shelf.getByRole('button', { name: 'Scroll on in Continue listening' })
  const cards = shelf.getByRole('article')
  await expect(cards).toHaveCount(books.length)
  await expect(back).toBeDisabled()
  await expect(cards.last()).not.toBeInViewport({ ratio: 1 })
  await on.click()
  await expect(cards.last()).toBeInViewport({ ratio: 1 })
  await expect(on).toBeDisabled()
  await back.press('Enter')
  await expect(cards.first()).toBeInViewport({ ratio: 1 })
  await expect(back).toBeDisabled()
  await page.setViewportSize({ width: 1280, height: 1000 })
  await expect(cards.last()).toBeInViewport({ ratio: 1 })
  await expect(shelf.getByRole('button', { name: /^Scroll/ })).toHaveCount(0)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(cards.last()).not.toBeInViewport()
  await expect(shelf.getByRole('button', { name: /^Scroll/ })).toHaveCount(0)
})

test('where both have gone on, the listener is asked', async ({ device, person, catalogue }) => {
  const { path } = catalogue.book(name)
  const phone = await device(person)
  await phone.player.play(path)
  await leaveAt(phone, 130)
  const desk = await device(person)
  await desk.player.play(path)
  // A listener who goes on before the place of the other device has come would be asked here already.
  await desk.player.expectPosition(129, 140)
  await leaveAt(desk, 400)

  await phone.player.button('Play').click()
  await phone.player.expectSounding()
  await leaveAtOnce(phone)
  await expect(question(phone.page)).toContainText('You were at 06:4')
  await expect(question(phone.page)).toContainText('on another device, just now')
  await phone.player.expectPosition(129, 140)
  await expectNoViolations(phone.page, 'the question', 'light')

  await phone.page.getByRole('button', { name: 'Continue there' }).press('Enter')
  await phone.player.expectPosition(399, 410)
  await expect(question(phone.page)).toHaveCount(0)
  await expect(phone.player.button('Play')).toBeFocused()
  await phone.page.getByRole('button', { name: /^Back to 02:1/ }).waitFor()
  await phone.page.keyboard.press('z')
  await phone.player.expectPosition(129, 140)
})

async function leaveAtOnce({ player }: Device): Promise<void> {
  await player.button('Pause').click()
  await player.expectPaused()
}

/** As when a phone runs out of power. Closed, a page may still send its last word, once it is not held offline any more. */
async function kill(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  const killed = page.waitForEvent('crash')
  // Nobody is left to answer it.
  devtools.send('Page.crash').catch(() => undefined)
  await killed
  await page.close()
}

test('offline, killed and back: nothing is lost, and staying is a word, too', async ({
  device,
  person,
  catalogue,
}) => {
  const { path } = catalogue.book(name)
  const phone = await device(person)
  await phone.player.play(path)
  await leaveAt(phone, 130)
  await phone.context.setOffline(true)
  await phone.player.slider.fill('150')
  await phone.player.expectPosition(150, 150)
  await kill(phone.page)

  const desk = await device(person)
  await desk.player.play(path)
  await desk.player.expectPosition(129, 140)
  await leaveAt(desk, 500)

  await phone.context.setOffline(false)
  const page = await phone.context.newPage()
  const player = new PlayerDriver(page)
  await page.goto('/')
  await expect(question(page)).toContainText('You were at 08:2')
  await player.expectPosition(150, 150)
  const saved = page.waitForResponse(isSaved)
  await page.getByRole('button', { name: 'Stay here' }).click()
  await saved
  await desk.page.reload()
  await desk.player.expectPosition(150, 150)
  await expect(question(desk.page)).toHaveCount(0)
})

test('a visitor’s positions join the account, and leave the browser with it', async ({
  device,
  person,
  catalogue,
}) => {
  const { path } = catalogue.book(name)
  const { path: otherPath } = catalogue.book('An Almanac for Bees')
  const phone = await device()
  await phone.player.play(path)
  await phone.player.slider.fill('300')
  await phone.player.expectPosition(300, 305)
  await leaveAtOnce(phone)
  await phone.page.reload()
  await phone.player.expectPosition(300, 305)
  await phone.page.goto('/', { waitUntil: 'networkidle' })
  await expect(phone.page.getByRole('heading', { name: 'Continue listening' })).toBeVisible()
  expect(await layoutShift(phone.page)).toBe(0)
  await expectNoViolations(phone.page, 'what to continue', 'light')

  const desk = await device(person)
  await desk.player.play(path)
  await leaveAt(desk, 90)
  await desk.player.play(otherPath)
  await leaveAt(desk, 20)

  await openSignedIn(phone.page, person)
  await expect(phone.page.getByRole('list').filter({ hasText: 'An Almanac for Bees' }).first()).toBeVisible()
  await phone.player.expectPosition(300, 305)
  await untilSaved(phone.page, 302)
  await desk.page.goto(path)
  await desk.page.reload()
  await expect(desk.page.getByText('6 min left')).toBeVisible()

  await phone.page.goto('/user-profile', { waitUntil: 'networkidle' })
  await phone.page.getByRole('button', { name: 'Log out', exact: true }).click()
  await phone.page.waitForURL('/')
  await expect(phone.page.getByRole('heading', { name: 'Continue listening' })).toHaveCount(0)
  await expect(phone.player.bar).toHaveCount(0)
  expect(
    await phone.page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('position:'))),
  ).toEqual([])
  // Without a load in between: the audio element is still the one that was at 300.
  await phone.page.getByRole('button', { name: `Play ${name}` }).click()
  await phone.player.expectSounding()
  await phone.player.expectPosition(0, 60)
})

test('a book played before the last one’s sound has come starts at its own beginning', async ({
  device,
  catalogue,
}) => {
  const last = catalogue.book(name)
  const { path, audioUrl } = catalogue.book('An Almanac for Bees')
  const { page, player } = await device()
  await player.play(last.path)
  await player.slider.fill('90')
  await player.expectPosition(90, 95)
  await page.route(`**${last.audioUrl}*`, () => undefined)
  await page.goto(path)
  await expect(player.bar).toContainText(name)
  await player.start.click()
  await player.expectSounding(audioUrl)
  await player.expectPosition(0, 20)
})

test('what was finished says so and starts over', async ({ device, catalogue }) => {
  const { path } = catalogue.book('An Almanac for Bees')
  const phone = await device()
  await phone.player.play(path)
  await phone.player.playToEnd()
  await phone.player.expectPaused()
  await expect(phone.page.getByText('Finished')).toBeVisible()
  await phone.page.reload()
  await phone.page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).click()
  await phone.player.expectSounding()
  await phone.player.expectPosition(0, 10)
})

test('after a long jump there is a way back, by its button and by Z', async ({ device, catalogue }) => {
  const phone = await device()
  const { page, player } = phone
  await phone.player.play(catalogue.book(name).path)
  await leaveAtOnce(phone)
  await player.slider.fill('600')
  await player.expectPosition(600, 600)
  await page.getByRole('button', { name: /^Back to 00:\d\d/ }).click()
  await player.expectPosition(0, 30)
  await player.focusPage()
  await page.keyboard.press('z')
  await player.expectPosition(600, 600)
})

test('what plays is marked as finished by its menu, taken back, and marked as unplayed, on all devices', async ({
  device,
  site,
  person,
  catalogue,
}) => {
  const { id, path } = catalogue.book(name)
  const desk = await device(person)
  const { page, player } = desk
  await player.play(path)
  await leaveAt(desk, 130)
  const send = await senderFor(site, person)
  const saved = () =>
    send<{ positionSeconds: number; finished: boolean }>(`/positions/me/audio-books/${id}`, undefined, 'GET')
  const mark = async (label: string) => {
    await main(page).getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: label }).click()
  }
  const facts = main(page).getByText(/^(Finished|\d+ min left)$/)

  await player.play(path)
  await mark('Mark as finished')
  await player.expectPaused()
  await expect(page.getByText('Marked as finished')).toBeVisible()
  await expect(facts).toHaveText('Finished')
  await expect(player.start).toHaveText('Play')
  await expect.poll(saved).toMatchObject({ finished: true })

  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(facts).toHaveText('9 min left')
  await expect(player.start).toHaveText(/^Resume 02:1[0-9]$/)
  await expect.poll(async () => (await saved()).finished).toBe(false)

  await mark('Mark as unplayed')
  await expect(facts).toHaveCount(0)
  await expect(player.start).toHaveText('Play')
  await expect.poll(saved).toMatchObject({ finished: false, positionSeconds: 0 })
  const other = await device(person)
  await other.page.goto(path)
  await expect(other.page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(main(other.page).getByText(/^(Finished|\d+ min left)$/)).toHaveCount(0)
})
