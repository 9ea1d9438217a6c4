import { writeFile } from 'node:fs/promises'
import { longLines, shortLines, taggedSound, test, description } from './hostile-site.ts'
import { filesWithTitle } from './hostile-tags.ts'
import { expectOnlyText } from './inert.ts'
import { expect, fillRegistration, newAddress, openSignedIn, signIn } from './people.ts'

/** What a server or a file says is text in toasts, dialogs and forms. */

const failure = { status: 400, json: [{ code: 'InvalidBody', description }] }
const refused = /^answered: 400/

test('in toasts and dialogs', async ({ page, trouble }) => {
  trouble.expect(refused)
  await page.route('**/api/auth/login', (route) => route.fulfill(failure))
  await page.route('**/api/auth/register', (route) => route.fulfill(failure))
  await page.goto('/auth/login')
  await signIn(page, { email: newAddress(), password: 'x' })
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Login failed')
  await expectOnlyText(page, [description], 'a toast')
  await page.goto('/auth/register')
  await fillRegistration(page, newAddress(), shortLines[0] ?? '')
  await page.getByRole('main').getByRole('button', { name: 'Register' }).click()
  await expect(page.getByRole('dialog', { name: 'Registration failed' })).toBeVisible()
  await expectOnlyText(page, [description], 'a dialog')
})

test('in forms: what files are called, and what their tags say', async ({
  page,
  site,
  trouble,
}, testInfo) => {
  trouble.expect(refused)
  await openSignedIn(page, site.admin, '/edit/audio-books/create')
  // What is left of a path is the file's name: slashes are those of folders.
  const names = shortLines.map((line) => line.replaceAll('/', '\u2215').slice(0, 80))
  const sound = Buffer.from(await (await taggedSound()).arrayBuffer())
  for (const name of names.slice(0, 6)) {
    const path = testInfo.outputPath(`${name}.mp3`)
    await writeFile(path, sound)
    await page.getByLabel('Audio file', { exact: true }).setInputFiles(path)
    await expectOnlyText(page, [`${name}.mp3`], 'a chosen file')
  }
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(/<svg|<script/i)
  await page.route('**/api/audio-books', (route) => route.fulfill(failure))
  await page.getByRole('main').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Audio Book create failed').first()).toBeVisible()
  await expectOnlyText(page, [description], 'a refused form')
})

for (const { name, mimeType, withTitle } of filesWithTitle) {
  test(`in forms: the title that the tags of ${name} propose`, async ({ page, site }) => {
    const title = longLines.at(0)?.trim() ?? ''
    await openSignedIn(page, site.admin, '/edit/audio-books/create')
    const file = { name, mimeType, buffer: withTitle(title) }
    await page.getByLabel('Audio file', { exact: true }).setInputFiles(file)
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue(title)
    await expectOnlyText(page, [name], 'a proposed name')
  })
}
