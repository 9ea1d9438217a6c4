import { expect, type Locator, type Page, test as base } from '@playwright/test'
import { type Catalogue, readCatalogue } from './catalogue.ts'
import { PlayerDriver } from './player-driver.ts'
import { Trouble } from './trouble.ts'

interface Fixtures {
  /** What the page complains about. A journey fails on anything that it has not announced here. */
  trouble: Trouble
  player: PlayerDriver
}

export const test = base.extend<Fixtures, { catalogue: Catalogue }>({
  trouble: [
    async ({ context, baseURL }, use) => {
      const trouble = new Trouble(new URL(baseURL ?? '').origin)
      await trouble.watch(context)
      await use(trouble)
      trouble.settle()
    },
    { auto: true },
  ],
  player: async ({ page }, use) => use(new PlayerDriver(page)),
  catalogue: [
    // oxlint-disable-next-line no-empty-pattern -- how Playwright knows that nothing is needed
    async ({}, use, worker) => use(await readCatalogue(worker.project.use.baseURL ?? '')),
    { scope: 'worker' },
  ],
})

export { expect }

/** Requests for the address wait until the returned function is called. */
export async function hold(page: Page, address: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

const mostSteps = 80

/** Tab until the focus is there, as somebody without a mouse does; Shift+Tab for what stands before. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  for (let steps = 0; steps < mostSteps; steps += 1) {
    await page.keyboard.press(key)
    if (await target.evaluate((element) => element === document.activeElement)) return
  }
  throw new Error(`${target.toString()} is not within ${mostSteps} steps of ${key}`)
}
