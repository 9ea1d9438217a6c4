import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ChangePasswordDialog } from './account-dialogs.tsx'

const close = vi.fn<(done?: true) => void>()
const fetched = vi.fn<typeof fetch>()

beforeEach(() => {
  close.mockReset()
  fetched.mockReset()
  vi.stubGlobal('fetch', fetched)
  render(<ChangePasswordDialog email="marta@example.org" close={close} />)
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const submitButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Change password' })

async function fillIn() {
  fireEvent.change(field('Current password'), { target: { value: 'Old-1!' } })
  fireEvent.change(field('New password'), { target: { value: 'Abcdef1!' } })
  fireEvent.change(field('Repeat new password'), { target: { value: 'Abcdef1!' } })
  await waitFor(() => expect(submitButton().disabled).toBe(false))
}

test('says in the specified words how the new password is coming along', async () => {
  expect(submitButton().disabled).toBe(true)
  fireEvent.change(field('New password'), { target: { value: 'Abcdef1!' } })
  expect(await screen.findByText('New password OK')).toBeTruthy()
  expect(await screen.findByText('Now repeat the new password...')).toBeTruthy()
  fireEvent.change(field('Repeat new password'), { target: { value: 'Abc' } })
  expect(await screen.findByText('New passwords do not match')).toBeTruthy()
  fireEvent.change(field('Repeat new password'), { target: { value: '' } })
  expect(await screen.findByText('Repeat new password is required')).toBeTruthy()
  fireEvent.change(field('Repeat new password'), { target: { value: 'Abcdef1!' } })
  expect(await screen.findByText('New password repeat OK')).toBeTruthy()
})

test('tells password managers whose password it is', () => {
  const managed = [...document.querySelectorAll('input')].map((input) => [input.autocomplete, input.value])
  expect(managed).toEqual([
    ['username', 'marta@example.org'],
    ['current-password', ''],
    ['new-password', ''],
    ['new-password', ''],
  ])
})

test('closes with true once the server has taken the new password', async () => {
  fetched.mockResolvedValue(new Response(null, { status: 204 }))
  await fillIn()
  fireEvent.click(submitButton())
  await waitFor(() => expect(close).toHaveBeenCalledExactlyOnceWith(true))
  expect(JSON.parse(fetched.mock.calls[0]?.[1]?.body as string)).toEqual({
    currentPassword: 'Old-1!',
    newPassword: 'Abcdef1!',
  })
})

test('a refusal is said in the dialog, which keeps what was typed', async () => {
  const items = [{ code: 'PasswordMismatch', description: 'That is not your password.' }]
  fetched.mockResolvedValue(Response.json(items, { status: 400 }))
  await fillIn()
  fireEvent.click(submitButton())
  const alert = await screen.findByText('Changing password failed', { exact: false })
  expect(alert.textContent).toBe('Changing password failedThat is not your password.')
  expect(field('New password').value).toBe('Abcdef1!')
  expect(document.activeElement).toBe(field('Current password'))
  expect(close).not.toHaveBeenCalled()
})

test('it cannot be left while it is at work', async () => {
  let answer = (_: Response) => {}
  fetched.mockImplementation(() => new Promise((resolve) => (answer = resolve)))
  await fillIn()
  fireEvent.click(submitButton())
  await waitFor(() => expect(submitButton().disabled).toBe(true))
  fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }))
  expect(close).not.toHaveBeenCalled()
  answer(new Response(null, { status: 204 }))
  await waitFor(() => expect(close).toHaveBeenCalledExactlyOnceWith(true))
})
