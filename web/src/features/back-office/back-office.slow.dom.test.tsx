import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answers, ida, paths } from '../../testing/back-office-answers.ts'
import { type CallName, FakeServer } from '../../testing/fake-server.ts'
import { closeApp, openApp, press, toasts, type } from '../../testing/the-app.tsx'
import { followSession, useSession } from '../auth/index.ts'

/** The screens of the back office as a whole: what they are called, what they refuse, and who sees them. */

let server: FakeServer

beforeEach(() => {
  server = new FakeServer(answers)
})

afterEach(closeApp)

type Screen = keyof typeof paths

/** Failed loads are in the console, too. */
const quiet = () => vi.spyOn(console, 'error').mockImplementation(() => undefined)
const description = 'The tide is in.'

test.for<[Screen, CallName, string]>([
  ['book', 'GET /edit/audio-books/1', 'Get Audio Book failed'],
  ['podcast', 'GET /edit/podcasts/2/overview', 'Get Podcast failed'],
  ['episode', 'GET /edit/podcasts/2/episodes/4/overview', 'Get Podcast Episode failed'],
  ['creator', 'GET /creators/3', 'Get Creator failed'],
  ['series', 'GET /series/6', 'Get Series failed'],
  ['collection', 'GET /edit/collections/7', 'Get Collection failed'],
  ['user', `GET /users/${ida.id}`, 'Get User failed'],
])('%s: refused, %s says “%s” and shows the not-found page under its address', async ([name, call, said]) => {
  quiet()
  server.refuse(call, 404, { code: 'NotFound', description })
  const router = openApp(paths[name], 'Admin')
  await waitFor(() => expect(toasts()).toEqual([[`Error: ${said}`, description]]))
  const title = 'Element not found. Please try reloading the page or navigating to My Library.'
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeTruthy()
  expect(router.state.location.pathname).toBe(paths[name])
})

test.for<[string, CallName, string]>([
  ['Audio Books', 'GET /edit/audio-books/paged', 'Get Audio Books failed'],
  ['Podcasts', 'GET /edit/podcasts/paged', 'Get Podcasts failed'],
  ['Creators', 'GET /creators/paged', 'Get Creators failed'],
  ['Series', 'GET /series/paged', 'Get Series failed'],
  ['Collections', 'GET /edit/collections', 'Get Collections failed'],
  ['Users', 'GET /users/paged', 'Get Users failed'],
])('the table of %s: refused, %s says “%s”, and the others are there', async ([table, call, said]) => {
  quiet()
  server.refuse(call, 400, { code: 'InvalidQuery', description })
  openApp(paths.index, 'Admin')
  await waitFor(() => expect(toasts()).toEqual([[`Error: ${said}`, description]]))
  const section = within(screen.getByRole('region', { name: table }))
  expect(section.getByRole('alert').textContent).toBe(said)
  expect(section.getByRole('button', { name: 'Reload' })).toBeTruthy()
  expect(screen.getAllByRole('rowheader').length).toBeGreaterThan(2)
})

test.for<[Screen, string, string[]]>([
  ['index', 'Edit - Only for pros', []],
  ['newBook', 'New Audio Book', ['Edit', 'New Audio Book']],
  ['book', 'Salt', ['Edit', 'Salt']],
  ['newPodcast', 'New Podcast', ['Edit', 'New Podcast']],
  ['podcast', 'Signals', ['Edit', 'Signals']],
  ['newEpisode', 'New Episode', ['Edit', 'Signals', 'New Episode']],
  ['episode', 'Fog', ['Edit', 'Signals', 'Fog']],
  ['newSeries', 'New Series', ['Edit', 'New Series']],
  ['series', 'Tides', ['Edit', 'Tides']],
  ['newCollection', 'New Collection', ['Edit', 'New Collection']],
  ['collection', 'Winter', ['Edit', 'Winter']],
])('%s is headed “%s”, at its place', async ([name, heading, places]) => {
  openApp(paths[name], 'Admin')
  expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeTruthy()
  const breadcrumb = screen.queryByRole('navigation', { name: 'Breadcrumb' })
  const shown = breadcrumb && within(breadcrumb).getAllByRole('listitem')
  expect(shown?.map(({ textContent }) => textContent) ?? []).toEqual(places)
})

test.for<[Screen, string, string, string, string]>([
  ['book', 'Name', 'Salt', ' ', 'Name is required'],
  ['podcast', 'Name', 'Signals', '', 'Name is required'],
  ['episode', 'Name', 'Fog', '', 'Name is required'],
  ['episode', 'Number', '1', '', 'Number is required'],
  ['creator', 'Nickname', 'Inés', '', 'Nickname is required'],
  ['series', 'Name', 'Tides', ' ', 'Name is required'],
  ['collection', 'Name', 'Winter', '', 'Name is required'],
  ['collection', 'Place', '0', '1.5', 'Place has to be a whole number from 0 to 1000000'],
  ['user', 'Name', 'Ida', '', 'Name is required'],
  ['user', 'Email', ida.email, '', 'Email is required'],
  ['user', 'Email', ida.email, '  ', 'Email is required'],
  ['user', 'Email', ida.email, 'ida@', 'Email not valid'],
])(
  '%s: %s “%s” changed to “%s” says “%s”, and cannot be saved',
  async ([name, label, right, wrong, said]) => {
    openApp(paths[name], 'Admin')
    expect((await screen.findByLabelText<HTMLInputElement>(label)).value).toBe(right)
    await type(label, wrong)
    expect(await screen.findByText(said)).toBeTruthy()
    const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Save' })
    expect(save.disabled).toBe(true)
    await type(label, right)
    await waitFor(() => expect([save.disabled, screen.queryByText(said)]).toEqual([false, null]))
  },
)

