import type { Page } from '@playwright/test'
import { expect, expireAccessToken, openSignedIn, signIn, stored, test, untilOwnRead } from './people.ts'
import { logged } from './trouble.ts'

/** Staying signed in, and what happens when it ends. */

const refused = /^answered: 401/
const banner = (page: Page) => page.getByRole('banner')
/** The access token as it is after its fifteen minutes: of ours, and refused. */
const spoilAccessToken = (page: Page) =>
  page.evaluate(() => {
    const [head = '', claims = '', signature = ''] = (localStorage.getItem('accessToken') ?? '').split('.')
    const spoilt = signature.startsWith('A') ? `B${signature.slice(1)}` : `A${signature.slice(1)}`
    localStorage.setItem('accessToken', [head, claims, spoilt].join('.'))
  })

test('a page that needs somebody leads to the login and back', async ({ page, person }) => {
  await page.goto('/user-profile?from=mail#name')
  await expect(page).toHaveURL(/\/auth\/login\?returnTo=/)
  await signIn(page, person)
  await expect(page).toHaveURL('/user-profile?from=mail#name')
  await expect(page.getByRole('heading', { level: 1, name: 'User Profile' })).toBeVisible()
})

test('whoever is signed in has no use for the login page', async ({ page, person }) => {
  await openSignedIn(page, person)
  await page.goto('/auth/login')
  await expect(page).toHaveURL('/')
})

test('what is kept in the browser is what other clients of ours expect', async ({ page, person }) => {
  await openSignedIn(page, person)
  expect(await stored(page, 'userRole')).toBe('User')
  expect(await stored(page, 'deviceId')).toMatch(/^[0-9a-f]{8}-/)
  const claims = await page.evaluate(() =>
    atob((localStorage.getItem('accessToken') ?? '').split('.')[1] ?? ''),
  )
  expect(JSON.parse(claims)).toMatchObject({ role: 'User', sub: expect.any(String), sid: expect.any(String) })
})

test('the header shows Edit to an administrator', async ({ page, site }) => {
  await openSignedIn(page, site.admin)
  await expect(banner(page).getByRole('link', { name: 'Edit' })).toBeVisible()
})

test('the header shows no Edit to others', async ({ page, person }) => {
  await openSignedIn(page, person)
  await expect(banner(page).getByRole('link', { name: 'My Library' })).toBeVisible()
  await expect(banner(page).getByRole('link', { name: 'Edit' })).toHaveCount(0)
})

test('every request says which device it comes from, and unsafe ones repeat the cookie', async ({
  page,
  person,
}) => {
  await page.goto('/auth/login')
  const [request] = await Promise.all([page.waitForRequest('**/api/auth/login'), signIn(page, person)])
  const headers = await request.allHeaders()
  expect(headers['x-deviceid']).toBe(await stored(page, 'deviceId'))
  const cookie = (await page.context().cookies()).find(({ name }) => name === 'XSRF-TOKEN')
  expect(headers['x-xsrf-token']).toBe(cookie?.value)
})

test('an access token that has expired is renewed without a word', async ({ page, person, trouble }) => {
  trouble.expect(refused)
  await openSignedIn(page, person)
  const before = await stored(page, 'refreshToken')
  await expireAccessToken(page)
  await banner(page).getByRole('link', { name: 'Profile' }).click()
  await expect(page.getByLabel('Name')).toHaveValue('Ada Lovelace')
  expect(await stored(page, 'refreshToken')).not.toBe(before)
})

test('two tabs whose token expires at the same time both stay signed in', async ({
  page,
  person,
  context,
  trouble,
}) => {
  trouble.expect(refused)
  await openSignedIn(page, person)
  const other = await context.newPage()
  await other.goto('/')
  await expireAccessToken(page)
  await Promise.all([page, other].map((tab) => banner(tab).getByRole('link', { name: 'Profile' }).click()))
  for (const tab of [page, other]) await expect(tab.getByLabel('Name')).toHaveValue('Ada Lovelace')
})

