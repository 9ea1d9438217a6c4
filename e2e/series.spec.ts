import { expectAccessible, expectNoViolations } from './accessible.ts'
import { expectTitles, expectWithinWidth } from './fits.ts'
import { expect, openSignedIn, test } from './people.ts'

/** Editors put audio books into series and onto shelves; listeners find them there. */

test.use({ sampleCatalogue: true })

const desktop = { width: 1280, height: 900 }
const phone = { width: 390, height: 844 }
const longName = 'Szczęsna '.repeat(22).trim()

test('an audio book is put into a new series, whose page brings its data and is accessible', async ({
  page,
  site,
  catalogue,
}) => {
  test.slow()
  const book = catalogue.book('Salt and Orchard')
  await openSignedIn(page, site.admin, `/edit${book.path}`)
  await page.getByRole('button', { name: 'Add series' }).click()
  const search = page.getByRole('searchbox', { name: 'Search series' })
  await search.fill(longName)
  await search.press('Enter')
  await page.getByRole('button', { name: `New series “${longName}”` }).click()
  await page.getByLabel(`Part of ${longName}`).fill('2.5')
  await page.getByRole('main').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Audio Book updated')).toBeVisible()

  await page.goto(book.path)
  await page.getByRole('link', { name: `${longName}, book 2.5` }).click()
  await expect(page.getByRole('heading', { level: 1, name: longName })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Play book 2.5' })).toBeVisible()
  const asked: string[] = []
  page.on('request', (request) => {
    if (/\/api\/(series|audio-books)/.test(request.url())) asked.push(request.url())
  })
  await page.reload()
  for (const [name, viewport] of Object.entries({ desktop, phone })) {
    await page.setViewportSize(viewport)
    await expect(page.getByRole('heading', { level: 2, name: 'Salt and Orchard' })).toBeVisible()
    await expectAccessible(page, `series on a ${name}`)
    await expectTitles(page, `series on a ${name}`)
    await expectWithinWidth(page, `series on a ${name}`)
  }
  expect(asked).toEqual([])
})

test('a collection is made, ordered by keys and dragging, and shown in its order', async ({ page, site }) => {
  test.slow()
  await page.setViewportSize(desktop)
  await openSignedIn(page, site.admin, '/edit/collections/create')
  await page.getByLabel('Name').fill('For a winter evening')
  await page.getByRole('button', { name: 'Add' }).click()
  for (const name of ['Bread, Slowly', 'Ninety Winters', 'Salt and Orchard'])
    await page.getByRole('dialog').getByRole('button', { name }).click()
  await page.getByLabel('What', { exact: true }).selectOption('Podcasts')
  await page.getByRole('dialog').getByRole('button', { name: 'Slow Signals' }).click()
  await page.getByRole('button', { name: 'Done' }).click()
  const handles = page.getByRole('button', { name: /^Move / })
  await handles.first().press('ArrowDown')
  await expect(handles.nth(1)).toBeFocused()
  await handles.nth(3).scrollIntoViewIfNeeded()
  const [from, to] = [await handles.nth(3).boundingBox(), await handles.first().boundingBox()]
  if (!from || !to) throw new Error('The handles are not to be seen')
  await page.mouse.move(from.x + 5, from.y + 5)
  await page.mouse.down()
  await page.mouse.move(to.x + 5, to.y + 5, { steps: 5 })
  await page.mouse.up()
  const order = ['Slow Signals', 'Ninety Winters', 'Bread, Slowly', 'Salt and Orchard']
  await expect
    .poll(() => handles.evaluateAll((all) => all.map((handle) => handle.ariaLabel)))
    .toEqual(order.map((name) => `Move ${name}`))
  await page.getByRole('main').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Collection created')).toBeVisible()
  await expectNoViolations(page, 'the form of a collection', 'light')

  const path = new URL(page.url()).pathname.replace('/edit', '')
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(order)
  await page.setViewportSize(phone)
  await expectAccessible(page, 'collection on a phone')
  await expectWithinWidth(page, 'collection on a phone')
})

test('a collection of the home page is one link, there from the beginning', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto('/', { waitUntil: 'networkidle' })
  const band = page.getByRole('region', { name: 'For a quiet evening' })
  await expect(band.getByRole('link')).toHaveCount(1)
  expect(asked.filter((url) => url.includes('/api/collections'))).toEqual([])
  await page.setViewportSize(phone)
  await expectWithinWidth(page, 'home on a phone')
  await band.getByRole('link').press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'For a quiet evening' })).toBeVisible()
})
