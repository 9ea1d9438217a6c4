import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

test('a finger plays from a card, and the bar opens into the player', async ({ page, player, catalogue }) => {
  const { audioUrl } = catalogue.book('The Night Train Library')
  await page.goto('/')
  await page.getByRole('button', { name: 'Play The Night Train Library' }).tap()
  await player.expectSounding(audioUrl)
  await expect(player.bar).toContainText('The Night Train Library')
  await player.button('Pause').tap()
  await player.expectPaused()

  await player.button('Open player').tap()
  await expect(player.full).toContainText('Maëlle Tarrowick')
  const slider = player.full.getByRole('slider', { name: 'Position' })
  await expect(slider).not.toHaveAttribute('aria-disabled', 'true')
  const { width, height } = (await slider.boundingBox()) ?? { width: 0, height: 0 }
  await slider.tap({ position: { x: width / 2, y: height / 2 } })
  await player.expectPosition(335, 370)
  await player.expectPaused()

  const { position } = await player.sound()
  await player.full.getByRole('button', { name: 'Forward 30 seconds' }).tap()
  await player.expectPosition(position + 30, position + 30)
  await player.full.getByRole('button', { name: 'Back 10 seconds' }).tap()
  await player.expectPosition(position + 20, position + 20)
  await player.full.getByRole('button', { name: 'Play', exact: true }).tap()
  await player.expectSounding(audioUrl)

  await player.full.getByRole('link', { name: 'The Night Train Library' }).tap()
  await expect(page).toHaveURL(catalogue.book('The Night Train Library').path)
  await expect(player.full).toHaveCount(0)
  await player.expectSounding(audioUrl)
})

test('a finger opens the player of a part of a series, and reaches what leads elsewhere', async ({
  page,
  player,
  catalogue,
}) => {
  const { path } = catalogue.book('The Lamplighter of Quiet Harbour')
  await page.goto(path)
  const list = page.getByRole('list', { name: 'Genres and language' })
  for (const link of [page.getByRole('navigation', { name: 'Breadcrumb' }), list])
    expect((await link.getByRole('link').first().boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await page.getByRole('main').getByRole('button', { name: 'Add to queue' }).tap()
  await player.button('Open player').tap()
  await expect(player.full).toContainText('Tales of the Cold Coast, book 1')
})

test('the full-screen player goes by its button, Escape, a swipe down and the way back', async ({
  page,
  player,
  catalogue,
}) => {
  const { path } = catalogue.book('The Night Train Library')
  await page.goto(path)
  await page.getByRole('main').getByRole('button', { name: 'Add to queue' }).tap()
  const open = async () => {
    await swipe(page, player.button('Open player'), -150)
    await expect(player.full).toBeVisible()
  }

  await player.button('Open player').press('Enter')
  await player.full.getByRole('button', { name: 'Close player' }).tap()
  await expect(player.full).toHaveCount(0)
  await expect(player.button('Open player')).toBeFocused()
  await open()
  await page.keyboard.press('Escape')
  await expect(player.full).toHaveCount(0)
  await open()
  await swipe(page, player.full.locator('[data-cover]'), 200)
  await expect(player.full).toHaveCount(0)

  await open()
  // No tap: one so soon after a swipe may be taken for its end.
  await player.full.getByRole('button', { name: 'Show queue' }).click()
  await expect(player.queue).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(player.queue).toHaveCount(0)
  await player.full.getByRole('button', { name: 'Show queue' }).click()
  await expect(player.queue).toBeVisible()
  await page.goBack()
  await expect(player.queue).toHaveCount(0)
  await expect(player.full).toBeVisible()
  await page.goBack()
  await expect(player.full).toHaveCount(0)
  await expect(page).toHaveURL(path)
})

test('the ⋯ of the full-screen player marks what plays, and Escape closes its menu alone', async ({
  page,
  player,
  catalogue,
}) => {
  await page.goto(catalogue.book('The Night Train Library').path)
  await page.getByRole('main').getByRole('button', { name: 'Add to queue' }).tap()
  await player.button('Open player').press('Enter')
  const more = player.full.getByRole('button', { name: 'More actions' })
  const finish = player.full.getByRole('menuitem', { name: 'Mark as finished' })
  await more.tap()
  await expect(finish).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(finish).toBeHidden()
  await expect(more).toBeFocused()
  await expect(player.full).toBeVisible()

  await more.tap()
  await finish.tap()
  await expect(page.getByText('Marked as finished')).toBeVisible()
  await expect(player.full).toBeVisible()
})

test('speed and sleep open as sheets, which go by their cross, Escape, a drag down and the way back', async ({
  page,
  player,
  catalogue,
}) => {
  const { path } = catalogue.book('The Night Train Library')
  await page.goto(path)
  await page.getByRole('main').getByRole('button', { name: 'Add to queue' }).tap()
  await player.button('Open player').click()
  for (const [name, opener] of [
    ['Speed', /^Speed/],
    ['Sleep timer', /^Sleep timer/],
  ] as const) {
    const tool = player.full.getByRole('button', { name: opener })
    const sheet = page.getByRole('dialog', { name, exact: true })
    const ways = [
      () => sheet.getByRole('button', { name: 'Close' }).click(),
      () => page.keyboard.press('Escape'),
      () => swipe(page, sheet.getByRole('heading', { name }), 200),
      () => page.goBack(),
    ]
    for (const leave of ways) {
      await tool.click()
      await expect(async () => {
        const { y, height } = (await sheet.boundingBox()) ?? { y: 0, height: 0 }
        expect(Math.round(y + height)).toBe(844)
        expect(height).toBeLessThanOrEqual(844 * 0.88)
      }).toPass()
      await leave()
      await expect(sheet).toBeHidden()
      await expect(tool).toBeFocused()
      await expect(player.full).toBeVisible()
    }
  }
  await page.goBack()
  await expect(player.full).toHaveCount(0)
  await expect(page).toHaveURL(path)
})

/** By a finger that goes straight up or down. */
async function swipe(page: Page, from: Locator, pixels: number): Promise<void> {
  await from.scrollIntoViewIfNeeded()
  const { x, y, width, height } = (await from.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  const [left, top] = [x + width / 2, y + height / 2]
  const touch = await page.context().newCDPSession(page)
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x: left, y: top }] })
  for (const part of [0.5, 1]) {
    const touchPoints = [{ x: left, y: top + pixels * part }]
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints })
  }
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await touch.detach()
}

