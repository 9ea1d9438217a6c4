import { expectWithinWidth } from './fits.ts'
import { expect, test } from './fixtures.ts'
import { longName } from './screens.ts'
import { recordShifts } from './shifts.ts'

test('the player and its queue fit every width, long names too', async ({ page, player, catalogue }) => {
  await player.addToQueue(catalogue.book(longName).path)
  await expect(page.getByText('Audio Book added to queue')).toBeVisible()
  await expectWithinWidth(page, 'player and toast')
  for (const width of [320, 390, 1440]) {
    await page.setViewportSize({ width, height: 800 })
    await player.openQueue()
    await expect(player.queue).toBeInViewport({ ratio: 0.95 })
    const tooWideBy = await player.queue.evaluate((panel) => panel.scrollWidth - panel.clientWidth)
    expect(tooWideBy).toBe(0)
    await player.queue.getByRole('button', { name: 'Close queue' }).click()
    await expect(player.queue).toHaveCount(0)
    if ((await player.full.count()) === 0) continue
    expect(await player.full.evaluate((sheet) => sheet.scrollWidth - sheet.clientWidth)).toBe(0)
    await page.keyboard.press('Escape')
    await expect(player.full).toHaveCount(0)
  }
})

test('the bar keeps its parts apart at every width, a running timer included', async ({
  page,
  player,
  catalogue,
}) => {
  await player.addToQueue(catalogue.book(longName).path)
  await expect(player.slider).not.toHaveAttribute('aria-disabled', 'true')
  await player.button('Sleep timer').click()
  await page.getByRole('button', { name: '90 minutes' }).click()
  for (const [width, gap, most] of [
    [760, 16, 900],
    [1023, 16, 900],
    [1024, 24, 900],
    [1280, 24, 900],
    [1920, 24, 900],
    [2560, 24, 900],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    await player.slider.hover()
    const [what, seek, tools, hint, bar] = await player.bar.evaluate((section) => {
      const slider = section.querySelector('[type=range][aria-label=Position]')
      const middle = slider?.closest('[data-as]')
      const parts = [
        section.querySelector('[data-cover]')?.closest('div'),
        middle,
        section.querySelector('[aria-haspopup=dialog]')?.parentElement,
        slider?.parentElement?.querySelector('span[aria-hidden]'),
        section,
      ]
      return parts.map((part) => part?.getBoundingClientRect().toJSON() as DOMRect)
    })
    if (!what || !seek || !tools || !hint || !bar) throw new Error(`The bar lacks a part at ${width} px`)
    expect.soft(seek.left - what.right, `before the seek bar at ${width} px`).toBeGreaterThanOrEqual(gap)
    expect.soft(tools.left - seek.right, `after the seek bar at ${width} px`).toBeGreaterThanOrEqual(gap)
    expect.soft(seek.width).toBeLessThanOrEqual(most)
    expect.soft(hint.bottom, `the hint at ${width} px`).toBeLessThanOrEqual(bar.top)
    if (width >= 1600) expect.soft(seek.width).toBeGreaterThan(850)
  }
})

test('the player fills a phone that lies, too', async ({ page, player, catalogue }) => {
  await page.setViewportSize({ width: 740, height: 360 })
  await player.addToQueue(catalogue.book(longName).path)
  await player.button('Open player').click()
  for (const name of ['Show queue', 'Play', 'Close player']) {
    await expect(player.full.getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 1 })
  }
  expect(await player.full.evaluate((sheet) => sheet.scrollHeight - sheet.clientHeight)).toBe(0)
})

test('the phone’s menu fits', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/')
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await expect(menu).toBeVisible()
  expect(await menu.evaluate((sheet) => sheet.scrollWidth - sheet.clientWidth)).toBe(0)
})

