import type { AudioBookDetail } from '@earmark/contract/audio-books.ts'
import { join, resolve } from 'node:path'
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { dialog } from './page-parts.ts'
import { expect, makeEditor, newAddress, openSignedIn, test } from './people.ts'
import { PlayerDriver } from './player-driver.ts'
import { refused } from './trouble.ts'

/** An editor fills the library from real files, and a visitor listens to them. */

const sample = resolve(import.meta.dirname, '../sample')
const audio = (name: string) => join(sample, 'audio', name)
const cover = (name: string) => join(sample, 'covers', name)
const save = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Save' })
const choose = (page: Page, label: string, file: string) =>
  page.getByLabel(`${label} file`, { exact: true }).setInputFiles(file)

/** Through the selector dialog, in which a creator is made on the spot. */
async function addNewCreator(page: Page, addLabel: string, nickname: string): Promise<void> {
  await page.getByRole('button', { name: addLabel }).click()
  await dialog(page, 'Choose a creator').getByRole('button', { name: 'New creator' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Nickname').fill(nickname)
  await form.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByRole('button', { name: `Remove ${nickname}` })).toBeVisible()
}

/** The page of a new record is there when its heading has the focus; the address changes before. */
async function expectRecordPage(page: Page, name: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name })).toBeFocused()
}

