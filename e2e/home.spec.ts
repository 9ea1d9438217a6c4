import { expect, test } from './fixtures.ts'

test('the home page shows the beginning of both lists and the way to all of each', {
  tag: '@engines',
}, async ({ page, catalogue }) => {
  await page.goto('/')
  await expect(page).toHaveTitle('Earmark - Home')
  await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeAttached()

  const books = page.getByRole('region', { name: 'Audio Books' })
  // Whole rows of six.
  await expect(books.getByRole('article')).toHaveCount(
    Math.min(2, Math.floor(catalogue.books.length / 6)) * 6,
  )
  await expect(books.getByRole('article').first()).toContainText('The Lamplighter of Quiet Harbour')
  const podcasts = page.getByRole('region', { name: 'Podcasts' })
  await expect(podcasts.getByRole('article')).toHaveCount(catalogue.podcasts.length)
  await expect(podcasts.getByRole('article').first()).toContainText('Slow Signals')
  await expect(page).toHaveURL('/')

  await books.getByRole('link', { name: `All ${catalogue.books.length} Audio Books` }).click()
  await expect(page).toHaveURL('/audio-books')
  await page.goBack()
  await podcasts.getByRole('link', { name: `All ${catalogue.podcasts.length} Podcasts` }).click()
  await expect(page).toHaveURL('/podcasts')
})

test('a card shows cover, name and voices and leads to its record', async ({ page, catalogue }) => {
  await page.goto('/')
  const card = page.getByRole('article').filter({ hasText: 'Salt and Orchard' })
  await expect(card).toContainText('Inés Quintañel, Łukasz Wierzban')
  const cover = card.locator('img')
  await expect(cover).toHaveJSProperty('complete', true)
  const { width, height } = (await cover.boundingBox()) ?? { width: 0, height: 1 }
  expect(width / height).toBeCloseTo(3 / 4, 2)
  const part = page.getByRole('article').filter({ hasText: 'The Lamplighter of Quiet Harbour' })
  await expect(part).toContainText('Tales of the Cold Coast\u00a01')

  await card.getByRole('link', { name: 'Salt and Orchard' }).click()
  await expect(page).toHaveURL(catalogue.book('Salt and Orchard').path)
  await expect(page).toHaveTitle('Earmark - Salt and Orchard')

  await page.goBack()
  const podcastCard = page.getByRole('article').filter({ hasText: 'Slow Signals' })
  await expect(podcastCard).toContainText('R. Quill, Tuva')
  await podcastCard.getByRole('link', { name: 'Slow Signals' }).click()
  await expect(page).toHaveURL(catalogue.podcast('Slow Signals').path)
})

test('a square picture stands whole in its frame, and nothing is ever cut off by more than 3 %', async ({
  page,
  catalogue,
}) => {
  const podcast = catalogue.podcast('Slow Signals')
  expect(podcast).toMatchObject({ coverWidth: 900, coverHeight: 900 })
  await page.goto('/')
  const cover = page.getByRole('article').filter({ hasText: podcast.name }).locator('[data-cover]')
  const frame = (await cover.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 1 }
  expect(frame.width / frame.height).toBeCloseTo(3 / 4, 2)
  const picture = (await cover.locator('img').boundingBox()) ?? { x: 0, y: 0, width: 0, height: 1 }
  expect(picture.width).toBeCloseTo(frame.width, 0)
  expect(picture.height).toBeCloseTo(frame.width, 0)
  expect(picture.y - frame.y).toBeCloseTo((frame.height - picture.height) / 2, 0)
  const kept = await page.locator('[data-cover] img').evaluateAll((images) =>
    (images as HTMLImageElement[])
      .filter(({ complete, naturalWidth }) => complete && naturalWidth > 0)
      .map((image) => {
        const { width, height } = image.getBoundingClientRect()
        const ratio = image.naturalWidth / image.naturalHeight / (width / height)
        return getComputedStyle(image).objectFit === 'contain' ? 1 : Math.min(ratio, 1 / ratio)
      }),
  )
  expect(Math.min(...kept)).toBeGreaterThanOrEqual(0.97)
})

test('a long name keeps to two lines on its card', async ({ page }) => {
  await page.goto('/')
  const name = page.getByRole('article').getByRole('heading', { name: /^The Clockmaker’s Third Daughter/ })
  const lines = await name.evaluate((element) => {
    const { height } = element.getBoundingClientRect()
    return Math.round(height / Number.parseFloat(getComputedStyle(element).lineHeight))
  })
  expect(lines).toBe(2)
})

test('a signed-out visitor meets nothing that needs an account', async ({ page, catalogue }) => {
  for (const path of ['/', catalogue.book('Salt and Orchard').path, catalogue.podcast('Slow Signals').path]) {
    await page.goto(path)
    await expect(page.getByRole('main').getByRole('link').first()).toBeVisible()
    await expect(page.getByText('My Library')).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Edit' })).toHaveCount(0)
  }
})

test('any unknown path leads home', async ({ page }) => {
  for (const path of ['/nowhere', '/nowhere/deeper', '/audio-books/1/more']) {
    await page.goto(path)
    await expect(page).toHaveURL('/')
    await expect(page).toHaveTitle('Earmark - Home')
  }
})
