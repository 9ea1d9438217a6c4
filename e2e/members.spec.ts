import { requestPath } from '@earmark/contract/endpoint.ts'
import { type AudioBook, pageAudioBooks } from '@earmark/contract/audio-books.ts'
import { pagedQuery, type PagedResult } from '@earmark/contract/paging.ts'
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { linkIn } from './mail-server.ts'
import {
  expect,
  fillRegistration,
  newAddress,
  openSignedIn,
  senderFor,
  signIn,
  type Site,
  stored,
  test,
} from './people.ts'
import { expectTree } from './tree.ts'

/** A library for its members, who come by invitation. */
test.use({ sampleCatalogue: true, settings: { ACCESS: 'members', REGISTRATION: 'invitation' } })

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })

async function anyBook(site: Site): Promise<AudioBook> {
  const sendAs = await senderFor(site, site.admin)
  const querystring = pagedQuery({ search: 'Lamplighter' })
  const path = requestPath(pageAudioBooks, { querystring })
  const { items } = await sendAs<PagedResult<AudioBook>>(path, undefined, 'GET')
  return items[0] as AudioBook
}

test('a visitor is led to signing in, and from there to what was asked for, which plays', async ({
  page,
  player,
  site,
}) => {
  const book = await anyBook(site)
  const path = `/audio-books/${book.id}`
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto(path)
  await expect(heading(page, 'Sign in or create an account')).toBeVisible()
  expect(asked.filter((url) => /^\/(api|media)\//.test(url))).toEqual([])
  expect(await page.content()).not.toContain(book.name)
  await expectTree(page, 'visitor of a library for members')

  await signIn(page, site.admin)
  await expect(page).toHaveURL(path)
  await expect(heading(page, book.name)).toBeVisible()
  const cover = page.getByRole('main').locator('[data-cover] img').first()
  await expect.poll(() => cover.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await player.start.click()
  await player.expectSounding()
})

test('what is in the queue plays also after its address has ended', async ({
  page,
  player,
  site,
  trouble,
}) => {
  trouble.expect(/^answered: 403 .*\/media\//)
  const book = await anyBook(site)
  await openSignedIn(page, site.admin, `/audio-books/${book.id}`)
  await player.start.click()
  await player.expectSounding()
  await player.button('Pause').click()
  const ended = (await stored(page, 'playerQueue'))?.replaceAll(/expires=\d+/g, 'expires=1') ?? ''
  expect(ended).toContain('expires=1&')
  await page.goto('/robots.txt')
  await page.evaluate((queue) => localStorage.setItem('playerQueue', queue), ended)
  await page.goto('/podcasts')
  await player.button('Play').click()
  await player.expectSounding()
  expect(await stored(page, 'playerQueue')).not.toContain('expires=1&')
})

test('signing out leaves nothing to see', async ({ page, site }) => {
  const book = await anyBook(site)
  await openSignedIn(page, site.admin, `/audio-books/${book.id}`)
  await expect(heading(page, book.name)).toBeVisible()
  await page.goto('/user-profile')
  await page.getByRole('button', { name: 'Log out', exact: true }).click()
  await expect(heading(page, 'Sign in or create an account')).toBeVisible()
  await page.goBack()
  await expect(heading(page, 'Sign in or create an account')).toBeVisible()
  await expect(page.getByText(book.name)).toHaveCount(0)
})

test('an invitation makes an account with its role, once', async ({ page, browser, site }) => {
  await openSignedIn(page, site.admin, '/edit')
  await page.getByRole('button', { name: 'Invite' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Role').selectOption('Editor')
  await dialog.getByRole('button', { name: 'Invite' }).click()
  const link = await page.getByRole('dialog', { name: 'Invitation made' }).getByLabel('Link').inputValue()
  await expectAccessible(page, 'the link of an invitation')
  await expectTree(page, 'dialog of an invitation made', {
    within: 'dialog',
    changing: [
      [/http:\S+\?invitation=[\w-]+/g, 'a link'],
      [/\w+ \d+, 20\d\d/g, 'a day'],
    ],
  })

  const context = await browser.newContext()
  const guest = await context.newPage()
  const email = newAddress()
  await guest.goto(link)
  await expectTree(guest, 'register with an invitation', { within: 'main' })
  await fillRegistration(guest, email)
  await guest.getByRole('button', { name: 'Register' }).click()
  await guest.getByRole('dialog').getByRole('button', { name: 'Ok' }).click()
  await guest.goto(linkIn(await site.mails.take(email)))
  await guest.getByRole('button', { name: 'Confirm' }).click()
  await guest.getByRole('dialog').getByRole('button', { name: 'Ok' }).click()
  await signIn(guest, { email, password: 'Quiet-reading-1' })
  await expect(guest.getByRole('banner').getByRole('link', { name: 'Edit' })).toBeVisible()
  await context.close()

  const late = await browser.newContext()
  const stranger = await late.newPage()
  await stranger.goto(link)
  await fillRegistration(stranger)
  await stranger.getByRole('button', { name: 'Register' }).click()
  await expect(stranger.getByRole('dialog', { name: 'This invitation cannot be used' })).toContainText(
    'Please ask for a new one.',
  )
  await expectTree(stranger, 'dialog of a used invitation', { within: 'dialog' })
  await late.close()
})

test('an invitation is mailed where there is an address', async ({ page, site }) => {
  await page.goto('/auth/register')
  await expect(heading(page, 'By invitation only')).toBeVisible()
  await expectAccessible(page, 'registration by invitation')
  await expectTree(page, 'register without an invitation', { within: 'main' })

  await openSignedIn(page, site.admin, '/edit')
  await page.getByRole('button', { name: 'Invite' }).click()
  await expectAccessible(page, 'inviting')
  const email = newAddress()
  await page.getByRole('dialog').getByLabel('Email').fill(email)
  await page.getByRole('dialog').getByRole('button', { name: 'Invite' }).click()
  await expect(page.getByText(`Invitation sent to ${email}`)).toBeVisible()
  expect(linkIn(await site.mails.take(email))).toContain('/auth/register?invitation=')
})