test('a new password follows the rules, or there is none', async () => {
  openApp(paths.user, 'Admin')
  await type('New password', 'short')
  const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Save' })
  await waitFor(() => expect(save.disabled).toBe(true))
  for (const right of ['Quiet-reading-1', '']) {
    await type('New password', right)
    await waitFor(() => expect(save.disabled).toBe(false))
  }
})

test.for<[Screen, string, CallName, string, number, string]>([
  ['newEpisode', 'Number', 'POST /podcasts/2/episodes', 'DuplicateNumber', 409, 'number'],
  ['newBook', 'Name', 'POST /audio-books', 'NameRequired', 400, 'name'],
  ['newCreator', 'Nickname', 'POST /creators', 'NicknameRequired', 400, 'nickname'],
  ['newSeries', 'Name', 'POST /series', 'DuplicateName', 409, 'name'],
  ['newCollection', 'Place', 'POST /collections', 'InvalidBody', 400, 'place'],
  ['user', 'Email', `PUT /users/${ida.id}`, 'DuplicateEmail', 409, 'email'],
  ['user', 'Name', `PUT /users/${ida.id}`, 'NameRequired', 400, 'name'],
  ['user', 'New password', `PUT /users/${ida.id}`, 'PasswordRequiresDigit', 400, 'newPassword'],
])(
  '%s: what the server has against %s stands there, and has the focus',
  async ([name, label, call, code, status, field]) => {
    server.refuse(call, status, { code, description, field })
    openApp(paths[name], 'Admin')
    await screen.findByRole('button', { name: 'Save' })
    for (const required of ['Name', 'Nickname'])
      if (screen.queryByLabelText(required)) await type(required, 'Inés')
    if (label === 'New password') await type(label, 'Quiet-reading-1')
    const input = screen.getByLabelText(label)
    await press('Save')
    await waitFor(() => expect(document.activeElement).toBe(input))
    expect(input.getAttribute('aria-invalid')).toBe('true')
    const about = input.getAttribute('aria-describedby')?.split(' ') ?? []
    expect(about.map((id) => document.getElementById(id)?.textContent)).toContain(description)
  },
)

test('a lost session is said once, and leads to signing in', async () => {
  const router = openApp(paths.creator, 'Editor')
  followSession(router)
  localStorage.setItem('refreshToken', 'gone')
  server.refuse('PUT /creators/3', 401, { code: 'Unauthorized', description })
  server.refuse('POST /auth/refresh', 401, { code: 'InvalidRefreshToken', description })
  await type('Nickname', 'Inés Q.')
  await press('Save')
  await waitFor(() => expect(router.state.location.pathname).toBe('/auth/login'))
  expect(toasts()).toEqual([['Error: Session expired. Please log in again.']])
  expect(screen.queryByRole('dialog')).toBeNull()
})

const isChanged = () => screen.findByText('1 change')

function signedInAs(person: string) {
  useSession.setState({ signedIn: true, role: 'Editor', person })
}

test.for([
  ['newBook', 'Name'],
  ['book', 'Name'],
  ['newCreator', 'Nickname'],
  ['creator', 'Nickname'],
] as const)(
  '%s: what was typed is there again after a lost session, for who typed it',
  async ([name, label]) => {
    const router = openApp(paths[name], 'Editor')
    signedInAs('7')
    await type(label, 'Inés Q.')
    await isChanged()
    useSession.setState({ signedIn: false, role: null, person: '' })
    for (const [person, value] of [
      ['8', expect.not.stringContaining('Q.')],
      ['7', 'Inés Q.'],
    ] as const) {
      await router.navigate({ href: '/auth/forgot-password', ignoreBlocker: true })
      await waitFor(() => expect(screen.queryByLabelText(label)).toBeNull())
      signedInAs(person)
      await router.navigate({ href: paths[name] })
      const field = await screen.findByLabelText<HTMLInputElement>(label)
      await waitFor(() => expect(field.value).toEqual(value))
    }
    expect(toasts()).toEqual([['What you had typed is here again. It is not saved yet.']])
    await isChanged()
  },
)

test('an editor sees all but the users, and is not let to them', async () => {
  const router = openApp(paths.index, 'Editor')
  expect(await screen.findByRole('region', { name: 'Creators' })).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'Users' })).toBeNull()
  expect(screen.queryByRole('link', { name: /user/i })).toBeNull()
  for (const path of [paths.newUser, paths.user]) {
    await router.navigate({ href: path })
    await waitFor(() => expect(router.state.location.pathname).toBe('/forbidden'))
  }
  expect(server.heard.filter((call) => call.includes('/users'))).toEqual([])
})
