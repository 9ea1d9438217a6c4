import type { Page } from '@playwright/test'
import { linkIn } from './mail-server.ts'
import { dialog, main } from './page-parts.ts'
import {
  expect,
  fillRegistration,
  newAddress,
  openSignedIn,
  signIn,
  signInElsewhere,
  test,
} from './people.ts'

/** One person's account, from the first form to the last, with mails that really arrive. */

const ok = (page: Page, name: string) => dialog(page, name).getByRole('button', { name: 'Ok' }).click()

test('register, confirm, sign in, and the header knows', async ({ page, site }) => {
  const email = newAddress()
  await page.goto('/')
  await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in or create an account' })).toBeVisible()
  await page.getByRole('link', { name: 'Create an account' }).click()
  await fillRegistration(page, email, 'Ada Lovelace')
  await main(page).getByRole('button', { name: 'Register' }).click()
  await expect(dialog(page, 'Registration successful!')).toContainText(/inbox.*sign in/i)
  await ok(page, 'Registration successful!')
  await expect(page).toHaveURL('/auth/login')

  const mail = await site.mails.take(email)
  expect(mail.from).toMatchObject({ name: 'Earmark', address: 'earmark@example.org' })
  expect(mail.html).toContain(linkIn(mail).replaceAll('&', '&amp;'))
  await page.goto(linkIn(mail))
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(dialog(page, 'Email confirmed')).toContainText(/log in with the email and password/i)
  await ok(page, 'Email confirmed')
  await signIn(page, { email, password: 'Quiet-reading-1' })
  await expect(page).toHaveURL('/')
  const banner = page.getByRole('banner')
  await expect(banner.getByRole('link', { name: 'My Library' })).toBeVisible()
  await expect(banner.getByRole('link', { name: 'Sign in' })).toHaveCount(0)
  await banner.getByRole('link', { name: 'Profile' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'User Profile' })).toBeVisible()
  await expect(page).toHaveTitle('Earmark - User Profile')
})

test('a link that was used is refused with the reason', async ({ page, site, trouble }) => {
  trouble.expect(/^answered: 400/)
  const email = newAddress()
  await page.goto('/auth/register')
  await fillRegistration(page, email)
  await main(page).getByRole('button', { name: 'Register' }).click()
  await ok(page, 'Registration successful!')
  const link = linkIn(await site.mails.take(email))
  await page.goto(link)
  await page.getByRole('button', { name: 'Confirm' }).click()
  await ok(page, 'Email confirmed')
  await page.goto(link)
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(dialog(page, 'Email confirmation failed')).toContainText('The link is not valid any more.')
})

test('the name is changed, and the change is there after a reload', async ({ page, person }) => {
  await openSignedIn(page, person, '/user-profile')
  const name = page.getByLabel('Name')
  const save = page.getByRole('button', { name: 'Save' })
  await expect(name).toHaveValue('Ada Lovelace')
  await expect(save).toBeDisabled()
  await name.fill('')
  await expect(page.getByText('Name is required')).toBeVisible()
  await expect(save).toBeDisabled()
  await name.fill('Grace Hopper')
  await save.click()
  await expect(page.getByText('Profile updated')).toBeVisible()
  await expect(save).toBeDisabled()
  await page.reload()
  await expect(name).toHaveValue('Grace Hopper')
})

test('a new password keeps this browser signed in and signs out the others', async ({
  page,
  person,
  site,
}) => {
  const elsewhere = await signInElsewhere(site, person)
  await openSignedIn(page, person, '/user-profile')
  await page.getByRole('button', { name: 'Edit password' }).click()
  const form = dialog(page, 'Change password')
  await form.getByLabel('Current password').fill(person.password)
  await form.getByLabel('New password', { exact: true }).fill('Louder-reading-2')
  await form.getByLabel('Repeat new password').fill('Louder-reading-2')
  await form.getByRole('button', { name: 'Change password' }).click()
  await ok(page, 'Password changed!')
  await page.reload()
  await expect(page.getByLabel('Name')).toHaveValue('Ada Lovelace')
  const headers = { authorization: `Bearer ${elsewhere.accessToken}` }
  expect((await fetch(`${site.url}/api/users/profiles/me`, { headers })).status).toBe(401)
})

