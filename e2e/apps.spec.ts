import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { leaveAt } from './devices.ts'
import {
  expect,
  makeEditor,
  openSignedIn,
  type Person,
  senderFor,
  type Site,
  test,
  untilOwnRead,
} from './people.ts'

test.use({ sampleCatalogue: true })

const recording = 'The Night Train Library'

/** As an app asks: without an origin. */
async function ask(site: Site, path: string, options: RequestInit = {}): Promise<Response> {
  return await fetch(`${site.url}/gpodder${path}`, options)
}

const basic = ({ email }: Person, password: string) => ({
  authorization: `Basic ${Buffer.from(`${email}:${password}`).toString('base64')}`,
})

async function expectWhole(page: Page, where: string): Promise<void> {
  for (const width of [320, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(overflow).toBeLessThanOrEqual(0)
    await expectAccessible(page, `${where} at ${width} px`)
  }
}

test('an app is connected by keys, says where it is, and its place is offered in the player', async ({
  page,
  person,
  site,
  catalogue,
  player,
}) => {
  test.slow()
  const { id, path } = catalogue.book(recording)
  await openSignedIn(page, person, '/user-profile')
  const apps = page.getByRole('region', { name: 'Apps' })
  await apps.getByRole('button', { name: 'Connect an app' }).focus()
  await page.keyboard.press('Enter')
  await page.getByLabel('Name of the app').fill('AntennaPod on Pixel')
  await page.keyboard.press('Enter')
  const card = apps.getByRole('group', { name: 'AntennaPod on Pixel signs in with' })
  await expect(card).toBeFocused()
  await expectWhole(page, 'apps')
  const password = (await card.getByText(/^([A-Za-z]{5}-){3}[A-Za-z]{5}$/).textContent()) as string

  const sendAs = await senderFor(site, person)
  await sendAs(`/positions/me/audio-books/${id}`, { positionSeconds: 300, baseVersion: 0 }, 'PUT')
  const action = {
    podcast: `${site.url}/feeds/audio-books/${id}.xml`,
    episode: 'https://a.example/1.mp3',
    guid: `earmark-audio-book-${id}-1@localhost`,
    action: 'play',
    started: 0,
    position: 124,
    total: 700,
  }
  const headers = basic(person, password)
  const answer = await ask(site, `/api/2/episodes/${person.email}.json`, {
    method: 'POST',
    headers,
    body: JSON.stringify([action]),
  })
  expect(answer.status).toBe(200)
  // What plays before the account's positions have come begins at 0, and its first save is refused.
  const known = untilOwnRead(page)
  await page.goto(path)
  await known
  await player.start.click()
  const offer = page.getByText('AntennaPod on Pixel was at 02:04. Continue there?')
  await expect(offer).toBeVisible()
  await page.getByRole('button', { name: 'Continue there' }).click()
  await player.expectPosition(123, 140)
  await expect(offer).toBeHidden()
  // A page that is left during a save sends another, and one of the two is refused.
  await leaveAt({ page, player }, 200)

  await page.goto('/user-profile')
  await expect(apps.getByText(/^Last seen/)).toBeVisible()
  await apps.getByRole('button', { name: 'Remove AntennaPod on Pixel' }).click()
  await expect(page.getByText('Are you sure AntennaPod on Pixel?')).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(apps.getByText('No app is connected yet.')).toBeVisible()
  expect((await ask(site, `/api/2/episodes/${person.email}.json`, { headers })).status).toBe(401)
})

test('an app that opens a page of ours gets its password once the listener allows it', async ({
  page,
  person,
  site,
}) => {
  const begun = await ask(site, '/index.php/login/v2', {
    method: 'POST',
    headers: { 'user-agent': 'AntennaPod/3.8.0' },
  })
  const { poll, login } = (await begun.json()) as { poll: { token: string }; login: string }
  const { pathname } = new URL(login)
  const polled = async () =>
    await ask(site, '/index.php/login/v2/poll', { method: 'POST', body: `token=${poll.token}` })
  await openSignedIn(page, person, pathname)
  const question = page.getByText('Allow AntennaPod to see and change what you listen to?')
  await expect(question).toBeVisible()
  await expectWhole(page, 'connect')
  expect((await polled()).status).toBe(404)
  await page.getByRole('button', { name: 'Allow' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'AntennaPod is connected' })).toBeVisible()
  const allowed = (await (await polled()).json()) as { loginName: string; appPassword: string }
  expect(allowed.loginName).toBe(person.email)
  const headers = basic(person, allowed.appPassword)
  const subscriptions = await ask(site, '/index.php/apps/gpoddersync/subscriptions', { headers })
  expect(subscriptions.status).toBe(200)
})

test('an editor brings a list of subscriptions in, is told what was not added, and takes one along', async ({
  page,
  site,
  catalogue,
}) => {
  test.slow()
  const editor = await makeEditor(site)
  await openSignedIn(page, editor, '/user-profile')
  const lists = page.getByRole('region', { name: 'Import and export' })
  const [podcast] = catalogue.podcasts
  const feeds = [`${site.url}/feeds/podcasts/${podcast?.id}.xml`, 'file:///etc/passwd']
  const outlines = feeds.map((url) => `<outline text="${url}" xmlUrl="${url}"/>`).join('')
  await lists.getByLabel('Import a list').setInputFiles({
    name: 'feeds.opml',
    mimeType: 'text/x-opml',
    buffer: Buffer.from(`<opml version="2.0"><body>${outlines}</body></opml>`),
  })
  await expect(lists.getByText('1 of 2 added, 1 failed')).toBeVisible()
  await lists.getByText('Not added').click()
  await expect(lists.getByText('This address is not allowed.')).toBeVisible()
  await expectWhole(page, 'import and export')
  const saved = page.waitForEvent('download')
  await lists.getByRole('button', { name: 'Export what you follow' }).click()
  expect((await saved).suggestedFilename()).toBe('earmark.opml')
})