test('a session that has ended leads to the login, and says so', async ({ page, person, trouble }) => {
  trouble.expect(refused)
  // The page's own calls are over: the listener's is the first to learn of the end.
  const ownCalls = ['/positions/me?', '/libraries/me'].map(async (call) => {
    const answer = await page.waitForResponse((response) => response.url().includes(`/api${call}`))
    await answer.finished()
  })
  await openSignedIn(page, person)
  await Promise.all(ownCalls)
  await expect.poll(() => stored(page, 'playerQueueKnown')).not.toBeNull()
  await spoilAccessToken(page)
  await banner(page).getByRole('link', { name: 'Profile' }).click()
  await expect(page).toHaveURL(/\/auth\/login/)
  await expect(page.getByText('Session expired. Please log in again.')).toBeVisible()
  expect(await stored(page, 'accessToken')).toBeNull()
  expect(await stored(page, 'refreshToken')).toBeNull()
})

test('a server that does not answer signs nobody out', async ({ page, person, trouble }) => {
  trouble.expect(/^answered: 401/, /^answered: 503/, logged)
  await openSignedIn(page, person)
  const unavailable = [{ code: 'ServiceUnavailable', description: 'Not now.' }]
  await page.route('**/api/users/profiles/me', (route) =>
    route.fulfill({ status: 401, json: [{ code: 'Unauthorized', description: 'Please sign in.' }] }),
  )
  await page.route('**/api/auth/refresh', (route) => route.fulfill({ status: 503, json: unavailable }))
  await banner(page).getByRole('link', { name: 'Profile' }).click()
  await expect(page.getByRole('heading', { name: /Element not found/ })).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByLabel('Name')).toHaveValue('Ada Lovelace')
})

test('signing out in one tab signs out the others', async ({ page, person, context }) => {
  await openSignedIn(page, person, '/user-profile')
  const other = await context.newPage()
  await Promise.all([untilOwnRead(other), other.goto('/audio-books')])
  await expect(banner(other).getByRole('link', { name: 'Profile' })).toBeVisible()
  const guarded = await context.newPage()
  await Promise.all([untilOwnRead(guarded), guarded.goto('/user-profile')])
  await expect(guarded.getByLabel('Name')).toHaveValue('Ada Lovelace')

  await page.getByRole('button', { name: 'Log out', exact: true }).click()
  await expect(banner(other).getByRole('link', { name: 'Sign in' })).toBeVisible()
  await expect(other).toHaveURL('/audio-books')
  await expect(guarded).toHaveURL(/\/auth\/login/)
  await expect(guarded.getByText('Session expired')).toHaveCount(0)
})

test('a session that ends during a save is said once', async ({ page, person, trouble }) => {
  trouble.expect(refused)
  await openSignedIn(page, person, '/user-profile')
  // The player has asked for the queue: the save is the first to learn of the end.
  await expect.poll(() => stored(page, 'playerQueueKnown')).not.toBeNull()
  await spoilAccessToken(page)
  await page.getByLabel('Name').fill('Grace Hopper')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Session expired. Please log in again.')).toBeVisible()
  await expect(page).toHaveURL(/\/auth\/login/)
  await expect(page.getByText('Profile update error')).toHaveCount(0)
})

test('another tab that signs in takes the login page to where it leads', async ({
  page,
  person,
  context,
}) => {
  const waiting = await context.newPage()
  await waiting.goto('/auth/login?returnTo=/user-profile')
  await openSignedIn(page, person)
  await expect(waiting.getByLabel('Name')).toHaveValue('Ada Lovelace')
})

test('the forbidden page says so, and leads home', async ({ page }) => {
  await page.goto('/forbidden')
  await expect(page.getByRole('heading', { level: 1, name: 'Forbidden' })).toBeVisible()
  await expect(page).toHaveTitle('Earmark - Forbidden')
})
