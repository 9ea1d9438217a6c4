import type { Page } from '@playwright/test'
import { dialog, main, messages } from './page-parts.ts'
import { expect, fillRegistration, newAddress, openSignedIn, signIn, test } from './people.ts'
import { broken, logged, refused } from './trouble.ts'

/** What people read when it does not work. */

/** The call fails without a word. */
const breakCall = (page: Page, call: string) =>
  page.route(`**/api/${call}`, (route) => route.fulfill({ status: 500, body: '' }))

test('the login form says what is missing, once a field was edited', async ({ page }) => {
  await page.goto('/auth/login')
  const submit = main(page).getByRole('button', { name: 'Sign in' })
  await expect(submit).toBeDisabled()
  await expect(page.getByText(/is required/)).toHaveCount(0)
  for (const [label, message] of [
    ['Email', 'Email is required'],
    ['Password', 'Password is required'],
  ] as const) {
    await page.getByLabel(label, { exact: true }).fill('x')
    await page.getByLabel(label, { exact: true }).fill('')
    await expect(page.getByText(message)).toBeVisible()
  }
  await expect(submit).toBeDisabled()
})

test('a wrong password is "Login failed", and what was typed stays', async ({ page, person, trouble }) => {
  trouble.expect(refused)
  await page.goto('/auth/login')
  await signIn(page, { ...person, password: 'Wrong-password-1' })
  await expect(messages(page)).toContainText('Login failed')
  await expect(main(page).getByRole('alert')).toContainText('Login failed')
  await expect(page.getByLabel('Email')).toHaveValue(person.email)
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  // The toast goes, the form still says it, until the next try.
  await expect(messages(page)).toBeEmpty()
  await expect(main(page).getByRole('alert')).toContainText('Login failed')
  await page.route('**/api/auth/login', () => undefined)
  await signIn(page, person)
  await expect(main(page).getByRole('alert')).toBeEmpty()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('the sixth wrong password says that one has to wait', async ({ page, person, trouble }) => {
  trouble.expect(refused)
  await page.goto('/auth/login')
  for (let attempt = 0; attempt < 6; attempt += 1) {
    const answered = page.waitForResponse('**/api/auth/login')
    await signIn(page, { ...person, password: 'Wrong-password-1' })
    await answered
  }
  await expect(main(page).getByRole('alert')).toContainText(
    'Too many wrong passwords. Please try again a little later.',
  )
})

test('an address that was not confirmed gets its mail again', async ({ page, site, trouble }) => {
  trouble.expect(refused)
  const email = newAddress()
  await page.goto('/auth/register')
  await fillRegistration(page, email)
  await main(page).getByRole('button', { name: 'Register' }).click()
  await dialog(page, 'Registration successful!').getByRole('button', { name: 'Ok' }).click()
  await site.mails.take(email)
  await signIn(page, { email, password: 'Quiet-reading-1' })
  const resend = dialog(page, 'Email not confirmed')
  await expect(resend).toContainText(
    'Please confirm your email before logging in. Would you like to resend the confirmation email?',
  )
  await resend.getByRole('button', { name: 'Cancel' }).click()
  expect(site.mails.waiting(email)).toBe(0)
  await signIn(page, { email, password: 'Quiet-reading-1' })
  await resend.getByRole('button', { name: 'Resend' }).click()
  await expect(page.getByText('Confirmation email resent!')).toBeVisible()
  expect((await site.mails.take(email)).subject).toMatch(/confirm/i)
})

test('resending that fails says so', async ({ page, trouble }) => {
  trouble.expect(refused, broken)
  await page.route('**/api/auth/login', (route) =>
    route.fulfill({ status: 401, json: [{ code: 'EmailNotConfirmed', description: 'Not yet.' }] }),
  )
  await breakCall(page, 'auth/resend-confirm-email')
  await page.goto('/auth/login')
  await signIn(page, { email: newAddress(), password: 'x' })
  await dialog(page, 'Email not confirmed').getByRole('button', { name: 'Resend' }).click()
  await expect(page.getByText('Confirmation email resending failed')).toBeVisible()
})

test('the register form tells of every rule', async ({ page }) => {
  await page.goto('/auth/register')
  const submit = main(page).getByRole('button', { name: 'Register' })
  const email = page.getByLabel('Email')
  await email.fill('ada')
  await expect(page.getByText('Email not valid')).toBeVisible()
  await email.fill('')
  await expect(page.getByText('Email is required')).toBeVisible()
  await email.fill(`${'a'.repeat(65)}@example.org`)
  await expect(page.getByText('Email not valid')).toBeVisible()
  await email.fill('ada@example.org')
  await expect(page.getByText('Email OK')).toBeVisible()
  const password = page.getByLabel('Password', { exact: true })
  const met = page.getByRole('listitem').getByText(', met')
  for (const [typed, rules] of [
    ['a', 1],
    ['aB', 2],
    ['aB1', 3],
    ['aB1!', 4],
    ['aB1!xy', 5],
  ] as const) {
    await password.fill(typed)
    await expect(met).toHaveCount(rules)
  }
  const repeat = page.getByLabel('Repeat password')
  await repeat.fill('other')
  await expect(page.getByText('Passwords do not match')).toBeVisible()
  await page.getByLabel('Name').fill('Ada')
  await expect(submit).toBeDisabled()
  await repeat.fill('aB1!xy')
  await expect(submit).toBeEnabled()
})

test('registering that fails says why, or that it was unexpected', async ({ page, trouble }) => {
  trouble.expect(refused, broken)
  await page.goto('/auth/register')
  await fillRegistration(page)
  const submit = main(page).getByRole('button', { name: 'Register' })
  const failure = dialog(page, 'Registration failed')
  await breakCall(page, 'auth/register')
  await submit.click()
  await expect(failure).toContainText('Registration failed, unexpected error')
  await failure.getByRole('button', { name: 'Ok' }).click()
  await page.route('**/api/auth/register', (route) =>
    route.fulfill({
      status: 400,
      json: [
        { code: 'InvalidEmail', description: 'The first reason.' },
        { code: 'NameRequired', description: 'The last reason.' },
      ],
    }),
  )
  await submit.click()
  await expect(failure).toContainText('The last reason.')
})

for (const [path, title] of [
  ['/auth/confirm-email', 'Email confirmation failed'],
  ['/auth/confirm-change-email', 'Changing email confirmation failed'],
] as const) {
  test(`${path} without its parameters is not valid, and can fail`, async ({ page, trouble }) => {
    trouble.expect(broken)
    await page.goto(`${path}?userId=1`)
    await expect(page.getByText('Parameters not valid')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Confirm' })).toHaveCount(0)
    await breakCall(page, path.slice(1))
    await page.goto(`${path}?userId=1&newEmail=a@b.example&token=x`)
    await page.getByRole('button', { name: 'Confirm' }).click()
    await expect(dialog(page, title)).toContainText(`${title}, unexpected error`)
  })
}

test('a reset that fails says what to think of it', async ({ page, trouble }) => {
  trouble.expect(refused, broken)
  await page.goto(`/auth/forgot-password?email=ada@example.org&token=${'x'.repeat(43)}`)
  const password = page.getByLabel('New password', { exact: true })
  await password.fill('x')
  await password.fill('')
  await expect(page.getByText('New password is required')).toBeVisible()
  await password.fill('Louder-reading-2')
  const repeat = page.getByLabel('Repeat new password')
  await repeat.fill('x')
  await repeat.fill('')
  await expect(page.getByText('Repeat new password is required')).toBeVisible()
  await repeat.fill('Louder-reading-2')
  await page.getByRole('button', { name: 'Reset password' }).click()
  await expect(dialog(page, 'Password Reset error')).toContainText(
    'Unable to reset password. The link may have expired or the token is invalid.',
  )
  await breakCall(page, 'auth/forgot-password')
  await page.goto('/auth/forgot-password?email=ada@example.org')
  await page.getByRole('button', { name: 'Send reset link' }).click()
  await expect(dialog(page, 'Forgot password process error')).toContainText(
    'Unable to reset password. The email could not be processed',
  )
})

test('the dialogs of the profile say what went wrong', async ({ page, person, trouble }) => {
  trouble.expect(refused, broken)
  await openSignedIn(page, person, '/user-profile')
  const wrong = 'The password is wrong.'

  await page.getByRole('button', { name: 'Edit email' }).click()
  const email = dialog(page, 'Change email')
  await email.getByLabel('Password', { exact: true }).fill('Wrong-password-1')
  await email.getByLabel('New email').fill(newAddress())
  await email.getByRole('button', { name: 'Change email' }).click()
  await expect(email.getByRole('alert')).toHaveText(`Changing email failed${wrong}`)
  await email.getByRole('button', { name: 'Cancel' }).click()

  await page.getByRole('button', { name: 'Edit password' }).click()
  const password = dialog(page, 'Change password')
  await password.getByLabel('Current password').fill('Wrong-password-1')
  await password.getByLabel('New password', { exact: true }).fill('Louder-reading-2')
  await password.getByLabel('Repeat new password').fill('Louder')
  await expect(password.getByText('New passwords do not match')).toBeVisible()
  await password.getByLabel('Repeat new password').fill('Louder-reading-2')
  await password.getByRole('button', { name: 'Change password' }).click()
  await expect(password.getByRole('alert')).toHaveText(`Changing password failed${wrong}`)
  await page.keyboard.press('Escape')
  await expect(password).toHaveCount(0)

  await page.getByRole('button', { name: 'Delete account' }).click()
  const deletion = dialog(page, 'Delete account')
  await deletion.getByLabel('Password', { exact: true }).fill('Wrong-password-1')
  await deletion.getByRole('button', { name: 'Delete account' }).click()
  await expect(deletion.getByRole('alert')).toHaveText(`Deleting account failed${wrong}`)
  await breakCall(page, 'auth/delete-account')
  await deletion.getByRole('button', { name: 'Delete account' }).click()
  await expect(deletion.getByRole('alert')).toHaveText('Deleting account failed')
  await page.keyboard.press('Escape')

  await breakCall(page, 'users/profiles/me')
  await page.getByLabel('Name').fill('Grace')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(messages(page)).toContainText('Profile update error')
  await expect(main(page).getByRole('alert')).toContainText('Profile update error')
  await expect(page.getByLabel('Name')).toHaveValue('Grace')
  await breakCall(page, 'auth/revoke')
  await page.getByRole('button', { name: 'Log out from all devices' }).click()
  await expect(page.getByText('Log out from all devices error')).toBeVisible()
})

test('a profile that cannot be loaded is not found, under its own address', async ({
  page,
  person,
  trouble,
}) => {
  trouble.expect(broken, logged)
  await openSignedIn(page, person)
  await breakCall(page, 'users/profiles/me')
  await page.goto('/user-profile')
  await expect(page.getByRole('heading', { name: /Element not found/ })).toBeVisible()
  await expect(page).toHaveURL('/user-profile')
})

test('the last administrator cannot go', async ({ page, site, trouble }) => {
  trouble.expect(refused)
  await openSignedIn(page, site.admin, '/user-profile')
  await page.getByRole('button', { name: 'Delete account' }).click()
  const deletion = dialog(page, 'Delete account')
  await deletion.getByLabel('Password', { exact: true }).fill(site.admin.password)
  await deletion.getByRole('button', { name: 'Delete account' }).click()
  await expect(deletion.getByRole('alert')).toContainText('This is the only administrator.')
})
