import { cpSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expectAccessible } from './accessible.ts'
import { expectWithinWidth } from './fits.ts'
import { expect, makeEditor, openSignedIn, test } from './people.ts'

const library = mkdtempSync(join(tmpdir(), 'earmark-library-'))
const own = mkdtempSync(join(tmpdir(), 'earmark-own-'))
const pitches = [400, 600, 800]

/** Times long ago: the youngest files are left for the next look. */
function putSound(to: string, pitch: number): void {
  mkdirSync(resolve(to, '..'), { recursive: true })
  cpSync(resolve(import.meta.dirname, `tone-${pitch}.mp3`), to)
  utimesSync(to, 1_600_000_000, 1_600_000_000)
}

test.use({ settings: { IMPORT_FOLDERS: `books=${library}` } })

test.beforeAll(() => {
  for (const [place, pitch] of pitches.entries())
    putSound(join(library, 'Gull Tern/Salt', `0${place + 1} Part.mp3`), pitch)
  putSound(join(library, 'Inés Quintañel/Fog/01 Fog.mp3'), 400)
})

test.afterAll(() => {
  for (const folder of [library, own]) rmSync(folder, { recursive: true, force: true })
})

test('an editor looks through a folder, mends what is proposed, brings it in and plays it', async ({
  page,
  site,
  player,
}) => {
  test.slow()
  await openSignedIn(page, await makeEditor(site), '/edit')
  await page.getByRole('navigation', { name: 'Tables' }).getByRole('link', { name: 'Bring in books' }).click()
  await expect(page.getByText('· 0 books · never looked through')).toBeVisible()
  await expectAccessible(page, 'bring in books')
  await page.getByRole('button', { name: 'Look through books' }).click()

  const all = page.getByRole('button', { name: /^Bring in all without questions/ })
  await expect(all).toBeVisible({ timeout: 60_000 })
  await expect(page.getByRole('button', { name: /^New \d/ })).toBeVisible()
  const book = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: 'Salt', exact: true }) })
  await book.getByRole('button', { name: 'Salt', exact: true }).click()
  await book.getByLabel(/^Title/).fill('The Salt Road')
  await book.getByRole('button', { name: 'Move 03 Part.mp3' }).press('Home')
  await book.getByRole('button', { name: 'Listen to 02 Part.mp3' }).click()
  const heard = book.getByLabel('02 Part.mp3 preview')
  await expect.poll(() => heard.evaluate((sound: HTMLAudioElement) => sound.currentTime)).toBeGreaterThan(0)
  await book.getByRole('button', { name: 'Listen to 02 Part.mp3' }).click()
  await expect(heard).toHaveCount(0)
  await expectAccessible(page, 'a book of the review')
  for (const width of [390, 820, 1920]) {
    await page.setViewportSize({ width, height: 900 })
    await expectWithinWidth(page, `the review at ${width} px`)
  }
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('button', { name: 'The Salt Road', exact: true })).toBeVisible()

  await page.getByLabel('Select The Salt Road').check()
  await page.getByLabel(/^as drafts/).uncheck()
  await page.getByRole('button', { name: 'Bring in 1', exact: true }).click()
  const brought = page.getByRole('link', { name: 'In the library: The Salt Road' })
  await expect(brought).toBeVisible({ timeout: 30_000 })
  const id = (await brought.getAttribute('href'))?.split('/').at(-1)
  await player.play(`/audio-books/${id}`)
  await expect(player.slider).toHaveAttribute('max', /^1[78]$/)
})

test('a folder of 200 files, reloaded in the middle and chosen again, becomes one book', async ({
  page,
  site,
}) => {
  test.setTimeout(300_000)
  const folder = join(own, 'Many Parts')
  for (let number = 1; number <= 200; number += 1)
    putSound(join(folder, `${String(number).padStart(3, '0')}.mp3`), pitches[number % 3] ?? 400)
  writeFileSync(join(folder, 'notes.docx'), 'no sound')
  await openSignedIn(page, await makeEditor(site), '/edit/import')

  const choose = async () => {
    await page.getByLabel('Choose a folder', { exact: true }).last().setInputFiles(folder)
    const dialog = page.getByRole('dialog', { name: 'This looks like 1 book' })
    await expect(dialog.getByText('1 file of another kind stays here.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Upload 200 files' }).click()
  }
  await choose()
  await expect(page.getByText(/^[1-9]\d* of 200 files there$/)).toBeVisible()
  page.once('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(
    page.getByText(/^\d+ uploads are not finished\. Choose the same files again to go on\.$/),
  ).toBeVisible()
  await choose()
  await expect(page).toHaveURL(/\/edit\/import\/\d+$/, { timeout: 120_000 })
  // Files are looked into with the lowest priority.
  await expect(page.getByRole('button', { name: 'Many Parts', exact: true })).toBeVisible({
    timeout: 150_000,
  })
  await expect(page.getByText(/200 files/).first()).toBeVisible()
})
