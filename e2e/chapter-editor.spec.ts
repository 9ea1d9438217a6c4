import type { Chapters } from '@earmark/contract/chapters.ts'
import type { Page } from '@playwright/test'
import { expectDialogFits, expectStateFits, expectTitles, expectWithinWidth } from './fits.ts'
import { tabTo } from './fixtures.ts'
import { expect, makeEditor, openSignedIn, senderFor, test } from './people.ts'
import { longName } from './screens.ts'

test.use({ sampleCatalogue: true })

const recording = 'The Night Train Library'
const pasted = '1. 0:00 The Platform\n2. 0:20 The Sleeping Car\n3. 0:40 Arrival'

const time = (page: Page, number: number) => page.getByLabel(`Time of chapter ${number}`)
const saveButton = (page: Page) => page.getByRole('button', { name: 'Save chapters' })

test('an editor marks chapters by ear, and listeners have them', async ({
  page,
  site,
  catalogue,
  player,
}) => {
  test.slow()
  const { id, path } = catalogue.book(recording)
  await openSignedIn(page, await makeEditor(site), `/edit/audio-books/${id}`)
  await page.getByRole('main').getByRole('link', { name: 'Chapters' }).click()
  await page.getByRole('button', { name: 'Paste a list' }).click()
  await page.getByLabel('List, cue sheet or JSON chapters').fill(pasted)
  await page.getByRole('button', { name: 'Put in' }).click()
  await page.getByRole('button', { name: /^Change chapter 2, The Sleeping Car/ }).click()
  await page.getByRole('button', { name: '1 second later' }).click()
  await expect(time(page, 2)).toHaveValue('0:00:21.0')

  await page.getByRole('button', { name: 'Listen to chapter 3 from 3 s before' }).click()
  await player.expectSounding()
  await player.expectPosition(37, 45)
  await page.getByRole('button', { name: 'Set here' }).click()
  await expect(time(page, 3)).toHaveValue(/^0:00:(3[789]|4\d)\.\d$/)
  const heard = await time(page, 3).inputValue()
  await saveButton(page).click()
  await expect(page.getByText('3 · by hand')).toBeVisible()

  await page.goto(path)
  await page.getByRole('main').getByText('3 chapters').click()
  const second = heard.slice(-4, -2)
  await expect(
    page.getByRole('main').getByRole('button', { name: /^Play chapter 2.* at 00:21,/ }),
  ).toBeVisible()
  await expect(
    page
      .getByRole('main')
      .getByRole('button', { name: new RegExp(`^Play chapter 3, Arrival, at 00:${second},`) }),
  ).toBeVisible()
})

test('of two editors the later one chooses whose chapters stay', async ({
  page,
  site,
  catalogue,
  trouble,
}) => {
  const { id, path } = catalogue.book('Salt and Orchard')
  await openSignedIn(page, await makeEditor(site), `/edit/chapters/audio-books/${id}`)
  await page.getByRole('button', { name: 'Add a chapter' }).click()
  await page.getByLabel('Title of chapter 1').fill('Mine')

  const sendAs = await senderFor(site, site.admin)
  const { version } = await sendAs<Chapters>(`${path}/chapters`, undefined, 'GET')
  const chapters = [{ startSeconds: 5, title: 'Theirs' }]
  await sendAs(`${path}/chapters`, { chapters, baseVersion: version }, 'PUT')

  trouble.expect(/409/)
  await saveButton(page).click()
  const dialog = page.getByRole('dialog', { name: /yours or theirs/ })
  await expect(dialog.getByRole('list', { name: 'Theirs, 1' })).toContainText('Theirs')
  await dialog.getByRole('button', { name: 'Save yours' }).click()
  await expect(page.getByText('1 · by hand')).toBeVisible()
  const kept = await sendAs<Chapters>(`${path}/chapters`, undefined, 'GET')
  expect(kept.chapters.map(({ title }) => title)).toEqual(['Mine'])
})

