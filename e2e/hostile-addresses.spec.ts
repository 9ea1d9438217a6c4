import type { Page } from '@playwright/test'
import { test } from './hostile-site.ts'
import { hostileAddresses } from './hostile-strings.ts'
import { expect, openSignedIn, signIn } from './people.ts'

/** Wherever an address says that one should go after signing in, it is a page of ours. */

const forged = [
  'https://evil.example/',
  'http:evil.example',
  'https:/evil.example',
  'https:\\\\evil.example',
  'HtTpS://evil.example',
  'ftp://evil.example/',
  'ws://evil.example/',
  'file:///etc/passwd',
  'about:blank',
  'blob:https://evil.example/x',
  '//evil.example',
  '///evil.example',
  '////evil.example/%2f..',
  '/\\evil.example',
  '\\/evil.example',
  '\\\\evil.example',
  '/\\/evil.example',
  '/%5cevil.example',
  '/%09/evil.example',
  '/%2f/evil.example',
  '%2f%2fevil.example',
  '%252f%252fevil.example',
  '/.//evil.example',
  '/..//evil.example',
  '/a/..//evil.example',
  '/%2e//evil.example',
  '/%2e%2e//evil.example',
  './/evil.example',
  ';//evil.example',
  '?//evil.example',
  '#//evil.example',
  '@evil.example',
  '/@evil.example',
  'user:pass@evil.example',
  'https://localhost@evil.example/',
  'https://localhost:3000@evil.example/',
  'https://evil.example#localhost',
  'https://evil.example\\@localhost',
  '.evil.example',
  'evil.example',
  '/\t/evil.example',
  '\t//evil.example',
  '/\n/evil.example',
  '/\r\n/evil.example',
  '/x\r\nLocation: //evil.example',
  ' //evil.example',
  '\u00a0//evil.example',
  '\u3000//evil.example',
  '/\u2028/evil.example',
  '\uff0f\uff0fevil.example',
  '/\uff0fevil.example',
  'java\tscript:alert(1)',
  'java\nscript:alert(1)',
  '\u0001javascript:alert(1)',
  '["//evil.example"]',
  '"//evil.example"',
  '{"pathname":"//evil.example"}',
  '/auth/login?returnTo=//evil.example',
  '/auth/login?returnTo=%2Fauth%2Flogin%3FreturnTo%3D%2F%2Fevil.example',
  '/$//evil.example',
] as const

/** Names by which other programs know what `returnTo` is here. */
const otherNames = [
  'next',
  'url',
  'redirect',
  'redirect_uri',
  'return',
  'returnUrl',
  'continue',
  'to',
  'goto',
]

/** Goes there as the app itself would, and tells where one ends. */
async function endsAt(page: Page, address: string): Promise<string> {
  await page.evaluate((to) => window.history.pushState(null, '', to), address)
  await page.waitForURL((url) => url.pathname !== '/auth/login')
  return new URL(page.url()).origin
}

test('what is forged ends on a page of ours and runs nothing', async ({ page, site }) => {
  test.setTimeout(120_000)
  await openSignedIn(page, site.admin, '/user-profile')
  for (const text of [...forged, ...hostileAddresses]) {
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
  for (const text of forged.filter((_, place) => place % 6 === 0)) {
    await page.goto(`/auth/login?returnTo=${encodeURIComponent(text)}`)
    await page.waitForURL((url) => url.pathname !== '/auth/login')
    expect(new URL(page.url()).origin, text).toBe(site.url)
  }
})

test('the server itself sends nobody elsewhere', async ({ site }) => {
  for (const text of forged) {
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
