import { updateAudioBook } from '@earmark/contract/audio-book-edits.ts'
import { expectAccessible } from './accessible.ts'
import { tabTo } from './fixtures.ts'
import { cards } from './page-parts.ts'
import { expect, senderFor, test as base } from './people.ts'

/** What journeys browse by: the first twelve audio books of the sample get a genre, a language and a year. */
const test = base.extend<object, { shelved: true }>({
  shelved: [
    async ({ site, catalogue }, use) => {
      const sendAs = await senderFor(site, site.admin)
      for (const [place, book] of catalogue.books.slice(0, 12).entries()) {
        const form = new FormData()
        form.set('Id', String(book.id))
        form.set('Name', book.name)
        form.set('Genres', place % 3 === 0 ? 'Seafaring' : 'Mystery')
        form.set('Language', place % 2 === 0 ? 'en' : 'de')
        form.set('PublishedYear', String(2001 + place))
        if (book.audioUrl) form.set('AudioUrl', book.audioUrl)
        await sendAs(updateAudioBook.url.replace(':id', String(book.id)), form, 'PUT')
      }
      await use(true)
    },
    { scope: 'worker', auto: true },
  ],
})

test.use({ sampleCatalogue: true, viewport: { width: 1280, height: 900 } })
test.describe.configure({ mode: 'default' })

test('facets narrow a list down, in the address, and chips widen it again', async ({ page, catalogue }) => {
  await page.goto('/audio-books')
  const filters = page.getByRole('complementary', { name: 'Filters' })
  await filters.getByRole('checkbox', { name: 'Seafaring , 4' }).check()
  await expect(page).toHaveURL('/audio-books?genre=Seafaring')
  await expect(cards(page)).toHaveCount(4)
  await expect(page.getByText(`4 of ${catalogue.books.length}`)).toBeVisible()
  await filters.getByRole('checkbox', { name: 'English , 2' }).check()
  await expect(cards(page)).toHaveCount(2)
  await filters.getByRole('checkbox', { name: 'German , 2' }).check()
  await expect(page).toHaveURL('/audio-books?language=en&language=de&genre=Seafaring')
  await expect(cards(page)).toHaveCount(4)
  await expectAccessible(page, 'filtered list')

  await page.goBack()
  await expect(cards(page)).toHaveCount(2)
  await page.reload()
  await expect(cards(page)).toHaveCount(2)
  await expect(filters.getByRole('checkbox', { name: 'English , 2' })).toBeChecked()
  await page.getByRole('button', { name: 'Remove English' }).click()
  await expect(page).toHaveURL('/audio-books?genre=Seafaring')
  await page.getByRole('button', { name: 'Clear all' }).click()
  await expect(page).toHaveURL('/audio-books')
  await expect(cards(page)).toHaveCount(10)
})

test('choices in quick succession show at once and add up', async ({ page }) => {
  await page.goto('/audio-books')
  const filters = page.getByRole('complementary', { name: 'Filters' })
  await expect(filters.getByRole('checkbox', { name: 'Seafaring , 4' })).toBeVisible()
  const shown = await filters.evaluate((column) => {
    const boxes = ['Seafaring', 'Mystery', 'English'].map((name) => {
      const labels = [...column.querySelectorAll('label')]
      return labels.find((label) => label.textContent.startsWith(name))!.querySelector('input')!
    })
    return boxes.map((box) => {
      box.click()
      return box.checked
    })
  })
  expect(shown).toEqual([true, true, true])
  await expect(page).toHaveURL('/audio-books?language=en&genre=Seafaring&genre=Mystery')
  await expect(cards(page)).toHaveCount(6)
})

test('a list that is searched counts what the search finds, in the sheet of a phone, too', async ({
  page,
}) => {
  await page.goto('/audio-books?search=lamplighter')
  await expect(cards(page)).toHaveCount(1)
  const filters = page.getByRole('complementary', { name: 'Filters' })
  await expect(filters.getByRole('checkbox', { name: 'Mystery , 0' })).toBeDisabled()
  await filters.getByRole('checkbox', { name: 'Seafaring , 1' }).check()
  await expect(page).toHaveURL(/search=lamplighter&genre=Seafaring$/)
  await expect(cards(page)).toHaveCount(1)

  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/audio-books?search=lamplighter')
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  const sheet = page.getByRole('dialog', { name: 'Filter' })
  await sheet.getByRole('checkbox', { name: 'Seafaring , 1' }).check()
  await sheet.getByRole('button', { name: 'Show 1 book' }).click()
  await expect(cards(page)).toHaveCount(1)
})

test('where nothing matches, each choice says what its removal would bring back', async ({ page }) => {
  await page.goto('/audio-books?genre=Seafaring&language=de&fromYear=2001&toYear=2003')
  await expect(page.getByText('Nothing matches all of that.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'without German 1' })).toBeVisible()
  await expectAccessible(page, 'nothing matches')
  await page.getByRole('button', { name: 'without 2001 to 2003 2' }).click()
  await expect(cards(page)).toHaveCount(2)
})

test('what fits into a time goes by the listener’s speed', async ({ page, catalogue }) => {
  const fitting = (seconds: number) =>
    catalogue.books.filter(({ durationSeconds }) => durationSeconds !== null && durationSeconds <= seconds)
      .length
  await page.addInitScript(() => {
    localStorage.setItem('playerSpeeds', JSON.stringify({ ':audio-book:1': { speed: 2, at: 1 } }))
  })
  await page.goto('/audio-books?pageSize=20')
  const filters = page.getByRole('complementary', { name: 'Filters' })
  await expect(filters.getByText('at your speed, 2×')).toBeVisible()
  await filters.getByRole('button', { name: 'Other' }).click()
  await filters.getByRole('spinbutton', { name: 'Minutes' }).fill('1')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/audio-books?pageSize=20&fitsIn=1')
  await expect(cards(page)).toHaveCount(fitting(2 * 60))
  await filters.getByRole('spinbutton', { name: 'Minutes' }).fill('6')
  await page.keyboard.press('Enter')
  await expect(cards(page)).toHaveCount(fitting(2 * 6 * 60))
})

test('a book is found by the keyboard alone', async ({ page }) => {
  await page.goto('/audio-books')
  const filters = page.getByRole('complementary', { name: 'Filters' })
  const genre = filters.getByRole('checkbox', { name: 'Seafaring , 4' })
  await expect(genre).toBeVisible()
  await tabTo(page, genre)
  await page.keyboard.press('Space')
  await expect(cards(page)).toHaveCount(4)
  await expect(genre).toBeFocused()
  await tabTo(page, page.getByRole('link', { name: 'The Lamplighter of Quiet Harbour' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The Lamplighter of Quiet Harbour')
})

test('on a phone filters are a sheet that says how many records it would show', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/audio-books')
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  const sheet = page.getByRole('dialog', { name: 'Filter' })
  await sheet.getByRole('checkbox', { name: 'Seafaring , 4' }).check()
  await sheet.getByRole('checkbox', { name: 'English , 2' }).check()
  await sheet.getByRole('button', { name: 'Show 2 books' }).click()
  await expect(sheet).toBeHidden()
  await expect(page).toHaveURL('/audio-books?language=en&genre=Seafaring')
  await expect(cards(page)).toHaveCount(2)
  await expect(page.getByRole('button', { name: 'Filter · 2' })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL('/audio-books')
  await expect(cards(page)).toHaveCount(10)
})
