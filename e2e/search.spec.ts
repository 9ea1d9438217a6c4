import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { searchFor } from './page-parts.ts'
import { broken, logged } from './trouble.ts'

const headerField = (page: Page) => page.getByRole('banner').getByRole('searchbox', { name: 'Search' })
const results = (page: Page, list: string) =>
  page.getByRole('main').getByRole('region', { name: list }).getByRole('article')

test('Enter in the header’s search box leads to what matches the trimmed term', { tag: '@engines' }, async ({
  page,
}) => {
  await page.goto('/')
  await searchFor(headerField(page), '  tea  ')
  await expect(page).toHaveURL('/search?search=tea')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Search "tea"')
  await expect(page).toHaveTitle(/^Earmark - Search/)
  await expect(results(page, 'Podcasts').first()).toContainText('Kitchen Table Physics')
  await expect(results(page, 'Audio Books').first()).toContainText('Letters from a Tin Roof')
  await expect(headerField(page)).toHaveValue('tea')

  await searchFor(headerField(page), '   ')
  await expect(page).toHaveURL('/search?search=tea')
})

test('both lists of a search page by themselves, not in the address', async ({ page }) => {
  await page.goto('/search?search=the')
  await expect(results(page, 'Audio Books')).toHaveCount(10)
  const first = await results(page, 'Audio Books').first().innerText()
  const shownPodcasts = await results(page, 'Podcasts').count()
  await page
    .getByRole('navigation', { name: 'Pages of Audio Books' })
    .getByRole('button', { name: 'Page 2' })
    .click()
  await expect(results(page, 'Audio Books').first()).not.toHaveText(first)
  await expect(results(page, 'Podcasts')).toHaveCount(shownPodcasts)
  await expect(page).toHaveURL('/search?search=the')
})

test('beginnings, typing errors, missing accents and readers’ names find what was meant', async ({
  page,
}) => {
  for (const [term, found] of [
    ['lampligter', 'The Lamplighter of Quiet Harbour'],
    ['clokmaker', 'The Clockmaker’s Third Daughter'],
    ['lakowa', 'The House on Łąkowa Street'],
    ['ANGSJO', 'Under the Rowan at Ångsjö'],
    ['soren', 'Under the Rowan at Ångsjö'],
    ['fold seven', 'Seven Ways to Fold the Sea'],
    ['alman', 'An Almanac for Bees'],
  ] as const) {
    await page.goto(`/search?search=${encodeURIComponent(term)}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Search "${term}"`)
    await expect(results(page, 'Audio Books').filter({ hasText: found })).toBeVisible()
  }
})

