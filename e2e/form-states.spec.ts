import type { Locator, Page } from '@playwright/test'
import { expectDialogFits, expectStateFits } from './fits.ts'
import { hold } from './fixtures.ts'
import { messages } from './page-parts.ts'
import { expect, openSignedIn, test } from './people.ts'
import { broken, refused } from './trouble.ts'

/** The pages and dialogs of accounts while they refuse, ask and tell: accessible in both themes, and none too wide. */

const typed = ['x', ''] as const

/** Edited and left empty, which is when a form begins to speak. */
async function empty(form: Page | Locator, ...labels: string[]): Promise<void> {
  for (const label of labels)
    for (const value of typed) await form.getByLabel(label, { exact: true }).fill(value)
}

async function answer(page: Page, call: string, status: number, json: object[]): Promise<void> {
  await page.route(`**/api/${call}`, (route) => route.fulfill({ status, json }))
}

const press = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name, exact: true }).click()

test('forms for visitors with errors, and their dialogs', async ({ page, trouble }) => {
  test.slow()
  trouble.expect(refused, broken)
  await page.goto('/auth/login')
  await empty(page, 'Email', 'Password')
  await expect(page.getByText('Password is required')).toBeVisible()
  await expectStateFits(page, 'login with errors')
  await answer(page, 'auth/login', 401, [{ code: 'EmailNotConfirmed', description: 'Not yet.' }])
  await page.getByLabel('Email').fill('ada@example.org')
  await page.getByLabel('Password', { exact: true }).fill('x')
  await press(page, 'Sign in')
  await expectDialogFits(page, 'Email not confirmed')
  await answer(page, 'auth/login', 401, [])
  await press(page, 'Sign in')
  await messages(page).getByText('Login failed').hover()
  await expectStateFits(page, 'login failed')

  await page.goto('/auth/register')
  await empty(page, 'Email', 'Password', 'Repeat password', 'Name')
  await expectStateFits(page, 'register with errors')
  await page.getByLabel('Email').fill('ada@example.org')
  await page.getByLabel('Password', { exact: true }).fill('Quiet-reading-1')
  await page.getByLabel('Repeat password').fill('other')
  await page.getByLabel('Name').fill('Ada')
  await expect(page.getByText('Passwords do not match')).toBeVisible()
  await expectStateFits(page, 'register half right')
  await page.getByLabel('Repeat password').fill('Quiet-reading-1')
  await answer(page, 'auth/register', 500, [])
  await press(page, 'Register')
  await expectDialogFits(page, 'Registration failed')

  await page.goto('/auth/forgot-password')
  await empty(page, 'Email')
  await expectStateFits(page, 'forgot password with errors')
  await answer(page, 'auth/forgot-password', 200, [])
  await page.getByLabel('Email').fill(`${'a'.repeat(64)}@${'long-'.repeat(11)}name.example.org`)
  await press(page, 'Send reset link')
  await expectDialogFits(page, 'Password Reset Link Sent')

  await page.goto('/auth/forgot-password?email=ada@example.org&token=x')
  await empty(page, 'New password', 'Repeat new password')
  await expectStateFits(page, 'reset with errors')
  await page.goto('/auth/confirm-email?userId=1&token=x')
  await answer(page, 'auth/confirm-email', 500, [])
  await press(page, 'Confirm')
  await expectDialogFits(page, 'Email confirmation failed')
})

test('the profile’s dialogs with errors, and a library without anything', async ({
  page,
  person,
  trouble,
}) => {
  test.slow()
  trouble.expect(broken)
  await openSignedIn(page, person, '/user-profile')
  const dialog = page.getByRole('dialog')
  for (const call of ['change-email', 'change-password', 'delete-account'])
    await answer(page, `auth/${call}`, 500, [])

  await press(page, 'Edit email')
  await empty(dialog, 'Password', 'New email')
  await expectDialogFits(page, 'Change email')
  await press(page, 'Edit password')
  await empty(dialog, 'Current password', 'New password', 'Repeat new password')
  await expectDialogFits(page, 'Change password')
  await press(page, 'Delete account')
  await dialog.getByLabel('Password', { exact: true }).fill('x')
  await dialog.getByRole('button', { name: 'Delete account' }).click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  await expectDialogFits(page, 'Delete account')
  await empty(page, 'Name')
  await expectStateFits(page, 'profile with errors')

  const release = await hold(page, '**/api/libraries/me')
  await page.goto('/my-library')
  await expect(page.getByText('Loading...')).toBeAttached()
  await expectStateFits(page, 'library loading')
  release()
  await expect(page.getByText('There are no Podcasts here')).toBeVisible()
  await expectStateFits(page, 'library empty')
})
