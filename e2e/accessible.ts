import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

export type Theme = 'light' | 'dark'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** What another theme can spoil. */
export const ofColours = ['color-contrast', 'link-in-text-block']

/** In one theme everything, in the other one what colours can spoil. */
export async function expectAccessible(page: Page, where: string, whole: Theme = 'light'): Promise<void> {
  await expectNoViolations(page, where, whole)
  await expectNoViolations(page, where, whole === 'light' ? 'dark' : 'light', ofColours)
}

/** @param rules the ones to try instead of all */
export async function expectNoViolations(
  page: Page,
  where: string,
  colorScheme: Theme,
  rules?: string[],
): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.evaluate((theme) => {
    document.documentElement.dataset.theme = theme
  }, colorScheme)
  await untilAtRest(page)
  // Without frames there is no need for its second page.
  const axe = new AxeBuilder({ page }).setLegacyMode()
  const { violations } = await (rules ? axe.withRules(rules) : axe.withTags(tags)).analyze()
  const found = violations.map(({ id, nodes }) => ({
    id,
    nodes: nodes.map(({ html, failureSummary }) => `${html}\n${failureSummary}`),
  }))
  expect.soft(found, `${where}, ${colorScheme}`).toEqual([])
}

/** Colours on their way from one theme to the other are nobody's choice. */
async function untilAtRest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => void requestAnimationFrame(resolve))
    await frame()
    await frame()
    const passing = document.getAnimations().filter((animation) => {
      const { iterations } = animation.effect?.getComputedTiming() ?? {}
      return iterations !== Number.POSITIVE_INFINITY
    })
    await Promise.allSettled(passing.map((animation) => animation.finished))
  })
}