test('an editor builds a podcast with two episodes, and a visitor plays them', async ({
  page,
  site,
  browser,
}) => {
  await openSignedIn(page, await makeEditor(site), '/edit')
  await expect(page.getByRole('heading', { level: 1, name: 'Edit - Only for pros' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Users' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Create Podcast' }).click()
  await expect(save(page)).toBeDisabled()
  await page.getByLabel('Name', { exact: true }).fill('Harbour Talk')
  await page.getByLabel('Description').fill('Ships.\nAnd those who wait for them.')
  await choose(page, 'Cover image', cover('slow-signals.webp'))
  await save(page).click()
  await expect(page.getByText('Podcast created')).toBeVisible()
  await expectRecordPage(page, 'Harbour Talk')
  await addNewCreator(page, 'Add Voicer', 'Gull')

  for (const [number, name, file] of [
    ['1', 'Fog', 'slow-signals-1-a-light-every-twelve-seconds.mp3'],
    ['2', 'Rope', 'slow-signals-2-what-the-foghorn-knew.mp3'],
  ] as const) {
    await page.getByRole('link', { name: 'Create Episode' }).click()
    await expect(page.getByLabel('Number')).toHaveValue(number)
    await page.getByLabel('Name', { exact: true }).fill(name)
    await choose(page, 'Audio', audio(file))
    await save(page).click()
    await expect(page.getByText('Podcast Episode created')).toBeVisible()
    await expect(page).toHaveURL(/\/episodes\/\d+$/)
    await page
      .getByRole('navigation', { name: 'Breadcrumb' })
      .getByRole('link', { name: 'Harbour Talk' })
      .click()
    await expect(page.getByRole('link', { name: `Edit ${name}` })).toBeVisible()
  }
  await page.getByRole('link', { name: 'Edit Fog' }).click()
  await expect(page.getByRole('link', { name: 'Next Episode' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Previous Episode' })).toHaveCount(0)

  const visitor = await browser.newPage({ baseURL: site.url })
  await visitor.goto('/podcasts')
  await visitor.getByRole('link', { name: 'Harbour Talk' }).first().click()
  await expect(visitor.getByText('Gull').first()).toBeVisible()
  await expect(visitor.getByRole('heading', { name: '2 episodes' })).toBeVisible()
  await visitor.getByRole('button', { name: 'Play all' }).click()
  await new PlayerDriver(visitor).expectSounding()
  await visitor.close()
})

test('an editor names the people of a new audio book, and puts them in order by keys', async ({
  page,
  site,
}) => {
  await openSignedIn(page, await makeEditor(site), '/edit/audio-books/create')
  await page.getByLabel('Name', { exact: true }).fill('Tide Tables')
  await addNewCreator(page, 'Add Person', 'Sabine Ruhl')
  await addNewCreator(page, 'Add Reader', 'Ove Lind')
  await page.getByLabel('Ove Lind as').fill('the Keeper')
  await page.getByLabel('Role of Ove Lind').selectOption('Voice')
  await save(page).click()
  await expectRecordPage(page, 'Tide Tables')
  const names = page.getByRole('rowheader')
  await expect(names).toHaveText(['Sabine Ruhl', 'Ove Lind'])
  await expect(page.getByLabel('Ove Lind as')).toHaveValue('the Keeper')
  await expect(page.getByLabel('Role of Ove Lind')).toHaveValue('Voice')
  await page.getByRole('button', { name: 'Move Ove Lind', exact: true }).press('ArrowUp')
  await expect(names).toHaveText(['Ove Lind', 'Sabine Ruhl'])
  await expect(page.getByRole('button', { name: 'Move Ove Lind', exact: true })).toBeFocused()
  await page.reload()
  await expect(names).toHaveText(['Ove Lind', 'Sabine Ruhl'])
})

test('an editor goes from a public page to its form, on a small window by its menu', async ({
  page,
  site,
}) => {
  await openSignedIn(page, await makeEditor(site), '/edit/creators/create')
  await page.getByLabel('Nickname', { exact: true }).fill('Wilma Dorn')
  await save(page).click()
  await expect(page).toHaveURL(/\/edit\/creators\/\d+$/)
  const form = new URL(page.url()).pathname
  const publicPage = form.replace('/edit', '')
  const main = page.getByRole('main')
  await page.goto(publicPage)
  await main.getByRole('link', { name: 'Edit', exact: true }).click()
  await expect(page).toHaveURL(form)

  await page.setViewportSize({ width: 820, height: 900 })
  await page.goto(publicPage)
  await main.getByRole('button', { name: 'More actions' }).click()
  await expect(main.getByRole('link', { name: 'Edit', exact: true })).toHaveCount(0)
  await main.getByRole('menuitem', { name: 'Edit', exact: true }).click()
  await expect(page).toHaveURL(form)
})

test('an editor saves a draft, schedules it, publishes it, and takes it back', async ({
  page,
  site,
  trouble,
}) => {
  // The public read of a draft, which Firefox calls an error and nothing else.
  trouble.expect(/404|There is nothing here|^console: Error \(/)
  await openSignedIn(page, await makeEditor(site), '/edit/audio-books/create')
  await page.getByLabel('Name', { exact: true }).fill('Not Yet')
  await page.getByRole('button', { name: 'Keep as draft' }).click()
  await expect(page).toHaveURL(/\/edit\/audio-books\/\d+$/)
  await expect(page.getByText('Only editors see it.')).toBeVisible()
  const publicPath = new URL(page.url()).pathname.replace('/edit', '/api')
  const status = async () => (await page.request.get(publicPath)).status()
  expect(await status()).toBe(404)

  await page.getByRole('button', { name: 'On a day…' }).click()
  await page.getByLabel('Day and time').fill('2099-05-01T08:00')
  await page.getByRole('button', { name: 'Schedule', exact: true }).click()
  await expect(page.getByText('It becomes public on May 1, 2099')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel schedule' }).click()
  await expect(page.getByText('Only editors see it.')).toBeVisible()

  // Its page is there for editors, and says so.
  const form = page.url()
  await page.getByRole('link', { name: 'View' }).click()
  await expect(page.getByText('Draft: only editors see this page.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Not Yet' })).toBeVisible()
  await expectAccessible(page, 'the page of a draft')
  const answers = page.waitForResponse((answer) => answer.url().endsWith(publicPath))
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page.getByText('Draft: only editors see this page.')).toHaveCount(0)
  expect((await answers).status()).toBe(200)
  await expect(page.getByRole('button', { name: 'Add to My Library' })).toBeVisible()
  expect(await status()).toBe(200)
  await page.goto(form)
  await page.getByRole('button', { name: 'Unpublish' }).click()
  await dialog(page, 'Unpublish').getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('Only editors see it.')).toBeVisible()
  expect(await status()).toBe(404)
  await page.goto('/edit')
  await expect(page.getByRole('rowheader', { name: 'Not Yet · Draft' })).toBeVisible()
})

test('an editor makes an audio book, changes it, and deletes it', { tag: '@engines' }, async ({
  page,
  site,
}) => {
  await openSignedIn(page, await makeEditor(site), '/edit')
  await page.getByRole('link', { name: 'Create Audio Book' }).click()
  await choose(page, 'Audio', audio('an-almanac-for-bees.mp3'))
  // The name is proposed from the file's own tags.
  await expect(page.getByLabel('Name', { exact: true })).not.toHaveValue('')
  await page.getByLabel('Name', { exact: true }).fill('Bees at Night')
  await save(page).click()
  await expect(page.getByText('Audio Book created')).toBeVisible()
  await expectRecordPage(page, 'Bees at Night')
  await addNewCreator(page, 'Add Reader', 'Drone')

  await page.getByLabel('Name', { exact: true }).fill('Bees by Day')
  await choose(page, 'Cover image', cover('slow-signals.webp'))
  await save(page).click()
  await expect(page.getByText('Audio Book updated')).toBeVisible()
  await page.goto(page.url().replace('/edit', ''))
  await expect(page.getByRole('heading', { level: 1, name: 'Bees by Day' })).toBeVisible()
  await expect(page.getByText('Drone')).toBeVisible()

  await page.goto('/edit')
  await page.getByRole('button', { name: 'Delete Bees by Day' }).click()
  const question = dialog(page, 'Delete Audio Book')
  await expect(question).toContainText('Are you sure Bees by Day?')
  await question.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('Audio Book deleted')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Delete Bees by Day' })).toHaveCount(0)
})

test('an editor makes an audio book of several files, and changes their order and one of them', async ({
  page,
  site,
}) => {
  const [light, foghorn, letter, pigeon] = [
    'slow-signals-1-a-light-every-twelve-seconds.mp3',
    'slow-signals-2-what-the-foghorn-knew.mp3',
    'slow-signals-5-a-letter-in-a-wall.mp3',
    'slow-signals-6-the-pigeon-who-walked.mp3',
  ] as const
  await openSignedIn(page, await makeEditor(site), '/edit/audio-books/create')
  const group = page.getByRole('group', { name: 'Audio', exact: true })
  const rows = group.getByRole('listitem')
  const files = page.getByLabel('Audio file', { exact: true })
  await files.setInputFiles([pigeon, letter, light].map(audio))
  await expect(rows).toContainText([light, letter, pigeon])
  await page.getByLabel('Name', { exact: true }).fill('Signals in One')
  await save(page).click()
  await expect(page.getByText('Audio Book created')).toBeVisible()
  await expect(page).toHaveURL(/\/edit\/audio-books\/\d+$/)
  const path = new URL(page.url()).pathname.replace('/edit', '/api')
  const read = async () => (await (await page.request.get(path)).json()) as AudioBookDetail
  const made = await read()
  expect(made.tracks.map(({ number }) => number)).toEqual([1, 2, 3])
  const lengths = made.tracks.map(({ durationSeconds }) => durationSeconds)
  expect(made.durationSeconds).toBeCloseTo(
    lengths.reduce((sum, length) => sum + length, 0),
    1,
  )

  const moveLast = group.getByRole('button', { name: /^Move / }).last()
  await moveLast.press('Home')
  await expect(group.getByRole('button', { name: /^Move / }).first()).toBeFocused()
  const chooser = page.waitForEvent('filechooser')
  await group
    .getByRole('button', { name: /^Replace / })
    .last()
    .click()
  await (await chooser).setFiles(audio(foghorn))
  await expect(rows.last()).toContainText(foghorn)
  await save(page).click()
  await expect(page.getByText('Audio Book updated')).toBeVisible()
  const changed = await read()
  expect(changed.tracks.slice(0, 2).map(({ durationSeconds }) => durationSeconds)).toEqual([
    lengths[2],
    lengths[0],
  ])
  expect(changed.tracks[2]?.durationSeconds).not.toBe(lengths[1])
  expect(changed.audioUrl).not.toBe(made.audioUrl)
})

test('unsaved changes ask before they are left', async ({ page, site }) => {
  await openSignedIn(page, await makeEditor(site), '/edit/creators/create')
  await page.getByLabel('Nickname').fill('Half a n')
  await page.getByRole('banner').getByRole('link', { name: 'Podcasts' }).click()
  const question = dialog(page, 'Leave without saving?')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByLabel('Nickname')).toHaveValue('Half a n')
  await page.getByRole('banner').getByRole('link', { name: 'Podcasts' }).click()
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL('/podcasts')
})

test('a second editor’s change is noticed, and nothing is lost without a word', async ({
  page,
  site,
  context,
  trouble,
}) => {
  trouble.expect(refused)
  await openSignedIn(page, await makeEditor(site), '/edit/audio-books/create')
  await page.getByLabel('Name', { exact: true }).fill('Twice Told')
  await save(page).click()
  await expect(page).toHaveURL(/\/edit\/audio-books\/\d+$/)
  const other = await context.newPage()
  await other.goto(page.url())
  await other.getByLabel('Description').fill('The other one was here.')
  await save(other).click()
  await expect(other.getByText('Audio Book updated')).toBeVisible()

  await page.getByLabel('Description').fill('So was I.')
  await save(page).click()
  const choice = dialog(page, 'Changed in the meantime')
  await choice.getByRole('button', { name: 'Save mine' }).click()
  await expect(page.getByText('Audio Book updated')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Description')).toHaveValue('So was I.')
})

test('an administrator makes an editor, who has to set a password', async ({ page, site }) => {
  const email = newAddress('invited')
  await openSignedIn(page, site.admin, '/edit')
  await page.getByRole('link', { name: 'Create User' }).click()
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Name', { exact: true }).fill('Ida')
  await page.getByLabel('Role').selectOption('Editor')
  await save(page).click()
  await expect(page.getByText('User created')).toBeVisible()
  expect((await site.mails.take(email)).text).toMatch(/choose a password/i)

  const more = page.getByRole('button', { name: 'More actions' })
  await more.click()
  await page.getByRole('menuitem', { name: 'Forgot password' }).click()
  const question = page.getByRole('dialog')
  await expect(question).toContainText('Start forgot password process?')
  await question.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('User forgot password started')).toBeVisible()
  await more.click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await dialog(page, 'Delete User').getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('User deleted')).toBeVisible()
  await expect(page).toHaveURL(/\/edit(\?|$|#)/)
})

test('an editor never gets to users, and a listener not to the back office', async ({
  page,
  site,
  person,
  browser,
}) => {
  await openSignedIn(page, await makeEditor(site))
  await page.getByRole('banner').getByRole('link', { name: 'Edit' }).click()
  const openApi = page.getByRole('main').getByRole('link', { name: 'Open API' })
  const answer = await page.request.get((await openApi.getAttribute('href')) ?? '')
  expect(answer.ok()).toBe(true)
  await page.goto('/edit/users/create')
  await expect(page).toHaveURL('/forbidden')
  const listener = await browser.newPage({ baseURL: site.url })
  await openSignedIn(listener, person)
  await listener.goto('/edit')
  await expect(listener).toHaveURL('/forbidden')
  await listener.close()
})
