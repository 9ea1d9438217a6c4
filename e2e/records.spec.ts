import { expect, test } from './fixtures.ts'
import { main as mainOf } from './page-parts.ts'
import { longName } from './screens.ts'

test('an audio book shows its name, readers, length and description in paragraphs', async ({
  page,
  catalogue,
}) => {
  const book = catalogue.book('The Night Train Library')
  await page.goto(book.path)
  await expect(page).toHaveTitle(`Earmark - ${book.name}`)
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1, name: book.name })).toBeVisible()
  await expect(main).toContainText('Maëlle Tarrowick')
  await expect(main).toContainText('11 min')
  for (const paragraph of book.description?.split('\n\n') ?? []) {
    await expect(main.getByRole('paragraph').filter({ hasText: paragraph })).toHaveText(paragraph)
  }
  await expect(main.getByRole('button', { name: 'Play', exact: true })).toBeVisible()
  await expect(main.getByRole('button', { name: 'Add to queue' })).toBeVisible()

  const breadcrumb = page.getByRole('navigation', { name: 'Breadcrumb' })
  await expect(breadcrumb.getByRole('listitem')).toHaveText(['Audio Books', book.name])
  await breadcrumb.getByRole('link', { name: 'Audio Books' }).click()
  await expect(page).toHaveURL('/audio-books')
})

test('names lead to the pages of their creators, with all that they did', async ({ page, catalogue }) => {
  const book = catalogue.book('The Night Train Library')
  await page.goto(book.path)
  const main = page.getByRole('main')
  await expect(main.getByText('Foreword by Maëlle Tarrowick')).toBeVisible()
  await expect(main.getByText('Voices The Night Gull as the driver')).toBeVisible()
  await expect(main.getByText('ISBN 978-0-00-000000-2')).toBeVisible()
  await main.getByText('Read by Maëlle Tarrowick').getByRole('link').click()
  await expect(main.getByRole('heading', { level: 1, name: 'Maëlle Tarrowick' })).toBeVisible()
  await expect(page).toHaveTitle('Earmark - Maëlle Tarrowick')
  const read = main.getByRole('region', { name: 'Read' })
  await expect(read.getByRole('link', { name: book.name })).toBeVisible()
  await expect(main).toContainText(/Reader of \d/)
  await page.goBack()
  await expect(page).toHaveURL(book.path)
})

