import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/** Names and headings are set as titles at whatever level they stand: in the serif, at its one weight. */
export async function expectTitles(page: Page, where: string): Promise<void> {
  const others = await page.locator('h1, h2, h3, h4, h5, h6').evaluateAll((headings) =>
    headings
      .map((heading) => ({ heading, style: getComputedStyle(heading) }))
      .filter(({ style }) => !style.fontFamily.startsWith('Literata') || style.fontWeight !== '600')
      .map(({ heading, style }) => `${heading.outerHTML.slice(0, 120)}: ${style.font}`),
  )
  expect.soft(others, `titles of ${where}`).toEqual([])
}
