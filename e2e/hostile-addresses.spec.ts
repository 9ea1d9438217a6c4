import type { Page } from '@playwright/test'
import { test } from './hostile-site.ts'
import { hostileAddresses } from '../server/resilience/hostile-strings/markup.ts'
import { redirectStrings } from '../server/resilience/hostile-strings/redirects.ts'
import { expect, openSignedIn, signIn } from './people.ts'

/** Wherever an address says that one should go after signing in, it is a page of ours. */

/** Names by which other programs know what `returnTo` is here. */
const otherNames = 'next url redirect redirect_uri return returnUrl continue to goto'.split(' ')

/** Goes there as the app itself would, and tells where one ends. */
async function endsAt(page: Page, address: string): Promise<string> {
  await page.evaluate((to) => window.history.pushState(null, '', to), address)
  await page.waitForURL((url) => url.pathname !== '/auth/login')
  return new URL(page.url()).origin
}

test('what is forged ends on a page of ours and runs nothing', async ({ page, site }) => {
  test.setTimeout(120_000)
  await openSignedIn(page, site.admin, '/user-profile')
  for (const text of [...redirectStrings, ...hostileAddresses]) {
    const address = `/auth/login?returnTo=${encodeURIComponent(text)}`
    expect(await endsAt(page, address), text).toBe(site.url)
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
  }
  const others = otherNames.map((name) => `${name}=${encodeURIComponent('//evil.example')}`).join('&')
  expect(await endsAt(page, `/auth/login?${others}`)).toBe(site.url)
  await expect(page).toHaveURL('/')
})

test('whoever signs in at a forged address, or loads it anew, stays here', async ({ page, site, person }) => {
  await page.goto(`/auth/login?returnTo=/user-profile&returnTo=${encodeURIComponent('//evil.example')}`)
  await signIn(page, person)
  await expect(page).toHaveURL('/')
  for (const text of redirectStrings.filter((_, place) => place % 6 === 0)) {
    await page.goto(`/auth/login?returnTo=${encodeURIComponent(text)}`)
    await page.waitForURL((url) => url.pathname !== '/auth/login')
    expect(new URL(page.url()).origin, text).toBe(site.url)
  }
})

test('the server itself sends nobody elsewhere', async ({ site }) => {
  for (const text of redirectStrings) {
    const path = encodeURI(text).replaceAll('#', '%23')
    for (const asked of [
      `/${path}`,
      `//${path}/`,
      `/audio-books/${path}/`,
      `/auth/login/?returnTo=${path}`,
    ]) {
      const answer = await fetch(site.url + asked, { headers: { accept: 'text/html' }, redirect: 'manual' })
      const location = answer.headers.get('location')
      expect(new URL(location ?? '/', site.url).origin, `${asked} leads to ${location}`).toBe(site.url)
    }
  }
})
