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
    const cut = [...document.querySelectorAll('h1, h2, h3, p, a, button, input, select, img')]
      .filter((element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
      .filter((element) => {
        const { left, right, width } = element.getBoundingClientRect()
        return width > 1 && (left < -1 || right > clientWidth + 1)
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