test('the player never hides the foot of the page', async ({ page, player }) => {
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 700 })
    await page.goto('/audio-books?sortBy=id')
    if (width === 390) await page.getByRole('button', { name: 'Play Salt and Orchard' }).click()
    await expect(player.bar).toBeVisible()
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
    const last = page.getByRole('contentinfo').getByRole('paragraph')
    await expect(async () => {
      const [foot, bar] = await Promise.all([last.boundingBox(), player.bar.boundingBox()])
      expect((foot?.y ?? 0) + (foot?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0)
    }).toPass()
  }
})

test('a record’s actions stand beside Play as far as the width goes', async ({ page, catalogue }) => {
  for (const width of [760, 820, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto(catalogue.book('Salt and Orchard').path)
    const [play, next] = ['Play', 'Play next'].map((name) =>
      page.getByRole('main').getByRole('button', { name, exact: true }),
    )
    expect((await next?.boundingBox())?.y, `at ${width} px`).toBe((await play?.boundingBox())?.y)
  }
})

test('a kept place moves nothing on the page of its record', async ({ page, player, catalogue }) => {
  const shifts = await recordShifts(page)
  const [book, podcast] = [catalogue.book('Salt and Orchard'), catalogue.podcast('Slow Signals')]
  for (const begin of [() => player.playAll(podcast.path), () => player.play(book.path)]) {
    await begin()
    await player.slider.fill('30')
    await player.expectPosition(30, 40)
    await player.button('Pause').click()
    await player.expectPaused()
  }
  for (const [path, label] of [
    [book.path, /^Resume 00:[34]\d$/],
    [podcast.path, 'Resume'],
  ] as const) {
    // Other books come below it later.
    for (const [width, height] of [
      [390, 800],
      [820, 1180],
      [1280, 800],
    ] as const) {
      await page.setViewportSize({ width, height })
      await page.goto(path, { waitUntil: 'networkidle' })
      const resume = page.getByRole('main').getByRole('button', { name: label, exact: true })
      await expect(resume).toBeVisible()
      expect.soft(await shifts(), `${path} at ${width} px`).toEqual([])
      if (width === 390) expect.soft((await resume.boundingBox())?.height).toBe(48)
    }
  }
})

test('nothing jumps while home loads, a list pages or the player comes', async ({
  page,
  player,
  catalogue,
}) => {
  const shifts = await recordShifts(page)
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/', { waitUntil: 'networkidle' })
    await expect(page.getByRole('article').first()).toBeVisible()
    expect.soft(await shifts(), `home at ${width} px`).toEqual([])

    await page.goto('/audio-books?genre=Sea', { waitUntil: 'networkidle' })
    expect.soft(await shifts(), `filtered list at ${width} px`).toEqual([])

    await page.goto('/audio-books?sortBy=id', { waitUntil: 'networkidle' })
    // What is under the pointer is fetched ahead: the list pages while the click still counts as recent.
    const ahead = page.waitForResponse(/paged\?.*pageNumber=2/)
    await page.getByRole('button', { name: 'Page 2' }).hover()
    await (await ahead).finished()
    await page.getByRole('button', { name: 'Page 2' }).click()
    await expect(page.getByRole('article')).toHaveCount(catalogue.books.length - 10)
    await page.getByRole('button', { name: 'Page 1' }).click()
    await expect(page.getByRole('article')).toHaveCount(10)
    await page.getByRole('button', { name: 'Play Salt and Orchard' }).click()
    await player.expectSounding()
    expect.soft(await shifts(), `list at ${width} px`).toEqual([])
  }
})

test('the player comes in its full height, on a slow machine too', async ({ page, player }) => {
  await page.setViewportSize({ width: 390, height: 800 })
  const shifts = await recordShifts(page)
  await page.goto('/audio-books?sortBy=id', { waitUntil: 'networkidle' })
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 8 })
  // Without a hand on the mouse: what moves right after a click would be forgiven.
  await page
    .getByRole('button', { name: 'Play Salt and Orchard' })
    .evaluate((button: HTMLElement) => button.click())
  await expect(player.bar).toBeVisible()
  await player.expectSounding()
  expect(await shifts()).toEqual([])
})
