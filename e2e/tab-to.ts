import type { Locator, Page } from '@playwright/test'

const mostSteps = 60

/** Tab until the focus is there, as somebody without a mouse does. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let steps = 0; steps < mostSteps; steps += 1) {
    await page.keyboard.press('Tab')
    if (await target.evaluate((element) => element === document.activeElement)) return
  }
  throw new Error(`${target.toString()} is not within ${mostSteps} steps of Tab`)
}
