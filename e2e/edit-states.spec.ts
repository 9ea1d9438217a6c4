import { resolve } from 'node:path'
import type { Page } from '@playwright/test'
import { expectDialogFits, expectStateFits } from './fits.ts'
import { hold } from './fixtures.ts'
import { main, searchFor } from './page-parts.ts'
import { expect, makeEditor, openSignedIn, test } from './people.ts'
import { broken, logged } from './trouble.ts'

/** The back office while it loads, lacks, refuses, asks and uploads: accessible in both themes, and none too wide. */

const cover = resolve(import.meta.dirname, '../sample/covers/slow-signals.webp')
const button = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true })

test('tables that load, fail and find nothing', async ({ page, site, trouble }) => {
  test.slow()
  trouble.expect(broken, logged)
  await openSignedIn(page, site.admin, '/user-profile')
  const paged = ['audio-books', 'podcasts', 'creators', 'users'].map((kind) => `${kind}/paged?*`)
  const answers = await Promise.all(paged.map((call) => hold(page, `**/api/${call}`)))
  await page.getByRole('banner').getByRole('link', { name: 'Edit' }).click()
  await expect(main(page).getByRole('table').first()).toBeVisible()
  await expectStateFits(page, 'index loading')
  for (const call of paged)
    await page.route(`**/api/${call}`, (route) => route.fulfill({ status: 500, body: '' }))
  await page.goto('/edit')
  await expect(main(page).getByText('Get Creators failed').first()).toBeVisible()
  await expectStateFits(page, 'index failed')
  for (const answer of answers) answer()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.goto('/edit')
  const search = main(page).getByRole('searchbox', { name: 'Search Creators' })
  await searchFor(search, 'zzyzx')
  await expect(main(page).getByText('Nothing here matches “zzyzx”.')).toBeVisible()
  // How far it was scrolled for the field depends on which table came first: the header may hide half of another one.
  await page.evaluate(() => window.scrollTo(0, 0))
  await expectStateFits(page, 'index without a match')
})

test('forms with errors, dialogs over them, and an upload on its way', async ({ page, site, trouble }) => {
  test.slow()
  trouble.expect(broken, logged)
  await openSignedIn(page, await makeEditor(site), '/edit/creators/create')
  for (const value of ['x', '']) await page.getByLabel('Nickname').fill(value)
  await expectStateFits(page, 'creator with errors')
  await page.getByLabel('Nickname').fill('x')
  await page.getByRole('banner').getByRole('link', { name: 'Podcasts' }).click()
  await expectDialogFits(page, 'Leave without saving?')

  await page.goto('/edit/podcasts/create')
  for (const value of ['x', '']) await page.getByLabel('Name', { exact: true }).fill(value)
  await expectStateFits(page, 'podcast with errors')
  await page.getByLabel('Name', { exact: true }).fill('Half Way')
  await page.getByLabel('Cover image file', { exact: true }).setInputFiles(cover)
  const upload = await hold(page, '**/api/podcasts')
  await button(page, 'Save').click()
  await expect(page.getByRole('progressbar')).toBeVisible()
  await expectStateFits(page, 'upload')
  upload()
  // A toast goes by itself, but not from under the pointer.
  await page.getByText('Podcast created').hover()
  await expect(page.getByRole('heading', { level: 1, name: 'Half Way' })).toBeVisible()
  await expectStateFits(page, 'podcast created')

  await button(page, 'Add Voicer').click()
  const dialog = page.getByRole('dialog')
  await searchFor(dialog.getByRole('searchbox'), 'zzyzx')
  await expect(dialog.getByText('Nobody matches “zzyzx”.')).toBeVisible()
  await expectStateFits(page, 'selector without a match')
  await dialog.getByRole('button', { name: 'New creator' }).click()
  for (const value of ['x', '']) await dialog.getByLabel('Nickname').fill(value)
  await expectStateFits(page, 'new creator with errors')
  await page.keyboard.press('Escape')
  await page.route('**/api/creators/paged?*', (route) => route.fulfill({ status: 500, body: '' }))
  await button(page, 'Add Voicer').click()
  await searchFor(dialog.getByRole('searchbox'), 'anybody')
  await expect(dialog.getByRole('alert')).toBeVisible()
  await expectStateFits(page, 'selector failed')
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await button(page, 'More actions').click()
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeFocused()
  await expectStateFits(page, 'menu')
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expectDialogFits(page, 'Delete Podcast')
  await expect(button(page, 'More actions')).toBeFocused()
  await page.getByRole('link', { name: 'Create Episode' }).click()
  for (const label of ['Number', 'Name'])
    for (const value of ['1', '']) await page.getByLabel(label, { exact: true }).fill(value)
  await expectStateFits(page, 'episode with errors')
})

test('the form of a user with errors, and its question', async ({ page, site }) => {
  await openSignedIn(page, site.admin, '/edit/users/create')
  for (const label of ['Email', 'Name', 'New password'])
    for (const value of ['x', '']) await page.getByLabel(label, { exact: true }).fill(value)
  await page.getByLabel('Email', { exact: true }).fill('no address')
  await expectStateFits(page, 'user with errors')
  await page.getByLabel('Role').selectOption('Admin')
  await page.getByRole('banner').getByRole('link', { name: 'Edit' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
  await main(page)
    .getByRole('button', { name: /^Forgot password of/ })
    .first()
    .click()
  await expectDialogFits(page, 'Forgot password')
})
