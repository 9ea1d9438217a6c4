import { expectStateFits } from './fits.ts'
import { expect, makeEditor, openSignedIn, test } from './people.ts'

/** Editors find what lacks something, and change it all at once. */

test.use({ sampleCatalogue: true })

test('by keys alone a filter, a range of rows, a genre for them, and what comes of it', async ({
  page,
  site,
}) => {
  test.slow()
  await openSignedIn(page, await makeEditor(site), '/edit')
  const books = page.getByRole('region', { name: 'Audio Books' })
  await books.getByRole('button', { name: 'No cover' }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/edit?audioBooksShow=NoCover')
  await expect(books.getByRole('button', { name: 'No cover' })).toHaveAttribute('aria-pressed', 'true')
  await expectStateFits(page, 'audio books without a cover')
  await page.goto('/edit')
  const boxes = books.getByRole('checkbox', { name: /^Select (?!all)/ })
  await boxes.first().focus()
  await page.keyboard.press('Space')
  await boxes.nth(2).focus()
  await page.keyboard.press('Shift+Space')
  const bar = page.getByRole('group', { name: 'Selected Audio Books' })
  await expect(bar.getByText('3 selected')).toBeVisible()
  // Under its table, where it covers none of its rows.
  await books.evaluate((section) => section.scrollIntoView({ block: 'end' }))
  await expectStateFits(page, 'the bar of what is selected')
  await bar.getByRole('button', { name: 'Genres' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Genres' })).toBeVisible()
  await expectStateFits(page, 'genres for all that is selected')
  await page.getByRole('combobox', { name: 'Add' }).focus()
  await page.keyboard.type('Night trains')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect(page.getByText('3 Audio Books changed')).toBeVisible()
  await expect(bar).toHaveCount(0)
  const found = await page.request.get('/api/audio-books/paged?genre=Night%20trains')
  expect(await found.json()).toMatchObject({ totalCount: 3 })
})
