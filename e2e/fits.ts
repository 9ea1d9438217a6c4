import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { expect } from './fixtures.ts'

/** 640: a window of 1280 at 200 %. */
const widths = [320, 390, 640, 820, 1440]

/** Nothing makes the page scroll sideways, and nothing to read or press is cut off by its edges. */
export async function expectWithinWidth(page: Page, where: string): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    await expectNothingCut(page, `${where} at ${width} px`)
  }
}

/** The same, as wide as the window is. */
export async function expectNothingCut(page: Page, where: string): Promise<void> {
  const outside = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    // A row that scrolls by itself shows the rest of it.
    const scrolls = (element: Element | null): boolean =>
      element !== null && (getComputedStyle(element).overflowX === 'auto' || scrolls(element.parentElement))
    const cut = [...document.querySelectorAll('h1, h2, h3, p, a, button, input, select, img')]
      .filter((element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
      .filter((element) => {
        const { left, right, width } = element.getBoundingClientRect()
        return width > 1 && (left < -1 || right > clientWidth + 1) && !scrolls(element.parentElement)
      })
      .map((element) => element.outerHTML.slice(0, 160))
    return { tooWideBy: scrollWidth - clientWidth, cut }
  })
  expect.soft(outside, where).toEqual({ tooWideBy: 0, cut: [] })
}

/** One state of a screen: nothing to complain about for anybody, and nothing too wide for the narrowest window. */
export async function expectStateFits(page: Page, where: string): Promise<void> {
  const usual = page.viewportSize()
  await expectAccessible(page, where)
  await page.setViewportSize({ width: 320, height: 640 })
  const tooWide = await page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('dialog[open]')]
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map(({ tagName, scrollWidth }) => `${tagName} ${scrollWidth}`),
  )
  expect.soft(tooWide, `${where} at 320 px`).toEqual([])
  if (usual) await page.setViewportSize(usual)
}

/** Names and headings are set as titles at whatever level they stand: in the serif, at its one weight. */
export async function expectTitles(page: Page, where: string): Promise<void> {
  const others = await page.locator('h1, h2, h3, h4, h5, h6').evaluateAll((headings) =>
    headings
      .map((heading) => ({ heading, style: getComputedStyle(heading) }))
      .filter(({ style }) => !/^"?Literata\b/.test(style.fontFamily) || style.fontWeight !== '600')
      .map(({ heading, style }) => `${heading.outerHTML.slice(0, 120)}: ${style.font}`),
  )
  expect.soft(others, `titles of ${where}`).toEqual([])
}

/** A dialog that is open fits, and goes away by Escape. */
export async function expectDialogFits(page: Page, title: string): Promise<void> {
  await expect(page.getByRole('dialog', { name: title })).toBeVisible()
  await expectStateFits(page, title)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
}
