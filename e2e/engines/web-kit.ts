import { test as base } from '@playwright/test'
import { freePort } from '../../scripts/machine.mjs'
import { startWebKit, type WebKitSession } from '../../scripts/web-kit.ts'
import { type Catalogue, readCatalogue } from '../catalogue.ts'
import { type Site, startSite } from '../people.ts'
import { longestStartMs, startServer } from '../server.ts'
import { Listener } from './listener.ts'
import { WebPage } from './web-page.ts'

interface Shared {
  readonly site: Site
  readonly catalogue: Catalogue
  readonly session: WebKitSession
}

/** Journeys in WebKitGTK, on one server with the sample catalogue and in one browser. */
export const test = base.extend<{ web: WebPage; listener: Listener }, Shared>({
  site: [
    // oxlint-disable-next-line no-empty-pattern -- how Playwright knows that nothing is needed
    async ({}, use) => {
      const site = await startSite(async (env) => startServer(await freePort(), env))
      await use(site)
      await site.stop()
    },
    { scope: 'worker', timeout: longestStartMs },
  ],
  catalogue: [async ({ site }, use) => use(await readCatalogue(site.url)), { scope: 'worker' }],
  session: [
    // oxlint-disable-next-line no-empty-pattern -- as above
    async ({}, use) => {
      const session = await startWebKit()
      await use(session)
      await session.stop()
    },
    { scope: 'worker', timeout: longestStartMs },
  ],
  web: async ({ session, site }, use) => {
    const web = new WebPage(session, site.url)
    await web.forgetAll()
    await use(web)
  },
  listener: async ({ web }, use) => use(new Listener(web)),
})
