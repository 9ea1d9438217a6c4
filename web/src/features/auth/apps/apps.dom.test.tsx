import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ida } from '../../../testing/back-office-answers.ts'
import { FakeServer } from '../../../testing/fake-server.ts'
import { closeApp, openApp, press, type } from '../../../testing/the-app.tsx'

const pixel = { id: 'd1', name: 'Pixel', createdAt: '2026-01-01T00:00:00.000Z', lastSeenAt: null }
let devices: object[]
let server: FakeServer

beforeEach(() => {
  devices = []
  server = new FakeServer({
    'GET /users/profiles/me': ida,
    'GET /devices/me': devices,
    'POST /devices/me': { ...pixel, password: 'abcde-fghij-klmno-pqrst' },
    'GET /connect/t1': { app: 'AntennaPod', expiresAt: '2026-01-01T00:05:00.000Z' },
  })
})

afterEach(closeApp)

test('an app is connected by a password that is shown once', async () => {
  openApp('/user-profile', 'User')
  await screen.findByText('No app is connected yet.')
  await press('Connect an app')
  await type('Name of the app', 'Pixel')
  devices.push(pixel)
  await press('Connect')
  const card = await screen.findByRole('group', { name: 'Pixel signs in with' })
  const shown = within(card)
  for (const text of [`${window.location.host}/gpodder`, ida.email, 'abcde-fghij-klmno-pqrst'])
    expect(shown.getByText(text)).toBeDefined()
  await screen.findByText('Not seen yet')
  await press('Done')
  expect(screen.queryByText('abcde-fghij-klmno-pqrst')).toBeNull()
})

test('an app is removed once that is confirmed', async () => {
  devices.push(pixel)
  openApp('/user-profile', 'User')
  await press('Remove Pixel')
  await screen.findByText('Are you sure Pixel?')
  devices.pop()
  await press('Remove')
  await screen.findByText('No app is connected yet.')
  expect(server.heard).toContain('DELETE /devices/me/d1')
})

test.each([
  ['Allow', 'AntennaPod is connected. You can close this page.'],
  ['Not now', 'AntennaPod was not connected.'],
])('the page that an app opens answers it by %s', async (button, text) => {
  openApp('/connect/t1', 'User')
  await screen.findByText('Allow AntennaPod to see and change what you listen to?')
  await press(button)
  await screen.findByText(text)
  expect(server.heard).toContain('POST /connect/t1')
})

test('a request that is over says so', async () => {
  server.refuse('GET /connect/t2', 404, { code: 'NotFound', description: 'There is nothing here.' })
  openApp('/connect/t2', 'User')
  expect(await screen.findByText(/older than five minutes/)).toBeDefined()
})

test('an app that cannot be connected leaves the dialog open with the reason', async () => {
  const description = 'An account has at most 20 connected apps.'
  server.refuse('POST /devices/me', 409, { code: 'TooManyDevices', description })
  openApp('/user-profile', 'User')
  await press('Connect an app')
  await type('Name of the app', 'Pixel')
  await press('Connect')
  await screen.findByText(description)
  await waitFor(() => expect(screen.getByRole('dialog')).toBeDefined())
  vi.restoreAllMocks()
})
