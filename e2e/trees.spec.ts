import type { Locator, Page } from '@playwright/test'
import { recordLiveMessages } from './live-messages.ts'
import { main } from './page-parts.ts'
import { expect, openSignedIn, senderFor, test } from './people.ts'
import { expectTree } from './tree.ts'

/** Accessibility trees of people who are signed in: their screens, the player while it plays, and open dialogs. */

// In this order: the editor's table of users has nobody but the administrator.
test.describe.configure({ mode: 'default' })

const desktop = { width: 1440, height: 900 }
test.use({ sampleCatalogue: true, viewport: desktop, settings: { SOURCE_NETWORKS: '127.0.0.0/8' } })

const content = { within: 'main' }
const recording = 'The Night Train Library'
/** What plays goes on. */
const times = [
  [/\d+ seconds/g, 'some seconds'],
  [/\b\d+ (min|s) left/g, 'some time left'],
  [/\b\d\d:\d\d\b/g, '00:00'],
] as const
const changing = [
  ...times,
  [/[\w.]+@example\.org/g, 'somebody@example.org'],
  [/localhost:\d+/g, 'localhost'],
  [/\b([A-Za-z]{5}-){3}[A-Za-z]{5}\b/g, 'a password'],
  [/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, 'a UUID'],
  [/\b([Ii]n) \d+ (s|min|h)\b/g, '$1 some time'],
  [/127\.0\.0\.1:\d+/g, 'feeds.example.org'],
  [/(\d+ (seconds?|minutes?|min|s) ago|just now)/g, 'some time ago'],
  [/\w+ \d+, 20\d\d(, \d+:\d+ [AP]M)?/g, 'a day'],
  [/(books), \d+ \w+/g, '$1, a day'],
] as const

async function expectScreen(page: Page, name: string, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
  await expectTree(page, name, { ...content, changing })
}

/** What a button opens, which goes by Escape. */
async function expectOpened(page: Page, button: Locator, name: string, role = 'dialog'): Promise<void> {
  await button.click()
  await expectTree(page, name, { within: role, changing })
  await page.keyboard.press('Escape')
  await expect(page.getByRole(role as 'dialog')).toHaveCount(0)
}

test('an editor reads tables, forms and dialogs, and is told what happens', async ({
  page,
  site,
  catalogue,
}) => {
  test.setTimeout(120_000)
  await openSignedIn(page, site.admin, '/edit')
  const said = await recordLiveMessages(page)
  const button = (name: string | RegExp) => main(page).getByRole('button', { name }).first()
  const book = catalogue.book(recording)

  await test.step('tables', async () => {
    await expectScreen(page, 'edit', '/edit')
    await expectOpened(page, button('Invite'), 'dialog of an invitation')
    await expectOpened(page, button('Add by feed'), 'dialog of a new feed')
    await expectOpened(page, button(/^Delete /), 'dialog of a deletion')
    await main(page).getByRole('checkbox', { name: 'Select Pan, despacio' }).check()
    await expect.poll(said).toContain('polite: 1 selected')
    await expectTree(page, 'selected audio books', { within: 'group "Selected Audio Books"' })
  })

  await test.step('forms', async () => {
    for (const kind of ['audio-books', 'podcasts', 'creators', 'series', 'collections', 'users'])
      await expectScreen(page, `form of new ${kind}`, `/edit/${kind}/create`)
    await page.getByLabel('Email', { exact: true }).fill('nowhere')
    await expect.poll(said).toContain('polite: Email not valid')
    await expectTree(page, 'form with an error', { within: 'form' })
    await page.getByLabel('Email', { exact: true }).fill('')
    await expectScreen(page, 'form of an audio book', `/edit${book.path}`)
    await expectOpened(page, button('Add Reader'), 'dialog of creators')
    await expectOpened(page, button('Add series'), 'dialog of series')
    await expectScreen(page, 'form of a podcast', `/edit${catalogue.podcast('Slow Signals').path}`)
    await expectScreen(page, 'form of an episode', `/edit${catalogue.episode('What the Foghorn Knew').path}`)
    await expectScreen(page, 'form of a creator', `/edit/creators/${book.readers[0]?.id}`)
  })

  await test.step('genres, chapters and imports', async () => {
    await expectScreen(page, 'genres of editors', '/edit/genres')
    await expectScreen(page, 'chapters of editors', `/edit/chapters${book.path}`)
    await expectScreen(page, 'imports', '/edit/import')
  })
})