test('a new address is confirmed by its own mail, the old one is told', async ({ page, person, site }) => {
  const newEmail = newAddress('new')
  await openSignedIn(page, person, '/user-profile')
  await page.getByRole('button', { name: 'Edit email' }).click()
  const form = dialog(page, 'Change email')
  await form.getByLabel('Password', { exact: true }).fill(person.password)
  await form.getByLabel('New email').fill(newEmail)
  await form.getByRole('button', { name: 'Change email' }).click()
  await expect(dialog(page, 'Email changing confirmation sent!')).toContainText(/log in again/i)
  await ok(page, 'Email changing confirmation sent!')
  const notice = await site.mails.take(person.email)
  expect(notice.text).toContain(newEmail)
  // What the page asks for by itself is asked by somebody who is still signed in.
  await page.goto(linkIn(await site.mails.take(newEmail)), { waitUntil: 'networkidle' })
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(dialog(page, 'Changing email confirmed')).toContainText(/new email.*old password/i)
  await ok(page, 'Changing email confirmed')
  await expect(page).toHaveURL('/auth/login')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Profile' })).toHaveCount(0)
  await signIn(page, { ...person, email: newEmail })
  await expect(page.getByRole('banner').getByRole('link', { name: 'Profile' })).toBeVisible()
})

test('logging out ends this session at the server, logging out everywhere all of them', async ({
  page,
  person,
  site,
}) => {
  const isAlive = async (token: string) => {
    const headers = { authorization: `Bearer ${token}` }
    return (await fetch(`${site.url}/api/users/profiles/me`, { headers })).ok
  }
  const stored = () => page.evaluate(() => localStorage.getItem('accessToken') ?? '')
  const elsewhere = await signInElsewhere(site, person)
  await openSignedIn(page, person, '/user-profile')
  const here = await stored()
  await page.getByRole('button', { name: 'Log out', exact: true }).click()
  await expect(page).toHaveURL('/')
  expect([await isAlive(here), await isAlive(elsewhere.accessToken)]).toEqual([false, true])

  await openSignedIn(page, person, '/user-profile')
  const again = await stored()
  await page.getByRole('button', { name: 'Log out from all devices' }).click()
  await expect(page).toHaveURL('/auth/login')
  expect(
    await page.evaluate(() => Object.keys(localStorage).filter((key) => /token|role/i.test(key))),
  ).toEqual([])
  expect([await isAlive(again), await isAlive(elsewhere.accessToken)]).toEqual([false, false])
})

test('a forgotten password is set anew by mail', async ({ page, person, site }) => {
  await page.goto('/auth/login')
  await page.getByLabel('Email').fill(person.email)
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await expect(page).toHaveURL(`/auth/forgot-password?email=${encodeURIComponent(person.email)}`)
  await expect(page.getByLabel('Email')).toHaveValue(person.email)
  await page.getByRole('button', { name: 'Send reset link' }).click()
  await expect(dialog(page, 'Password Reset Link Sent')).toContainText(
    `If an account exists for ${person.email}, a password reset link has been sent to your inbox. In case, check your spam folder.`,
  )
  await ok(page, 'Password Reset Link Sent')
  await expect(page).toHaveURL('/auth/login')

  await page.goto(linkIn(await site.mails.take(person.email)))
  await page.getByLabel('New password', { exact: true }).fill('Louder-reading-2')
  await expect(page.getByText('New password OK')).toBeVisible()
  await expect(page.getByText('Now repeat the new password...')).toBeVisible()
  await page.getByLabel('Repeat new password').fill('Louder')
  await expect(page.getByText('New passwords do not match')).toBeVisible()
  await page.getByLabel('Repeat new password').fill('Louder-reading-2')
  await expect(page.getByText('New password repeat OK')).toBeVisible()
  await page.getByRole('button', { name: 'Reset password' }).click()
  await expect(dialog(page, 'Password Reset Success!')).toContainText(
    'Your password has been successfully reset. You can now log in with your new password.',
  )
  await ok(page, 'Password Reset Success!')
  await signIn(page, { ...person, password: 'Louder-reading-2' })
  await expect(page).toHaveURL('/')
})

test('an account is deleted for good', async ({ page, person, trouble }) => {
  trouble.expect(/^answered: 401/)
  await openSignedIn(page, person, '/user-profile')
  await page.getByRole('button', { name: 'Delete account' }).click()
  const form = dialog(page, 'Delete account')
  await form.getByLabel('Password', { exact: true }).fill(person.password)
  await form.getByRole('button', { name: 'Delete account' }).click()
  await ok(page, 'Account deleted!')
  await expect(page).toHaveURL('/')
  await page.goto('/auth/login')
  await signIn(page, person)
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Login failed')
})
