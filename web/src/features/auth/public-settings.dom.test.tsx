import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { firstData } from '../../lib/request.ts'
import { FakeServer } from '../../testing/fake-server.ts'
import { closeApp, openApp } from '../../testing/the-app.tsx'

let server: FakeServer

beforeEach(() => {
  server = new FakeServer({})
})

afterEach(() => {
  closeApp()
  delete firstData.registration
  delete firstData.access
})

const heading = (name: string) => screen.findByRole('heading', { level: 1, name })
const field = () => screen.queryByLabelText('Email')

test('where registration is closed its page says so, and no link leads there', async () => {
  firstData.registration = 'closed'
  const router = openApp('/auth/register?invitation=x', null)
  await heading('Registration is closed')
  expect(field()).toBeNull()
  await router.navigate({ to: '/auth/login' })
  await heading('Sign in')
  expect(screen.queryByText('This library is for its members.')).toBeNull()
  expect(screen.queryByRole('link', { name: 'Create an account' })).toBeNull()
})

test('where one registers by invitation, only the link of one shows the form', async () => {
  firstData.registration = 'invitation'
  const router = openApp('/auth/register', null)
  await heading('By invitation only')
  expect(field()).toBeNull()
  await router.navigate({ to: '/auth/register', search: { invitation: 'x' } })
  await heading('Create an account')
  expect(field()).not.toBeNull()
})

test.each(['/', '/audio-books/7', '/search?search=fog', '/nowhere'])(
  'in a members’ library %s leads a visitor to signing in, which says why, and asks for nothing',
  async (address) => {
    firstData.access = 'members'
    const router = openApp(address, null)
    await waitFor(() => expect(router.latestLocation.pathname).toBe('/auth/login'))
    expect(router.latestLocation.search).toEqual({ returnTo: address })
    await heading('Sign in or create an account')
    expect(screen.queryByText('This library is for its members.')).not.toBeNull()
    expect(server.heard).toEqual([])
  },
)

test.each(['/auth/forgot-password', '/auth/register', '/auth/confirm-email?userId=a&token=b'])(
  'in a members’ library a visitor may open %s',
  async (address) => {
    firstData.access = 'members'
    const router = openApp(address, null)
    await screen.findByRole('heading', { level: 1 })
    expect(router.latestLocation.href).toBe(address)
  },
)
