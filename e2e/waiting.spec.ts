import type { Page } from '@playwright/test'
import { expect, hold, test } from './fixtures.ts'

/** What shows that a page is on its way, and when it begins to. */

const line = (page: Page) => page.locator('header > [aria-hidden]').last()

/** Follows a link, and keeps the milliseconds after which the line and the first grey shape were seen. */
async function watchNavigation(page: Page, path: string): Promise<() => Promise<number[]>> {
  await page.evaluate((href) => {
    const seen: (number | undefined)[] = [undefined, undefined]
    const began = performance.now()
    const isSeen = (element: Element | undefined | null) =>
      element?.checkVisibility({ opacityProperty: true, visibilityProperty: true }) ?? false
    function look() {
      const shapes = [
        [...document.querySelectorAll('header > [aria-hidden]')].at(-1),
        document.querySelector('main [class*=skeleton]'),
      ]
      for (const [place, shape] of shapes.entries())
        if (isSeen(shape)) seen[place] ??= performance.now() - began
      Object.assign(window, { seen })
      requestAnimationFrame(look)
    }
    look()
    document.querySelector<HTMLAnchorElement>(`a[href='${href}']`)?.click()
  }, path)
  return () => page.evaluate(() => (window as unknown as { seen: number[] }).seen)
}

for (const [what, from, to, call] of [
  ['a record', '/audio-books', '/audio-books/1', '**/api/audio-books/1'],
  ['a list', '/search', '/podcasts', '**/api/podcasts/paged?*'],
] as const)
  test(`${what} that takes its time draws a line, then its shape, and both go as it comes`, async ({
    page,
  }) => {
    await page.goto(from, { waitUntil: 'networkidle' })
    await expect(line(page)).toHaveCSS('opacity', '0')
    const release = await hold(page, call)
    const seen = await watchNavigation(page, to)
    await expect.poll(async () => (await seen()).every(Boolean)).toBe(true)
    const [drawn = 0, shaped = 0] = await seen()
    expect(drawn).toBeGreaterThanOrEqual(150)
    expect(shaped).toBeGreaterThanOrEqual(400)
    release()
    await expect(line(page)).toHaveCSS('opacity', '0')
    await expect(page.locator('main [class*=skeleton]')).toHaveCount(0)
  })

test('the line stands still for people who want nothing to move', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/search', { waitUntil: 'networkidle' })
  await page.route('**/api/podcasts/paged?*', () => undefined)
  await page.getByRole('banner').getByRole('link', { name: 'Podcasts' }).click()
  await expect(line(page)).toHaveCSS('opacity', '1')
  expect(await line(page).evaluate((element) => element.getAnimations().length)).toBe(0)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})
