import type { Page } from '@playwright/test'
import { expectNoViolations, ofColours } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { expectNothingCut } from './fits.ts'
import { searchFor } from './page-parts.ts'
import { longName } from './screens.ts'

/** What people set in their systems or browsers to see and hear: magnified, in few colours, without motion, slowly. */

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

test.describe('at 200 %', () => {
  test.use({ viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 })

  test('the player and its queue fit, and leave room for the page', async ({ page, player, catalogue }) => {
    await player.addToQueue(catalogue.book(longName).path)
    await expect(player.button('Play')).toBeInViewport({ ratio: 1 })
    await expectNothingCut(page, 'player')
    expect((await player.bar.boundingBox())?.height).toBeLessThan(200)
    await player.openQueue()
    await expect(player.queue.getByRole('button', { name: 'Close queue' })).toBeInViewport({ ratio: 1 })
    await expectNothingCut(page, 'queue')
  })
})

test('in forced colours texts are readable, and every control keeps a border or a focus that shows', async ({
  page,
  player,
  catalogue,
}) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await player.playAll(catalogue.podcast('Slow Signals').path)
  const expectReadable = async (where: string) => {
    // axe looks at the filling of letters, which Chromium tells as the page would have it, not as it is.
    await page.evaluate(() => {
      for (const element of document.querySelectorAll<HTMLElement>('body *'))
        element.style.webkitTextFillColor = getComputedStyle(element).color
    })
    await expectNoViolations(page, `${where} in forced colours`, 'light', ofColours)
  }
  await player.openQueue()
  await expectReadable('queue')
  await player.queue.getByRole('button', { name: 'Close queue' }).focus()
  for (let steps = 0; steps < 25; steps += 1) {
    await page.keyboard.press('Tab')
    const shown = await page.evaluate(() => {
      const focused = document.activeElement
      if (focused === null || focused === document.body) return 'nothing'
      // A card's link has the whole card's outline.
      const outlined = ['', '::after'].some((part) => {
        const { outlineStyle, outlineWidth } = getComputedStyle(focused, part)
        return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
      })
      return outlined ? 'outlined' : focused.outerHTML.slice(0, 200)
    })
    expect.soft(['outlined', 'nothing']).toContain(shown)
  }
  const borderless = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('input:not([type=range], [type=checkbox]), select, [role=searchbox]')]
        .filter((control) => control.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
        .filter((control) =>
          [control, control.parentElement, control.parentElement?.parentElement].every(
            (element) => !element || getComputedStyle(element).borderBlockEndStyle === 'none',
          ),
        )
        .map((control) => control.outerHTML.slice(0, 160)),
    )
  expect.soft(await borderless()).toEqual([])
  for (const path of ['/', '/audio-books', '/search?search=the', '/auth/login']) {
    await page.goto(path)
    await expect(heading(page)).toBeAttached()
    expect.soft(await borderless()).toEqual([])
    await expectReadable(path)
  }
})

test('without motion nothing moves for longer than a frame', async ({ page, player, catalogue }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.addInitScript(() => {
    const moved = new Set<string>()
    Object.assign(window, { moved })
    const look = () => {
      for (const animation of document.getAnimations()) {
        const { endTime } = animation.effect?.getComputedTiming() ?? {}
        const { target, pseudoElement } = animation.effect as KeyframeEffect
        // A stand-in appears late, so as not to flash.
        const delay = Number(animation.effect?.getTiming().delay)
        if (Number(endTime) - delay > 16)
          moved.add(`${pseudoElement ?? target?.className ?? ''} ${String(endTime)}`)
      }
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
  await page.goto('/')
  await page.getByRole('link', { name: 'Podcasts' }).first().click()
  await expect(page).toHaveURL('/podcasts')
  await page.getByRole('link', { name: 'Slow Signals' }).click()
  await page.getByRole('button', { name: 'Play all' }).click()
  await player.expectSounding()
  await player.openQueue()
  await player.queue.getByRole('button', { name: 'Close queue' }).click()
  await player.focusPage()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto(catalogue.book('Salt and Orchard').path)
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
  await page.keyboard.press('Escape')
  await player.button('Open player').click()
  await expect(player.full).toBeVisible()
  expect(await page.evaluate(() => [...(window as unknown as { moved: Set<string> }).moved])).toEqual([])
})

test('on a slow network the page says that it loads, comes, and sounds, and nothing is asked for twice', async ({
  page,
  context,
  player,
  catalogue,
}) => {
  await page.goto('/search', { waitUntil: 'networkidle' })
  const asked: string[] = []
  page.on('request', (request) => {
    // Pictures and sound are the browser's own business.
    if (!['script', 'stylesheet', 'fetch', 'xhr'].includes(request.resourceType())) return
    // A late module is fetched, and then run from the cache, which routes of a test switch off.
    asked.push(`${request.resourceType()} ${request.method()} ${request.url()}`)
  })
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 400,
    downloadThroughput: (400 * 1024) / 8,
    uploadThroughput: (400 * 1024) / 8,
  })
  const seen = Promise.withResolvers<void>()
  await page.route('**/paged?*', async (route) => {
    await seen.promise
    await route.continue()
  })
  const search = page.getByRole('banner').getByRole('searchbox')
  await searchFor(search, 'salt')
  await expect(page.getByRole('status').filter({ hasText: 'Loading...' }).first()).toBeAttached()
  seen.resolve()
  const book = catalogue.book('Salt and Orchard')
  const play = page.getByRole('button', { name: `Play ${book.name}` })
  await play.click()
  await player.expectSounding(book.audioUrl)
  expect(asked.filter((request, place) => asked.indexOf(request) !== place)).toEqual([])
})
