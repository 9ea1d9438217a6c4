import { expect, test } from './fixtures.ts'

test('the theme follows the system until somebody chooses one, which is remembered', async ({ page }) => {
  const paper = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/')
  const light = await paper()
  await page.emulateMedia({ colorScheme: 'dark' })
  const dark = await paper()
  expect(dark).not.toBe(light)

  await page.getByRole('button', { name: 'Theme: System' }).click()
  await page.getByRole('radio', { name: 'Light' }).check()
  await expect.poll(paper).toBe(light)
  await page.reload()
  expect(await paper()).toBe(light)
  await page.getByRole('button', { name: 'Theme: Light' }).click()
  await page.getByRole('radio', { name: 'System' }).check()
  await expect.poll(paper).toBe(dark)
})

test('a theme that is chosen colours every page, and is remembered', { tag: '@engines' }, async ({
  page,
}) => {
  const paper = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  await page.goto('/')
  const papers: string[] = []
  for (const [before, theme] of [
    ['System', 'Light'],
    ['Light', 'Dark'],
  ]) {
    await page.getByRole('button', { name: `Theme: ${before}` }).click()
    await page.getByRole('radio', { name: theme }).check()
    papers.push(await paper())
    await page.reload()
    await expect(page.getByRole('button', { name: `Theme: ${theme}` })).toBeVisible()
    expect(await paper()).toBe(papers.at(-1))
  }
  expect(new Set(papers).size).toBe(2)
  await page.getByRole('banner').getByRole('link', { name: 'Podcasts' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Podcasts' })).toBeVisible()
  expect(await paper()).toBe(papers[1])
})

test('the header leads to both lists and home, and says where one is', async ({ page }) => {
  await page.goto('/')
  const banner = page.getByRole('banner')
  await banner.getByRole('link', { name: 'Podcasts' }).click()
  await expect(page).toHaveURL('/podcasts')
  await expect(page).toHaveTitle('Earmark - Podcasts')
  await expect(banner.getByRole('link', { name: 'Podcasts' })).toHaveAttribute('aria-current', 'page')
  await banner.getByRole('link', { name: 'Audio Books' }).click()
  await expect(page).toHaveURL('/audio-books')
  await banner.getByRole('link', { name: 'Earmark' }).click()
  await expect(page).toHaveURL('/')
})

test('an anchor is followed, any other navigation starts at the top', async ({ page }) => {
  await page.setViewportSize({ width: 820, height: 600 })
  await page.goto('/audio-books')
  await page.getByRole('article').last().scrollIntoViewIfNeeded()
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(200)
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  await page.getByRole('banner').getByRole('link', { name: 'Podcasts' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Podcasts' })).toBeVisible()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
  await page.goto('/audio-books#content')
  await expect(page.getByRole('article')).toHaveCount(10)
  await expect(page).toHaveURL('/audio-books#content')
})

test('the foot of the page is words and no link', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('contentinfo')).toHaveText('Audio books and podcasts, kept where you left off.')
  await expect(page.getByRole('contentinfo').getByRole('link')).toHaveCount(0)
})
