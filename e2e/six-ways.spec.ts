import type { Locator, Page } from '@playwright/test'
import { expect, tabTo, test } from './fixtures.ts'

/** One audio book, found by whatever leads to it, by somebody without a mouse who hears what the screen says. */

const wanted = 'The Lamplighter of Quiet Harbour'
const neighbour = 'Under the Rowan at Ångsjö'

const main = (page: Page) => page.getByRole('main')
const link = (page: Page, name: string | RegExp) => main(page).getByRole('link', { name, exact: true })

async function press(
  page: Page,
  target: Locator,
  title: string | RegExp,
  key: 'Tab' | 'Shift+Tab' = 'Tab',
): Promise<void> {
  await expect(target).toBeAttached()
  await tabTo(page, target, key)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeFocused()
}

async function inBanner(page: Page, name: string, title: string): Promise<void> {
  await tabTo(page, page.getByRole('banner').getByRole('link', { name }), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeFocused()
}

async function typeInSearch(page: Page, text: string): Promise<void> {
  await page.keyboard.press('/')
  await expect(page.getByRole('banner').getByRole('searchbox', { name: 'Search' })).toBeFocused()
  await page.keyboard.type(text)
}

const ways: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  'its author': async (page) => {
    await press(page, link(page, neighbour), neighbour)
    await press(page, link(page, 'Ebba Lindqvarn'), 'Ebba Lindqvarn')
    await press(page, link(page, wanted), wanted)
  },
  'a genre of another book': async (page) => {
    await press(page, link(page, 'Seven Ways to Fold the Sea'), 'Seven Ways to Fold the Sea')
    const genres = main(page).getByRole('list', { name: 'Genres and language' })
    await press(page, genres.getByRole('link', { name: 'Sea', exact: true }), 'Audio Books')
    await expect(page.getByText(/^3 of \d+/)).toBeVisible()
    await press(page, link(page, wanted), wanted)
  },
  'facets of the list': async (page) => {
    await inBanner(page, 'Audio Books', 'Audio Books')
    const filters = page.getByRole('complementary', { name: 'Filters' })
    for (const name of ['Sea , 3', 'English , 2']) {
      const choice = filters.getByRole('checkbox', { name, exact: true })
      await expect(choice).toBeEnabled()
      await tabTo(page, choice)
      await page.keyboard.press('Space')
      await expect(choice).toBeChecked()
    }
    await expect(main(page).getByRole('article')).toHaveCount(2)
    await press(page, link(page, wanted), wanted)
  },
  'its series': async (page) => {
    await press(page, link(page, neighbour), neighbour)
    // It stands over the name, which has the focus.
    const series = link(page, 'Tales of the Cold Coast, book 2')
    await press(page, series, 'Tales of the Cold Coast', 'Shift+Tab')
    await press(page, link(page, wanted), wanted)
  },
  'a collection on the home page': async (page) => {
    await press(page, link(page, 'For a quiet evening'), 'For a quiet evening')
    await press(page, link(page, wanted), wanted)
  },
  'a search': async (page) => {
    await typeInSearch(page, 'lamplighter harbour')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Search "lamplighter harbour"')
    await press(page, link(page, wanted), wanted)
  },
  'what is suggested for a misspelt beginning': async (page) => {
    await typeInSearch(page, 'lampilg')
    const field = page.getByRole('banner').getByRole('searchbox')
    const option = page.getByRole('option', { name: `${wanted} Audio book` })
    await expect(option).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await expect(option).toHaveAttribute('aria-selected', 'true')
    await expect(field).toHaveAttribute('aria-activedescendant', (await option.getAttribute('id')) ?? '')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: wanted })).toBeFocused()
  },
}

test.use({ viewport: { width: 1280, height: 900 } })

test('the same audio book is found by every way there is, with the keyboard alone', async ({
  page,
  catalogue,
}) => {
  test.slow()
  await page.goto('/')
  await expect(link(page, wanted)).toBeVisible()
  for (const [way, follow] of Object.entries(ways)) {
    await test.step(`by ${way}`, async () => {
      await follow(page)
      await expect(page).toHaveURL(catalogue.book(wanted).path)
      await expect(page).toHaveTitle(`Earmark - ${wanted}`)
      await inBanner(page, 'Earmark', 'Home')
    })
  }
})
