import { expect, test } from './people.ts'
import { tabTo } from './fixtures.ts'

test.use({ sampleCatalogue: true })

test('a listener finds a book, signs in, keeps it and plays it with the keyboard alone', async ({
  page,
  person,
  catalogue,
  player,
}) => {
  const main = page.getByRole('main')
  const banner = page.getByRole('banner')
  const book = catalogue.book('Salt and Orchard')
  await page.goto('/')
  await tabTo(page, banner.getByRole('link', { name: 'Sign in' }))
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Email')).toBeFocused()
  await page.keyboard.type(person.email)
  await tabTo(page, page.getByLabel('Password', { exact: true }))
  await page.keyboard.type(person.password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/')
  await expect(banner.getByRole('link', { name: 'My Library' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeFocused()

  await tabTo(page, banner.getByRole('searchbox'))
  await page.keyboard.type('orchard')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/search\?search=orchard/)
  await tabTo(page, main.getByRole('link', { name: book.name, exact: true }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: book.name })).toBeFocused()
  await tabTo(page, main.getByRole('button', { name: 'Add to My Library' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Added to My Library', { exact: true })).toBeVisible()
  await tabTo(page, main.getByRole('button', { name: 'Add to queue' }))
  await page.keyboard.press('Space')
  await tabTo(page, player.button('Play'))
  await page.keyboard.press('Space')
  await player.expectSounding(book.audioUrl)
  await tabTo(page, player.slider)
  await page.keyboard.press('Home')
  for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press('PageUp')
  await player.expectPosition(10, Number.POSITIVE_INFINITY)
  await tabTo(page, player.button('Show queue'))
  await page.keyboard.press('Enter')
  await expect(player.queued()).toContainText([book.name])
  await page.keyboard.press('Escape')
  await expect(player.queue).toHaveCount(0)
})