test('an audio book without audio has no play control', async ({ page, catalogue }) => {
  await page.goto(catalogue.book('Ninety Winters').path)
  await expect(page.getByRole('heading', { level: 1, name: 'Ninety Winters' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('button', { name: /play|queue/i })).toHaveCount(0)
  await page.goto('/audio-books?search=ninety')
  const card = page.getByRole('article').filter({ hasText: 'Ninety Winters' })
  await expect(card).toBeVisible()
  await expect(card.getByRole('button')).toHaveCount(0)
})

test('a record without cover shows its name on a plain binding', async ({ page, catalogue }) => {
  await page.goto(catalogue.book('Letters from a Tin Roof').path)
  const main = page.getByRole('main')
  await expect(main.getByText('Letters from a Tin Roof').first()).toBeVisible()
  await expect(main.locator('img')).toHaveCount(0)
})

test('names with accents and without end are shown whole on their page', async ({ page, catalogue }) => {
  await page.goto(catalogue.book(longName).path)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(longName)
  await expect(page).toHaveTitle(`Earmark - ${longName}`)
})

test('a podcast counts and lists its episodes in order', async ({ page, catalogue }) => {
  const podcast = catalogue.podcast('Slow Signals')
  await page.goto(podcast.path)
  const main = page.getByRole('main')
  await expect(main).toContainText('R. Quill, Tuva')
  await expect(main.getByRole('heading', { level: 2, name: '6 episodes' })).toBeVisible()
  await expect(main.getByRole('button', { name: 'Play all' })).toBeVisible()
  await expect(main.locator('ol > li')).toContainText(podcast.episodes.map(({ name }) => name))
  await expect(main.getByRole('link', { name: 'https://example.org/slow-signals' })).toHaveAttribute(
    'href',
    'https://example.org/slow-signals',
  )

  await main.getByRole('link', { name: 'Semaphore on the Roof' }).click()
  await expect(page).toHaveURL(catalogue.episode('Semaphore on the Roof').path)
})

test('a podcast is resumed at its episode heard last, with all of it beside, until none is begun', async ({
  page,
  player,
  catalogue,
}) => {
  const { path } = catalogue.podcast('Slow Signals')
  const [first, third] = ['A Light Every Twelve Seconds', 'Semaphore on the Roof'].map(catalogue.episode)
  const main = mainOf(page)
  const button = (name: string) => main.getByRole('button', { name, exact: true })
  const mark = async (episode: string, as: string) => {
    await button(`More actions for ${episode}`).click()
    await page.getByRole('menuitem', { name: as }).click()
  }
  await page.goto(path)
  await button('Play all').press('Enter')
  await player.expectSounding(first?.audioUrl)
  await expect(button('Pause')).toBeFocused()
  await player.slider.fill('10')
  await button('Pause').press('Enter')
  await player.expectPaused()
  await expect(button('Resume')).toBeFocused()
  await page.keyboard.press('Enter')
  await player.expectSounding(first?.audioUrl)

  await button('Play Semaphore on the Roof').click()
  await player.expectSounding(third?.audioUrl)
  await player.slider.fill('20')
  await button('Pause').click()
  await player.expectPaused()
  await player.addToQueue(catalogue.book('Salt and Orchard').path)
  await page.goto(path)
  await expect(button('Resume')).toHaveAccessibleDescription('Semaphore on the Roof')
  await button('Resume').click()
  await player.expectSounding(third?.audioUrl)
  await player.expectPosition(20, 30)

  await mark('Semaphore on the Roof', 'Mark as finished')
  await player.expectPaused()
  await expect(button('Resume')).toHaveAccessibleDescription('A Light Every Twelve Seconds')
  await mark('A Light Every Twelve Seconds', 'Mark as unplayed')
  await expect(button('Resume')).toHaveCount(0)
  await button('Play all').click()
  await player.expectSounding(first?.audioUrl)
  await button('Pause').click()
  await player.expectPaused()
  await button('Play all').click()
  await player.expectSounding(first?.audioUrl)
})

test('a podcast without episodes has nothing to play', async ({ page, catalogue }) => {
  await page.goto(catalogue.podcast('Field Notes After Dark').path)
  await expect(page.getByText('No episodes yet')).toBeVisible()
  await expect(page.getByRole('main').getByRole('button')).toHaveText(['RSS'])
  await expect(page.getByRole('heading', { name: /episodes?$/ })).toHaveCount(0)
})

test('an episode without audio has no play control', async ({ page, catalogue }) => {
  await page.goto(catalogue.podcast('The Map Room').path)
  const row = page.getByRole('listitem').filter({ hasText: 'Here the Paper Ends' })
  await expect(row).toBeVisible()
  await expect(row.getByRole('button')).toHaveCount(0)
  await page.goto(catalogue.episode('Here the Paper Ends').path)
  await expect(page.getByRole('heading', { level: 1, name: 'Here the Paper Ends' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
})

test('an episode shows its number, voices, description and its place', async ({ page, catalogue }) => {
  const episode = catalogue.episode('What the Foghorn Knew')
  await page.goto(episode.path)
  await expect(page).toHaveTitle('Earmark - What the Foghorn Knew')
  const main = page.getByRole('main')
  await expect(main).toContainText('Episode 2')
  await expect(main).toContainText('R. Quill')
  await expect(main).toContainText('If you have only one thing to say, and it matters, say it low.')
  await expect(main.locator('img').first()).toHaveAttribute('src', episode.coverImagePreviewUrl ?? '')
  await expect(main.getByRole('button', { name: 'Add to queue' })).toBeVisible()

  const breadcrumb = page.getByRole('navigation', { name: 'Breadcrumb' })
  await expect(breadcrumb.getByRole('listitem')).toHaveText(['Podcasts', 'Slow Signals', episode.name])
  await breadcrumb.getByRole('link', { name: 'Slow Signals' }).click()
  await expect(page).toHaveURL(catalogue.podcast('Slow Signals').path)
})

test('an episode without cover shows its podcast’s', async ({ page, catalogue }) => {
  const podcast = catalogue.podcast('Slow Signals')
  expect(podcast.coverImagePreviewUrl).not.toBeNull()
  await page.goto(catalogue.episode('Semaphore on the Roof').path)
  const cover = page.getByRole('main').locator('img').first()
  await expect(cover).toHaveAttribute('src', podcast.coverImagePreviewUrl ?? '')
})

test('previous and next episode are one number away, and not offered over a gap', async ({
  page,
  catalogue,
}) => {
  const previous = page.getByRole('link', { name: /^Previous episode/ })
  const next = page.getByRole('link', { name: /^Next episode/ })
  const title = page.getByRole('heading', { level: 1 })

  await page.goto(catalogue.episode('A Light Every Twelve Seconds').path)
  await expect(next).toContainText('What the Foghorn Knew')
  await expect(previous).toHaveCount(0)
  await next.click()
  await expect(title).toHaveText('What the Foghorn Knew')
  await expect(previous).toContainText('A Light Every Twelve Seconds')
  await next.click()
  await expect(title).toHaveText('Semaphore on the Roof')
  await expect(page).toHaveTitle('Earmark - Semaphore on the Roof')
  await expect(next).toHaveCount(0)
  await previous.click()
  await expect(title).toHaveText('What the Foghorn Knew')

  await page.goto(catalogue.episode('A Letter in a Wall').path)
  await expect(next).toContainText('The Pigeon Who Walked')
  await expect(previous).toHaveCount(0)
  await page.goto(catalogue.episode('Listening to Ice').path)
  await expect(previous).toContainText('The Pigeon Who Walked')
  await expect(next).toHaveCount(0)
})

test('a record’s colour rises below the header and is gone after 280 px', async ({ page, catalogue }) => {
  await page.goto(catalogue.book('The Lamplighter of Quiet Harbour').path)
  const header = await page.getByRole('banner').boundingBox()
  const wash = await page.locator('[data-wash]').boundingBox()
  expect(header).not.toBeNull()
  expect(wash?.y).toBe((header?.y ?? 0) + (header?.height ?? 0) - 1)
  expect(wash?.height).toBe(280)
})
