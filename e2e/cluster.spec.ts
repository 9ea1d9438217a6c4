import { join, resolve } from 'node:path'
import { expect, lacking, test } from './on-cluster.ts'
import { leaveAt } from './devices.ts'
import { expireAccessToken, makeEditor, openSignedIn, signIn, signInElsewhere, stored } from './people.ts'
import { PlayerDriver } from './player-driver.ts'
import { refused } from './trouble.ts'

/** What one node has said the other one stands by. */

// One after the other, in one worker: they share a cluster, and stop parts of it.
test.describe.configure({ mode: 'default' })
test.skip(lacking !== null, lacking ?? '')

test.afterEach(({ site }) => site.proxy.prefer(null))

const sample = resolve(import.meta.dirname, '../sample')
/** What a node knows may be that old (decision 0016). */
const freshWithinMs = 1_000

test('who signs in on one node is signed in, and stays so, on the other', async ({
  page,
  person,
  site,
  trouble,
}) => {
  trouble.expect(/^answered: 401/)
  site.proxy.prefer(0)
  await openSignedIn(page, person)
  site.proxy.prefer(1)
  const before = await stored(page, 'refreshToken')
  await expireAccessToken(page)
  const refreshed = page.waitForResponse('**/api/auth/refresh')
  await page.getByRole('banner').getByRole('link', { name: 'Profile' }).click()
  expect((await refreshed).headers()['x-node']).toBe('1')
  await expect(page.getByLabel('Name')).toHaveValue('Ada Lovelace')
  expect(await stored(page, 'refreshToken')).not.toBe(before)
})

test('what an editor uploads on one node sounds on the other at once', async ({ page, site, browser }) => {
  site.proxy.prefer(0)
  await openSignedIn(page, await makeEditor(site), '/edit/audio-books/create')
  await page
    .getByLabel('Audio file', { exact: true })
    .setInputFiles(join(sample, 'audio/an-almanac-for-bees.mp3'))
  await page.getByLabel('Name', { exact: true }).fill('Bees on Both')
  await page.getByRole('main').getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL(/\/edit\/audio-books\/\d+$/)

  site.proxy.prefer(1)
  const visitor = await browser.newPage({ baseURL: site.url })
  const sent = visitor.waitForResponse((answer) => answer.url().includes('/media/'))
  await visitor.goto(page.url().replace('/edit', ''))
  await visitor.getByRole('main').getByRole('button', { name: 'Play', exact: true }).click()
  await new PlayerDriver(visitor).expectSounding()
  expect((await sent).headers()['x-node']).toBe('1')
  await visitor.close()
})

test('what changes on one node is seen on the other within a second', async ({ site }) => {
  const [here, there] = site.nodes
  const headers = {
    'content-type': 'application/json',
    authorization: `Bearer ${(await signInElsewhere(site, await makeEditor(site))).accessToken}`,
  }
  const listed = async () => {
    const answer = await fetch(`${there?.url}/api/creators`)
    return ((await answer.json()) as { nickname: string }[]).map(({ nickname }) => nickname)
  }
  for (const nickname of ['Heron', 'Petrel', 'Tern']) {
    // Now it is kept there.
    await listed()
    const body = JSON.stringify({ nickname })
    const made = await fetch(`${here?.url}/api/creators`, { method: 'POST', headers, body })
    expect(made.status).toBe(201)
    const madeAt = performance.now()
    for (let askedAt = madeAt; !(await listed()).includes(nickname); askedAt = performance.now())
      expect(askedAt - madeAt).toBeLessThan(freshWithinMs)
  }
})

test('wrong passwords count on both nodes together', async ({ page, person, site, trouble }) => {
  trouble.expect(refused)
  await page.goto('/auth/login')
  for (const node of [0, 1, 0, 1, 0, 1]) {
    site.proxy.prefer(node)
    const answered = page.waitForResponse('**/api/auth/login')
    await signIn(page, { ...person, password: 'Wrong-password-1' })
    expect((await answered).headers()['x-node']).toBe(String(node))
  }
  await expect(page.getByRole('main').getByRole('alert')).toContainText(
    'Too many wrong passwords. Please try again a little later.',
  )
})

test('where a listener was on one node is where the other goes on', async ({
  device,
  person,
  site,
  book,
}) => {
  site.proxy.prefer(0)
  const phone = await device(person)
  await phone.player.play(`/audio-books/${book.id}`)
  await leaveAt(phone, 130)
  site.proxy.prefer(1)
  const desk = await device(person)
  await desk.page.goto('/')
  await expect(desk.page.getByRole('heading', { name: 'Continue listening' })).toBeVisible()
  await desk.player.play(`/audio-books/${book.id}`)
  await desk.player.expectPosition(129, 140)
})

test('who logs out on one node is logged out on the other', async ({ page, person, site }) => {
  const isAlive = async (token: string | null) => {
    const headers = { authorization: `Bearer ${token}` }
    return (await fetch(`${site.nodes[1]?.url}/api/users/profiles/me`, { headers })).ok
  }
  site.proxy.prefer(0)
  const elsewhere = await signInElsewhere(site, person)
  await openSignedIn(page, person, '/user-profile')
  const here = await stored(page, 'accessToken')
  expect(await isAlive(here)).toBe(true)
  await page.getByRole('button', { name: 'Log out', exact: true }).click()
  await expect(page).toHaveURL('/')
  expect([await isAlive(here), await isAlive(elsewhere.accessToken)]).toEqual([false, true])
})