test('the menu leads through the site', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Menu', exact: true }).tap()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await menu.getByRole('link', { name: 'Audio Books' }).tap()
  await expect(page).toHaveURL('/audio-books')
  await expect(menu).toHaveCount(0)
  await page.getByRole('banner').getByRole('link', { name: 'Search' }).tap()
  await expect(page).toHaveURL('/search')
  await expect(page.getByRole('main').getByRole('searchbox')).toBeFocused()
})

test('a record’s actions stand in reach: Play over the whole width, the others as a row of icons', async ({
  page,
  player,
  catalogue,
}) => {
  await page.goto(catalogue.book('The Night Train Library').path)
  const main = page.getByRole('main')
  const boxOf = async (name: string) => {
    const box = await main.getByRole('button', { name, exact: true }).boundingBox()
    return box ?? { x: 0, y: 0, width: 0, height: 0 }
  }
  const play = await boxOf('Play')
  const width = await page.evaluate(() => document.documentElement.clientWidth)
  expect(play.height).toBe(48)
  expect(width - play.width).toBeLessThan(40)
  const others = await Promise.all(['Play next', 'Add to queue', 'More actions'].map(boxOf))
  for (const { y, width: own, height } of others) {
    expect(y).toBeCloseTo(others[0]?.y ?? 0, 0)
    expect(own).toBeCloseTo(others[0]?.width ?? 0, 0)
    expect(y + height).toBeLessThan(844 - 76)
  }

  const openBook = async (name: string) => {
    await page
      .getByRole('navigation', { name: 'Breadcrumb' })
      .getByRole('link', { name: 'Audio Books' })
      .tap()
    await main.getByRole('link', { name }).tap()
    await expect(main.getByRole('heading', { level: 1, name })).toBeVisible()
  }
  await main.getByRole('button', { name: 'Add to queue' }).tap()
  await openBook('Salt and Orchard')
  await main.getByRole('button', { name: 'More actions' }).tap()
  await expect(page.getByRole('menuitem', { name: /Share|Copy link/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await main.getByRole('button', { name: 'Add to queue' }).tap()
  await openBook('Bread, Slowly')
  await main.getByRole('button', { name: 'Play next' }).tap()
  await player.openQueue()
  await expect(player.queued()).toContainText([
    'The Night Train Library',
    'Bread, Slowly',
    'Salt and Orchard',
  ])
})

test('a long description folds after six lines and opens again', async ({ page, catalogue }) => {
  await page.goto(catalogue.book('The Night Train Library').path)
  const more = page.getByRole('main').getByRole('button', { name: 'More', exact: true })
  const text = page.locator(`[id="${await more.getAttribute('aria-controls')}"]`)
  const lines = async () =>
    await text.evaluate((element) =>
      Math.round(element.clientHeight / Number.parseFloat(getComputedStyle(element).lineHeight)),
    )
  expect(await lines()).toBe(6)
  await more.tap()
  expect(await lines()).toBeGreaterThan(7)
  await page.getByRole('main').getByRole('button', { name: 'Less' }).tap()
  expect(await lines()).toBe(6)
})
