import type { Locator, Page } from '@playwright/test'
import { expectWithinWidth } from './fits.ts'
import { addHardRecords, directions, type HardName, hardNames, type HardRecords } from './hard-names.ts'
import { expect, openSignedIn, senderFor, test as base } from './people.ts'

const test = base.extend<object, { records: HardRecords }>({
  records: [async ({ site }, use) => use(await addHardRecords(site)), { scope: 'worker' }],
})

test.use({ sampleCatalogue: true })
// One after another: the records are made once.
test.describe.configure({ mode: 'default' })

const kinds = Object.keys(hardNames) as HardName[]
const newest = '?sortBy=createdAt&sortOrder=desc'

/** Every element that says the name and nothing else reads in the name's direction. */
async function expectDirection(within: Locator, kind: HardName, where: string): Promise<void> {
  const said = within.getByText(hardNames[kind], { exact: true }).filter({ visible: true })
  await expect(said.first()).toBeVisible()
  const found = await said.evaluateAll((elements) =>
    elements.map((element) => [element.outerHTML.slice(0, 80), getComputedStyle(element).direction]),
  )
  expect.soft(found, where).toEqual(found.map(([name]) => [name, directions[kind]]))
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

test('names without a place to break and from right to left fit and read well on public pages', async ({
  page,
  records: { books, podcasts, episodes },
}) => {
  test.slow()
  const main = page.getByRole('main')
  for (const path of [`/audio-books${newest}`, `/podcasts${newest}`]) {
    await open(page, path)
    for (const kind of kinds) await expectDirection(main, kind, `${path}, ${kind}`)
    await expectWithinWidth(page, path)
  }
  for (const kind of ['long', 'hebrew', 'turned'] as const) {
    const podcast = `/podcasts/${podcasts[kind]}`
    for (const path of [`/audio-books/${books[kind]}`, podcast, `${podcast}/episodes/${episodes[kind]}`]) {
      await open(page, path)
      await expect(page).toHaveTitle(`Earmark - ${hardNames[kind]}`)
      await expectDirection(main, kind, `${path}, ${kind}`)
      if (kind !== 'turned') await expectWithinWidth(page, `${path}, ${kind}`)
    }
  }
  await open(page, `/search?search=${hardNames.long}`)
  await expectDirection(main, 'long', 'search')
  await expectWithinWidth(page, 'search')
})

test('the player and its queue bear such names', async ({ page, player, records: { podcasts } }) => {
  for (const kind of ['long', 'hebrew'] as const) {
    await open(page, `/podcasts/${podcasts[kind]}`)
    await page
      .getByRole('button', { name: `Add ${hardNames[kind]} to queue` })
      .first()
      .click()
    await expect(page.getByText('Episode added to queue')).toBeVisible()
    if (kind === 'long') await expectDirection(player.bar, kind, 'bar')
  }
  await expectWithinWidth(page, 'bar')
  await player.openQueue()
  for (const kind of ['long', 'hebrew'] as const) await expectDirection(player.queue, kind, 'queue')
  await player.queue.getByRole('button', { name: `Play ${hardNames.hebrew}` }).click()
  await player.expectSounding()
  await expectDirection(player.bar, 'hebrew', 'bar')
  for (const width of [320, 1440]) {
    await page.setViewportSize({ width, height: 800 })
    const tooWideBy = await player.queue.evaluate((panel) => panel.scrollWidth - panel.clientWidth)
    expect(tooWideBy).toBe(0)
  }
  await player.queue.getByRole('button', { name: 'Close queue' }).click()
  await page.setViewportSize({ width: 320, height: 640 })
  await player.button('Open player').click()
  await expectDirection(player.full, 'hebrew', 'full player')
  expect(await player.full.evaluate((sheet) => sheet.scrollWidth - sheet.clientWidth)).toBe(0)
})

test('the back office bears such names', async ({ page, site, records: { books, podcasts, episodes } }) => {
  test.slow()
  const main = page.getByRole('main')
  await openSignedIn(page, site.admin, '/edit')
  for (const kind of kinds) await expectDirection(main.getByRole('table').first(), kind, `index, ${kind}`)
  await expectWithinWidth(page, 'index')
  for (const kind of ['long', 'arabic'] as const) {
    const podcast = `/edit/podcasts/${podcasts[kind]}`
    for (const path of [
      `/edit/audio-books/${books[kind]}`,
      podcast,
      `${podcast}/episodes/${episodes[kind]}`,
    ]) {
      await open(page, path)
      await expectDirection(main, kind, path)
      await expectWithinWidth(page, path)
    }
    await expect(main.getByLabel('Name', { exact: true })).toHaveCSS('direction', directions[kind])
    await expect(main.getByLabel('Description')).toHaveCSS('direction', directions[kind])
  }
  await open(page, `/edit/audio-books/${books.long}`)
  await main.getByRole('button', { name: 'Add Reader' }).click()
  const dialog = page.getByRole('dialog')
  await expectDirection(dialog, 'turned', 'selector')
  await expectNoSidewaysScroll(dialog)
  await page.keyboard.press('Escape')
  await main.getByRole('button', { name: 'More actions' }).click()
  await main.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(dialog.getByText(`Are you sure ${hardNames.long}?`)).toBeVisible()
  await expectNoSidewaysScroll(dialog)
})

test('bookmarks bear such names', async ({ page, site, records: { books } }) => {
  const send = await senderFor(site, site.admin)
  const marked = ['long', 'hebrew'] as const
  for (const kind of marked) await send('/bookmarks/me', { audioBookId: books[kind], startSeconds: 5 })
  await openSignedIn(page, site.admin, '/my-library/bookmarks')
  for (const kind of marked) await expectDirection(page.getByRole('main'), kind, `bookmarks, ${kind}`)
  await expectWithinWidth(page, 'bookmarks')
})

async function expectNoSidewaysScroll(dialog: Locator): Promise<void> {
  await dialog.page().setViewportSize({ width: 320, height: 640 })
  expect(await dialog.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
}