test('an editor without a mouse moves a mark and takes it back', async ({ page, site, catalogue }) => {
  const { id } = catalogue.book('Bread, Slowly')
  await openSignedIn(page, await makeEditor(site), `/edit/chapters/audio-books/${id}`)
  await tabTo(page, page.getByRole('button', { name: 'Add a chapter' }))
  await page.keyboard.press('Enter')
  await expect(time(page, 1)).toBeFocused()
  await tabTo(page, page.getByLabel('Title of chapter 1'))
  await page.keyboard.type('Clouds')
  const mark = page.getByRole('slider', { name: 'Mark of chapter 1' }).first()
  await tabTo(page, mark, 'Shift+Tab')
  await page.keyboard.press('ArrowRight')
  await expect(mark).toHaveAttribute('aria-valuetext', '0:00:01.0')
  await page.keyboard.press('Control+z')
  await expect(mark).toHaveAttribute('aria-valuetext', '0:00:00.0')
  await page.keyboard.press('Control+Shift+Z')
  await expect(mark).toHaveAttribute('aria-valuetext', '0:00:01.0')
  await tabTo(page, saveButton(page))
  await page.keyboard.press('Enter')
  await expect(page.getByText('1 · by hand')).toBeVisible()
})

test('empty, full, with errors, in its dialogs and of two lists it is accessible and fits', async ({
  page,
  site,
  catalogue,
  trouble,
}) => {
  test.slow()
  trouble.expect(/409/)
  const { id, path } = catalogue.book(longName)
  const sendAs = await senderFor(site, site.admin)
  const save = async (titles: string[]) => {
    const { version } = await sendAs<Chapters>(`${path}/chapters`, undefined, 'GET')
    const chapters = titles.map((title, place) => ({ startSeconds: place * 2, title }))
    await sendAs(`${path}/chapters`, { chapters, baseVersion: version }, 'PUT')
  }
  await openSignedIn(page, await makeEditor(site), `/edit/chapters/audio-books/${id}`)
  await expect(page.getByText(/^No chapters yet/)).toBeVisible()
  await expectStateFits(page, 'no chapters')
  const titles = Array.from({ length: 40 }, (_, place) => (place % 2 ? longName : 'Winter'.repeat(20)))
  await save(titles)
  await page.reload()
  await expect(page.getByText('40 · by hand')).toBeVisible()
  await expectTitles(page, 'chapters')
  await expectWithinWidth(page, 'chapters')
  // What is out of sight keeps the colours of the other theme until it is drawn.
  await page.setViewportSize({ width: 1280, height: 3000 })
  await time(page, 1).fill('noon')
  await page.getByLabel('Title of chapter 1').focus()
  await expectStateFits(page, 'chapters with an error')
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: 'Shift all from here' }).click()
  await expectDialogFits(page, 'Shift all from chapter 1')
  await page.getByRole('button', { name: 'Paste a list' }).click()
  await page.getByLabel('List, cue sheet or JSON chapters').fill('Winter'.repeat(20))
  await page.getByRole('button', { name: 'Put in' }).click()
  await expect(page.getByText(/^Line 1 has no time/)).toBeVisible()
  await expectDialogFits(page, 'Paste chapters')
  await page.getByRole('button', { name: 'Propose' }).click()
  await expectDialogFits(page, 'Propose chapters')
  await save(titles.with(-1, 'Bells'))
  await page.getByRole('button', { name: /^Change chapter 40,/ }).click()
  await page.getByRole('button', { name: '1 second later' }).click()
  await saveButton(page).click()
  await expect(page.getByRole('dialog', { name: /^Saved by .+ just now: yours or theirs\?$/ })).toBeVisible()
  // From where they differ.
  await expect(page.getByRole('dialog').getByText('Bells')).toBeInViewport()
  await expectStateFits(page, 'two lists')
})
