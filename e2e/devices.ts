import { randomUUID } from 'node:crypto'
import type { BrowserContext, Page } from '@playwright/test'
import { expect, type Person, signInElsewhere, type Site, test as base } from './people.ts'
import { PlayerDriver } from './player-driver.ts'

/** Somebody's browser somewhere: its own storage, so a device of its own. */
export interface Device {
  readonly page: Page
  readonly player: PlayerDriver
  readonly context: BrowserContext
}

export const test = base.extend<{ device: (person?: Person) => Promise<Device> }>({
  device: async ({ browser, site }, use) => {
    const contexts: BrowserContext[] = []
    await use(async (person) => {
      const context = await browser.newContext({ baseURL: site.url })
      contexts.push(context)
      if (person !== undefined) await bringSession(context, site, person)
      const page = await context.newPage()
      return { page, player: new PlayerDriver(page), context }
    })
    for (const context of contexts) await context.close()
  },
})

export { expect }

/** As if that browser had signed in some time ago. */
async function bringSession(context: BrowserContext, site: Site, person: Person): Promise<void> {
  const deviceId = randomUUID()
  const tokens = await signInElsewhere(site, person, deviceId)
  await context.addInitScript(
    (stored) => {
      if (localStorage.getItem('deviceId') !== null) return
      for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value)
    },
    { ...tokens, deviceId, userRole: 'User' },
  )
}

/** Goes to a second and stays there, until the server has it. */
export async function leaveAt(
  { page, player }: Pick<Device, 'page' | 'player'>,
  second: number,
): Promise<void> {
  await player.button('Pause').click()
  await player.expectPaused()
  await player.slider.fill(String(second))
  await player.expectPosition(second, second)
  await untilSaved(page, second)
}

/** Firefox's WebDriver does not tell what a request carries: the browser's own record says what the server has. */
export async function untilSaved(page: Page, second: number): Promise<void> {
  const isSaved = (wanted: number) =>
    Object.entries(localStorage)
      .filter(([key]) => key.startsWith('position:'))
      .map(([, text]) => JSON.parse(text) as { position: number; change: number; sent: number })
      .some((kept) => kept.sent === kept.change && Math.abs(kept.position - wanted) < 5)
  await expect.poll(() => page.evaluate(isSaved, second)).toBe(true)
}