test('a term is taken literally, and nothing that matches it says so', async ({ page }) => {
  for (const term of ['zzyzx', '%', '_', '100% "quoted" \'term\'', '<b>&amp;</b>', '\\']) {
    await page.goto('/')
    await searchFor(headerField(page), term)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Search "${term}"`)
    await expect(page.getByText(`Nothing matches “${term}”.`)).toBeVisible()
    expect(new URL(page.url()).searchParams.get('search')).toBe(term)
    await page.reload()
    await expect(page.getByText(`Nothing matches “${term}”.`)).toBeVisible()
  }
  await page.getByRole('link', { name: 'Browse all Audio Books' }).click()
  await expect(page).toHaveURL('/audio-books')
})

test('a search without a term asks for one', async ({ page }) => {
  await page.goto('/search')
  const field = page.getByRole('main').getByRole('searchbox')
  await searchFor(field, 'bees')
  await expect(page).toHaveURL('/search?search=bees')
  await expect(results(page, 'Audio Books').first()).toContainText('An Almanac for Bees')
})

test('a term longer than the limit is cut, not refused', async ({ page }) => {
  await page.goto(`/search?search=${'harbour '.repeat(200)}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Search "harbour harbour')
  await expect(results(page, 'Audio Books').filter({ hasText: 'Quiet Harbour' })).toBeVisible()
})

const suggestions = (page: Page) => page.getByRole('listbox', { name: 'Suggestions' })

async function typeSlowly(page: Page, text: string) {
  await headerField(page).click()
  await page.keyboard.type(text)
  await expect(suggestions(page)).toBeVisible()
}

test('what is typed is suggested, and keys choose among it', async ({ page }) => {
  await page.goto('/')
  await typeSlowly(page, 'lampilg')
  const field = headerField(page)
  await expect(field).toHaveAttribute('aria-autocomplete', 'list')
  const options = suggestions(page).getByRole('option')
  await expect(options).toHaveText([
    /^The Lamplighter of Quiet HarbourAudio book · \w/,
    'All that has “lampilg”',
  ])
  await expect(options.first().locator('img')).toHaveAttribute('src', /^\/media\//)
  await expectAccessible(page, 'suggestions')
  await page.keyboard.press('ArrowUp')
  await expect(options.last()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowDown')
  await expect(suggestions(page).locator('[aria-selected=true]')).toHaveCount(0)
  await page.keyboard.press('ArrowDown')
  await expect(options.first()).toHaveAttribute('aria-selected', 'true')
  await expect(field).toHaveAttribute(
    'aria-activedescendant',
    (await options.first().getAttribute('id')) ?? '',
  )
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The Lamplighter of Quiet Harbour')
  await expect(suggestions(page)).toBeHidden()
  await expect(headerField(page)).toHaveValue('')
})

test('Escape closes the suggestions and keeps what was typed, which Enter searches for', async ({ page }) => {
  await page.goto('/')
  await typeSlowly(page, 'tin')
  await page.keyboard.press('Escape')
  await expect(suggestions(page)).toBeHidden()
  await expect(headerField(page)).toHaveValue('tin')
  await page.keyboard.press('ArrowDown')
  await expect(suggestions(page)).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/search?search=tin')
  await expect(suggestions(page)).toBeHidden()
})

test('a suggestion is chosen by a click, an episode with its podcast', async ({ page }) => {
  await page.goto('/')
  await typeSlowly(page, 'colour of')
  await suggestions(page).getByRole('option', { name: 'The Colour of Toast' }).click()
  await expect(page).toHaveURL(/\/podcasts\/\d+\/episodes\/\d+$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The Colour of Toast')
})

test('episodes and people stand below audio books and podcasts, with links to each kind', async ({
  page,
}) => {
  await page.goto('/search?search=night')
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([
    'Audio Books',
    'Podcasts',
    'Episodes',
    'People',
  ])
  const kinds = page.getByRole('navigation', { name: 'Kinds' })
  await expect(kinds.getByRole('link', { name: 'All' })).toHaveAttribute('aria-current', 'page')
  await kinds.getByRole('link', { name: 'People' }).click()
  await expect(page).toHaveURL('/search?search=night&kind=Creator')
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['People'])
  await expect(kinds.locator('[aria-current=page]')).toHaveText(/^People/)
  await expect(results(page, 'People')).toHaveText([/The Night Gull/])
  await results(page, 'People').getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The Night Gull')
})

test('“All” of a kind leads to its whole list in pages, which the address and the way back know', async ({
  page,
}) => {
  await page.goto('/search?search=s')
  const names = async () => await results(page, 'Episodes').getByRole('heading').allTextContents()
  await expect(results(page, 'Episodes')).toHaveCount(6)
  const best = await names()
  await page.getByRole('link', { name: /^All \d+ Episodes$/ }).click()
  await expect(page).toHaveURL('/search?search=s&kind=Episode')
  await expect(results(page, 'Episodes')).toHaveCount(24)
  expect((await names()).slice(0, 6)).toEqual(best)
  await expectAccessible(page, 'a kind of a search')
  const pager = page.getByRole('navigation', { name: 'Pages of Episodes' })
  await pager.getByRole('button', { name: 'Page 2' }).click()
  await expect(page).toHaveURL('/search?search=s&kind=Episode&pageNumber=2')
  await expect(page.getByText(/^Page 2 of \d+$/)).toBeAttached()
  await expect(results(page, 'Episodes').first()).not.toContainText(best[0] ?? '')
  await expect(page.getByRole('heading', { name: 'Episodes' })).toBeFocused()
  const second = await names()
  await page.reload()
  await expect.poll(names).toEqual(second)
  await page.goBack()
  await expect(results(page, 'Episodes').first()).toContainText(best[0] ?? '')
  await page.goBack()
  await expect(page).toHaveURL('/search?search=s')
  await expect(results(page, 'Audio Books').first()).toBeVisible()
})

test('a kind without a match, a page past the end and a failed answer say so and lead on', async ({
  page,
  trouble,
}) => {
  await page.goto('/search?search=lamplighter&kind=Series&pageNumber=2')
  await expect(page.getByText('Nothing here matches “lamplighter”.')).toBeVisible()
  await page.getByRole('link', { name: 'Search all kinds' }).click()
  await expect(results(page, 'Audio Books')).toHaveText([/The Lamplighter of Quiet Harbour/])

  await page.goto('/search?search=lamplighter&kind=AudioBook&pageNumber=9')
  await page.getByRole('button', { name: 'Go to the first page' }).click()
  await expect(page).toHaveURL('/search?search=lamplighter&kind=AudioBook&pageNumber=1')
  await expect(results(page, 'Audio Books')).toHaveText([/The Lamplighter of Quiet Harbour/])

  await page.goto('/search?search=night')
  trouble.expect(broken, logged)
  await page.route('**/api/search?*', (route) => route.fulfill({ status: 500, json: [] }))
  await page.getByRole('navigation', { name: 'Kinds' }).getByRole('link', { name: 'Episodes' }).click()
  await expect(page.getByRole('alert')).toContainText('Failed to load Episodes.')
  await page.unroute('**/api/search?*')
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(results(page, 'Episodes').first()).toBeVisible()
})

test('a word that nothing has is left out and named', async ({ page }) => {
  await page.goto('/search?search=zzyzx%20lamplighter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Search "zzyzx lamplighter"')
  await expect(page.getByText('Nothing is called “zzyzx”; without it:')).toBeVisible()
  await expect(results(page, 'Audio Books')).toHaveText([/The Lamplighter of Quiet Harbour/])
})

test('what the other kinds have is missed and said, not silently absent, and comes once it can', async ({
  page,
  trouble,
}) => {
  trouble.expect(broken, logged)
  await page.goto('/search')
  await page.route('**/api/search?*', (route) => route.fulfill({ status: 500, json: [] }))
  await searchFor(page.getByRole('main').getByRole('searchbox'), 'toast')
  await expect(page.getByRole('alert')).toHaveText(/^Failed to load Episodes, Series and People\./)
  await expect(page.getByText('Nothing matches')).toBeHidden()
  await page.unroute('**/api/search?*')
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(results(page, 'Episodes').first()).toContainText('Toast')
})

test('a word with a typing error is told beside the heading with what was found for it', async ({ page }) => {
  await page.goto('/search?search=quiet%20HARBUOR')
  await expect(page.getByText('Nothing has “HARBUOR”: these have “harbour”.')).toBeVisible()
  await page.goto('/search?search=quiet%20harb')
  await expect(results(page, 'Audio Books')).toHaveText([/Quiet Harbour/])
  await expect(page.getByText('these have')).toBeHidden()
})

const bestMatch = (page: Page) => results(page, 'Best match')

test('an exact name or a series stands large above the lists, with what is done with it', async ({
  page,
}) => {
  await page.goto('/search?search=patient%20househlod')
  await expect(bestMatch(page)).toContainText('3 books by')
  await expect(bestMatch(page).getByRole('button', { name: 'Play book 1' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Series' })).toBeHidden()
  await expectAccessible(page, 'a search with a best match')
  await bestMatch(page).getByRole('link', { name: 'All 3 books' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The Patient Household')

  for (const [term, kind, action] of [
    ['the night gull', 'Person', 'All works'],
    ['KITCHEN TABLE PHYSICS', 'Podcast', 'All 6 episodes'],
    ['the lamplighter of quiet harbour', 'Audio book', 'Play'],
    ['the colour of toast', 'Episode', 'Play'],
  ] as const) {
    await page.goto(`/search?search=${encodeURIComponent(term)}`)
    await expect(bestMatch(page)).toContainText(kind)
    await expect(bestMatch(page).getByRole('heading', { level: 2 })).toHaveText(new RegExp(term, 'i'))
    await expect(bestMatch(page).getByText(action, { exact: true })).toBeVisible()
  }
  await page.goto('/search?search=lamplighter')
  await expect(results(page, 'Audio Books').first()).toBeVisible()
  await expect(bestMatch(page)).toBeHidden()
})

const marked = async (page: Page) =>
  await page.evaluate(() =>
    Array.from(CSS.highlights.get('match') ?? [], (range) => (range as Range).cloneContents().textContent),
  )

test('what matched is marked in the names, which stay whole', async ({ page }) => {
  await page.goto('/')
  await typeSlowly(page, 'under ang')
  await expect.poll(() => marked(page)).toEqual(['Under', 'Ång'])
  await page.keyboard.type('sjo')
  await expect.poll(() => marked(page)).toEqual(['Under', 'Ångsjö'])
  await page.keyboard.press('Escape')
  await expect.poll(() => marked(page)).toEqual([])
  await page.goto('/search?search=qiuet%20lamp')
  await expect(results(page, 'Audio Books')).toHaveText([/The Lamplighter of Quiet Harbour/])
  await expect.poll(() => marked(page)).toEqual(['Lamp', 'Quiet'])
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  const ownField = (page: Page) => page.getByRole('main').getByRole('searchbox')

  async function openSuggestions(page: Page) {
    await page.goto('/audio-books')
    await page.getByRole('banner').getByRole('link', { name: 'Search' }).click()
    await expect(ownField(page)).toBeFocused()
    await page.keyboard.type('harb')
    await expect(suggestions(page)).toBeVisible()
  }

  test('suggestions cover the page below their field, with the focus in it', async ({ page }) => {
    await openSuggestions(page)
    await expect(ownField(page)).toBeFocused()
    const field = await ownField(page).boundingBox()
    const list = await suggestions(page).boundingBox()
    expect(field?.y).toBeLessThan(64)
    expect(list).toMatchObject({ x: 0, y: 64, width: 390, height: 844 - 64 })
    await expectAccessible(page, 'suggestions on a phone')
    await page.mouse.wheel(0, 300)
    expect(await page.evaluate(() => scrollY)).toBe(0)
    await ownField(page).fill('zzyzx')
    await expect(suggestions(page).getByRole('option')).toHaveText(['All that has “zzyzx”'])
    await page.getByRole('button', { name: 'Clear search' }).click()
    await expect(suggestions(page)).toBeHidden()
    await expect(ownField(page)).toBeFocused()
  })

  test('Escape, the way back and a button close them and leave what was typed', async ({ page }) => {
    await openSuggestions(page)
    for (const close of [
      () => page.keyboard.press('Escape'),
      () => page.goBack(),
      () => page.getByRole('button', { name: 'Close suggestions' }).click(),
    ]) {
      await close()
      await expect(suggestions(page)).toBeHidden()
      await expect(page).toHaveURL('/search')
      await expect(ownField(page)).toHaveValue('harb')
      await expect(ownField(page)).toBeFocused()
      await expect.poll(() => page.evaluate(() => (history.state as { layers?: number }).layers ?? 0)).toBe(0)
      await page.keyboard.press('ArrowDown')
      await expect(suggestions(page)).toBeVisible()
    }
  })

  test('what is pressed is what is opened, though others are found meanwhile', async ({
    page,
    catalogue,
  }) => {
    const { promise: isPressed, resolve: press } = Promise.withResolvers<void>()
    const { id, name, path } = catalogue.book('An Almanac for Bees')
    await page.goto('/search')
    // Letters one by one are asked for twice, and the second answer moves the option.
    await ownField(page).fill('harbou')
    const option = suggestions(page).getByRole('option', { name: 'The Lamplighter of Quiet Harbour' })
    await option.hover()
    await page.route('**/api/search/suggestions?*', async (route) => {
      await isPressed
      await route.fulfill({ json: [{ kind: 'AudioBook', id, name, people: [] }] })
    })
    await ownField(page).press('r')
    await page.mouse.down()
    const answered = page.waitForResponse('**/api/search/suggestions?*')
    press()
    await (await answered).finished()
    await page.mouse.up()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('The Lamplighter of Quiet Harbour')
    expect(page.url()).not.toContain(path)
  })

  test('what is chosen or searched for takes their place, and the way back leads to the page before', async ({
    page,
  }) => {
    await openSuggestions(page)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/search?search=harb')
    await expect(results(page, 'Audio Books').first()).toBeVisible()
    await expect(suggestions(page)).toBeHidden()
    await page.goBack()
    await expect(page).toHaveURL('/search')

    await openSuggestions(page)
    await suggestions(page).getByRole('option', { name: 'The Lamplighter of Quiet Harbour' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('The Lamplighter of Quiet Harbour')
    await page.goBack()
    await expect(page).toHaveURL('/search')
    await page.goBack()
    await expect(page).toHaveURL('/audio-books')
  })
})