test('a listener reads screens, dialogs and the player, and is told what happens', async ({
  page,
  site,
  person,
  catalogue,
  player,
}) => {
  test.setTimeout(120_000)
  const book = catalogue.book(recording)
  const send = await senderFor(site, site.admin)
  const titles = ['The Platform', 'The Sleeping Car', 'Arrival']
  const chapters = titles.map((title, index) => ({ startSeconds: index * 20, title }))
  const { version } = await send<{ version: number }>(`${book.path}/chapters`, undefined, 'GET')
  await send(`${book.path}/chapters`, { chapters, baseVersion: version }, 'PUT')
  const button = (name: string | RegExp) => main(page).getByRole('button', { name })
  const said = await recordLiveMessages(page)
  const expectSaid = async (...messages: RegExp[]) => {
    for (const message of messages)
      await expect.poll(async () => (await said()).find((words) => message.test(words))).toBeDefined()
  }
  await openSignedIn(page, person, '/my-library')

  await test.step('without anything of one’s own', async () => {
    await expectScreen(page, 'my library, empty', '/my-library')
    await expectScreen(page, 'bookmarks, none', '/my-library/bookmarks')
  })

  await test.step('a list that is narrowed', async () => {
    await page.goto('/audio-books')
    await main(page).getByRole('checkbox', { name: 'Sea , 3' }).check()
    await expectSaid(/^polite: 3 of 14 Audio Books$/)
    await expectTree(page, 'audio books of one genre', content)
  })

  await test.step('a book', async () => {
    await page.goto(book.path)
    await expect(main(page).getByText('3 chapters')).toBeVisible()
    await button('Add to My Library').click()
    await button('Add to queue').click()
    await expectSaid(/^polite: Added to My Library$/, /^polite: Audio Book added to queue$/)
    await expect(player.bar).toBeVisible()
    await main(page).getByText('3 chapters').click()
    await expectTree(page, 'audio book of a listener', content)
    await expectOpened(page, button('RSS'), 'dialog of a feed')
    await expectOpened(page, button('More actions'), 'menu of an audio book', 'menu')
  })

  await test.step('the player', async () => {
    await player.start.click()
    await player.expectSounding()
    await expectTree(page, 'player while it plays', { within: 'region "Player"', changing })
    await page.keyboard.press('b')
    await expectSaid(/^polite: Bookmark at 00:0\d/)
    await player.button('Pause').click()
    const { bar } = player
    await expectOpened(page, bar.getByRole('button', { name: 'Speed 1×' }), 'dialog of the speed')
    await expectOpened(page, bar.getByRole('button', { name: 'Sleep timer' }), 'dialog of the sleep timer')
    await expectOpened(page, bar.getByRole('button', { name: /^Chapter 1/ }), 'dialog of chapters')
    await player.focusPage()
    await page.keyboard.press('?')
    await expectTree(page, 'dialog of keys', { within: 'dialog' })
    await page.keyboard.press('Escape')
    await player.openQueue()
    await expectTree(page, 'queue', { within: 'dialog', changing })
    await page.keyboard.press('Escape')
  })

  await test.step('what is one’s own', async () => {
    await expectScreen(page, 'my library', '/my-library')
    await expectScreen(page, 'bookmarks', '/my-library/bookmarks')
    await expectScreen(page, 'user profile', '/user-profile')
    await button('Connect an app').click()
    await page.getByLabel('Name of the app').fill('AntennaPod')
    await page.keyboard.press('Enter')
    await expect(main(page).getByRole('group', { name: 'AntennaPod signs in with' })).toBeFocused()
    await expectTree(page, 'apps', { within: 'region "Apps"', changing })
  })

  await test.step('an app that asks', async () => {
    const headers = { 'user-agent': 'AntennaPod/3.8.0' }
    const begun = await fetch(`${site.url}/gpodder/index.php/login/v2`, { method: 'POST', headers })
    const { login } = (await begun.json()) as { login: string }
    await expectScreen(page, 'connect', new URL(login).pathname)
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('a listener reads the menu and the player that fills it', async ({ page, catalogue, player }) => {
    await player.addToQueue(catalogue.book(recording).path)
    await expectOpened(page, page.getByRole('button', { name: 'Menu', exact: true }), 'menu of a phone')
    await expectTree(page, 'player of a phone', { within: 'region "Player"', changing })
    await player.button('Open player').click()
    await expectTree(page, 'player that fills a phone', { within: 'dialog', changing })
  })
})
