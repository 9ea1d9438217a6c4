import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ida } from '../../../testing/back-office-answers.ts'
import { FakeServer } from '../../../testing/fake-server.ts'
import { closeApp, openApp, press, type } from '../../../testing/the-app.tsx'
import { sayFarewells } from '../../../lib/session-news.ts'
import { useSession } from '../stored-session.ts'

const path = '/user-profile'
let profile = ida
let server: FakeServer

beforeEach(() => {
  profile = { ...ida }
  server = new FakeServer({
    'GET /users/profiles/me': profile,
    'PUT /users/profiles/me': profile,
    'GET /devices/me': [],
  })
})

afterEach(closeApp)

const name = () => screen.findByLabelText<HTMLInputElement>('Name')

test('the profile is shown as it is now, whatever was known of it before', async () => {
  const router = openApp(path, 'User')
  expect((await name()).value).toBe('Ida')
  await router.navigate({ href: '/auth/forgot-password' })
  await waitFor(() => expect(screen.queryByLabelText('Name')).toBeNull())
  profile.name = 'Ida Q.'
  await router.navigate({ href: path })
  expect((await name()).value).toBe('Ida Q.')
})

test('nothing can be typed that the answer to a save would take away', async () => {
  const answer = server.hold('PUT /users/profiles/me')
  openApp(path, 'User')
  await type('Name', 'Nobody')
  await press('Save')
  const input = await name()
  await waitFor(() => expect(input.readOnly).toBe(true))
  answer()
  await waitFor(() => expect([input.readOnly, input.value]).toEqual([false, 'Ida']))
})

const canSave = () =>
  waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(false))

test('a name that was typed is there again after a lost session, but not after signing out', async () => {
  const router = openApp(path, 'User')
  for (const [lose, value] of [
    [() => Promise.resolve(), 'Ida Q.'],
    [sayFarewells, 'Ida'],
  ] as const) {
    useSession.setState({ signedIn: true, role: 'User', person: '7' })
    await type('Name', 'Ida Q.')
    await canSave()
    await lose()
    useSession.setState({ signedIn: false, role: null, person: '' })
    await router.navigate({ href: '/auth/forgot-password' })
    await waitFor(() => expect(screen.queryByLabelText('Name')).toBeNull())
    useSession.setState({ signedIn: true, role: 'User', person: '7' })
    await router.navigate({ href: path })
    const input = await name()
    await waitFor(() => expect(input.value).toBe(value))
  }
})

test.for([/^Edit ?email/, /^Edit ?password/, 'Delete account'])(
  'the dialog of %s goes with the session',
  async (action) => {
    openApp(path, 'User')
    await press(action)
    await screen.findByRole('dialog')
    useSession.setState({ signedIn: false, role: null })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  },
)
