import { randomUUID } from 'node:crypto'
import type { BrowserContext, Page } from '@playwright/test'
import { type Person, signInElsewhere, type Site, test as base } from './people.ts'
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

export { expect } from './people.ts'

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
  const saved = page.waitForResponse(async (response) => {
    const { method, body } = { method: response.request().method(), body: response.request().postData() }
    if (method !== 'PUT' || !response.url().includes('/positions/me/')) return false
    const { positionSeconds } = JSON.parse(body ?? '{}') as { positionSeconds?: number }
    return response.ok() && Math.abs((positionSeconds ?? 0) - second) < 5
  })
  await player.button('Pause').click()
  await player.expectPaused()
  await player.slider.fill(String(second))
  await player.expectPosition(second, second)
  await saved
}
