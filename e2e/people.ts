import { randomUUID } from 'node:crypto'
import { login, register, type TokenPair } from '@earmark/contract/auth.ts'
import { createUser } from '@earmark/contract/users.ts'
import type { Page } from '@playwright/test'
import { freePort } from '../scripts/machine.mjs'
import { readCatalogue } from './catalogue.ts'
import { test as base } from './fixtures.ts'
import { linkIn, type MailServer, startMailServer } from './mail-server.ts'
import { longestStartMs, type Running, startServer } from './server.ts'

/** Journeys of people with accounts: on a server of their own that sends mail. */
export interface Site extends Running {
  readonly mails: MailServer
  readonly admin: Person
}

export interface Person {
  readonly email: string
  readonly password: string
}

const admin: Person = { email: 'librarian@example.org', password: 'Open-shelves-1' }

/** With mails that really arrive, and an administrator. */
export async function startSite<Started extends Running>(
  start: (env: NodeJS.ProcessEnv) => Promise<Started>,
  env: NodeJS.ProcessEnv = {},
): Promise<Started & Site> {
  const mails = await startMailServer()
  const started = await start({
    SMTP_URL: mails.url,
    MAIL_FROM: 'Earmark <earmark@example.org>',
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    ...env,
  })
  const stop = async (): Promise<void> => {
    await started.stop()
    await mails.stop()
  }
  return { ...started, mails, admin, stop }
}

/** One node, or as many as `EARMARK_E2E_SITE=cluster` asks for: to people it is the same. */
async function start(env: NodeJS.ProcessEnv): Promise<Running> {
  if (process.env.EARMARK_E2E_SITE !== 'cluster') return await startServer(await freePort(), env)
  const { startCluster } = await import('./cluster.ts')
  return await startCluster(env)
}

interface Settings {
  readonly sampleCatalogue: boolean
  /** Further ones of the server. */
  readonly settings: NodeJS.ProcessEnv
}

export const test = base.extend<{ person: Person }, Settings & { site: Site }>({
  sampleCatalogue: [false, { option: true, scope: 'worker' }],
  settings: [{}, { option: true, scope: 'worker' }],
  site: [
    async ({ sampleCatalogue, settings }, use) => {
      const site = await startSite(start, { SAMPLE_CATALOGUE: String(sampleCatalogue), ...settings })
      await use(site)
      await site.stop()
    },
    // Its start is not the first journey's time.
    { scope: 'worker', timeout: longestStartMs },
  ],
  catalogue: [async ({ site }, use) => use(await readCatalogue(site.url)), { scope: 'worker' }],
  baseURL: async ({ site }, use) => use(site.url),
  /** Somebody with a confirmed account, not signed in. */
  person: async ({ site }, use) => use(await makePerson(site)),
})

export { expect } from '@playwright/test'

export const newAddress = (name = 'ada') => `${name}.${randomUUID().slice(0, 8)}@example.org`

/** Through the API as any client would: the journeys of registering itself go through the pages. */
export async function makePerson(site: Site, email = newAddress()): Promise<Person> {
  const person = { email, password: 'Quiet-reading-1' }
  await send(site, register.url, { ...person, name: 'Ada Lovelace' })
  const query = new URL(linkIn(await site.mails.take(email)), site.url).searchParams
  await send(site, '/auth/confirm-email', Object.fromEntries(query))
  return person
}

/** An editor, as an administrator would make one. */
export async function makeEditor(site: Site): Promise<Person> {
  const sendAs = await senderFor(site, site.admin)
  const { email, password } = { email: newAddress('editor'), password: 'Quiet-reading-1' }
  await sendAs(createUser.url, {
    email,
    name: 'Edith',
    newPassword: password,
    role: 'Editor',
    emailConfirmed: true,
  })
  return { email, password }
}

/** Both tokens of a new session, elsewhere than in the browser under test. */
export async function signInElsewhere(site: Site, { email, password }: Person, deviceId = randomUUID()) {
  const body = { userName: email, password }
  return await send<TokenPair>(site, login.url, body, 'POST', { 'x-deviceid': deviceId })
}

/** Requests of somebody with a session of their own. */
export async function senderFor(site: Site, person: Person, headers: Record<string, string> = {}) {
  const { accessToken } = await signInElsewhere(site, person)
  const own = { authorization: `Bearer ${accessToken}`, ...headers }
  return <Answer>(path: string, body?: object, method = 'POST') => send<Answer>(site, path, body, method, own)
}

/**
 * One request to the API, with a body as JSON or a form.
 * @throws for every status but a success
 */
async function send<Answer>(
  site: Site,
  path: string,
  body?: object,
  method = 'POST',
  headers: Record<string, string> = {},
): Promise<Answer> {
  const isForm = body instanceof FormData
  const answer = await fetch(`${site.url}/api${path}`, {
    method,
    headers: {
      'x-deviceid': randomUUID(),
      ...(body && !isForm ? { 'content-type': 'application/json' } : {}),
      ...headers,
    },
    ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`)
  return JSON.parse(text || 'null') as Answer
}

/** Fills in the form of the login page, which has to be open. */
export async function signIn(page: Page, { email, password }: Person): Promise<void> {
  const submit = page.getByRole('main').getByRole('button', { name: 'Sign in' })
  // The registration's fields have the same names.
  await submit.waitFor()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await submit.click()
}

/** Fills in the form of the registration page, which has to be open. */
export async function fillRegistration(page: Page, email = newAddress(), name = 'Ada'): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('Quiet-reading-1')
  await page.getByLabel('Repeat password').fill('Quiet-reading-1')
  await page.getByLabel('Name').fill(name)
}

/** Signs in by the pages, and waits until that is done. */
export async function openSignedIn(page: Page, person: Person, path = '/'): Promise<void> {
  await page.goto(`/auth/login?returnTo=${encodeURIComponent(path)}`)
  const quiet = untilOwnRead(page)
  await signIn(page, person)
  await page.waitForURL((url) => url.pathname === path)
  await quiet
}

/** A page with an account asks once for what is its person's, by itself; after that it asks nothing that is not shown. */
export async function untilOwnRead(page: Page): Promise<void> {
  const calls = ['/positions/me/progress', '/libraries/me'].map(async (call) => {
    const answer = await page.waitForResponse((response) => response.url().endsWith(call))
    await answer.finished()
  })
  await Promise.all(calls)
}

/** What the browser has stored by this name. */
export async function stored(page: Page, name: string): Promise<string | null> {
  return await page.evaluate((key) => localStorage.getItem(key), name)
}

/** The profile's call refuses the present access token from now on, as after its fifteen minutes. */
export async function expireAccessToken(page: Page): Promise<void> {
  const expired = `Bearer ${await stored(page, 'accessToken')}`
  await page.context().route('**/api/users/profiles/me', async (route) => {
    const json = [{ code: 'Unauthorized', description: 'Please sign in.' }]
    if (route.request().headers().authorization === expired) await route.fulfill({ status: 401, json })
    else await route.fallback()
  })
}
