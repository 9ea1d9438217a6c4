import { hold } from './fixtures.ts'
import { dialog } from './page-parts.ts'
import { expect, newAddress, openSignedIn, signIn, test } from './people.ts'
import { broken, refused } from './trouble.ts'

/** What people do while a form of theirs is on its way, and where the focus is after that. */

test('a sign-in that ends elsewhere signs in there, and calls nobody back', async ({ page, person }) => {
  const answer = await hold(page, '**/api/auth/login')
  await page.goto('/auth/login')
  await signIn(page, person)
  await page.getByRole('banner').getByRole('link', { name: 'Podcasts' }).click()
  await expect(page).toHaveURL('/podcasts')
  answer()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Profile' })).toBeVisible()
  await expect(page).toHaveURL('/podcasts')
})

test('a dialog at work survives every Escape, and says how it ended', async ({ page, person, trouble }) => {
  trouble.expect(refused)
  await openSignedIn(page, person, '/user-profile')
  const answer = await hold(page, '**/api/auth/change-email')
  await page.getByRole('button', { name: 'Edit email' }).click()
  const form = dialog(page, 'Change email')
  await form.getByLabel('New email').fill(newAddress())
  await form.getByLabel('Password', { exact: true }).fill('Wrong-password-1')
  await page.keyboard.press('Enter')
  await expect(form.getByRole('button', { name: 'Cancel' })).toBeDisabled()
  for (let press = 0; press < 3; press += 1) await page.keyboard.press('Escape')
  answer()
  await expect(form.getByRole('alert')).toContainText('Changing email failed')
  await page.keyboard.press('Escape')
  await expect(form).toHaveCount(0)
  await page.getByRole('button', { name: 'Edit password' }).click()
  await expect(dialog(page, 'Change password')).toBeVisible()
})

test('what ends after one went elsewhere shows no dialog there', async ({ page }) => {
  const answer = await hold(page, '**/api/auth/forgot-password')
  await page.goto('/auth/forgot-password?email=ada@example.org')
  await page.getByRole('button', { name: 'Send reset link' }).click()
  await page.getByRole('banner').getByRole('link', { name: 'Audio Books' }).click()
  await expect(page).toHaveURL('/audio-books')
  const answered = page.waitForResponse('**/api/auth/forgot-password')
  answer()
  await (await answered).finished()
  // The code of dialogs is loaded when it is needed.
  await page.waitForLoadState('networkidle')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL('/audio-books')
})

test('the focus stays in a form that was sent by its button', async ({ page, person, trouble }) => {
  trouble.expect(broken)
  await openSignedIn(page, person, '/user-profile')
  await page.getByLabel('Name').fill('Grace Hopper')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await expect(page.getByText('Profile updated')).toBeVisible()
  await expect(page.getByLabel('Name')).toBeFocused()
  await page.route('**/api/auth/confirm-email', (route) => route.fulfill({ status: 500, body: '' }))
  await page.goto('/auth/confirm-email?userId=1&token=x')
  const confirm = page.getByRole('button', { name: 'Confirm' })
  await expect(confirm).toBeEnabled()
  await confirm.press('Space')
  await dialog(page, 'Email confirmation failed').getByRole('button', { name: 'Ok' }).press('Enter')
  await expect(confirm).toBeFocused()
})
