import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { choosing, confirming, picking, saving } from '../../testing/back-office-actions.tsx'
import { answers, ida, paths } from '../../testing/back-office-answers.ts'
import { type CallName, FakeServer } from '../../testing/fake-server.ts'
import { closeApp, openApp, press, toasts, type } from '../../testing/the-app.tsx'

/** The back office while a response is outstanding. */

let server: FakeServer

beforeEach(() => {
  server = new FakeServer(answers)
})

afterEach(closeApp)

type Screen = keyof typeof paths

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
const isDeleteDisabled = () =>
  screen.getByRole('menuitem', { name: 'Delete', hidden: true }).ariaDisabled === 'true'
const heard = (call: CallName) => waitFor(() => expect(server.heard).toContain(call))

const deletions: [Screen, string, CallName, string][] = [
  ['book', 'Salt', 'DELETE /audio-books/1', 'Audio Book'],
  ['podcast', 'Signals', 'DELETE /podcasts/2', 'Podcast'],
  ['episode', 'Fog', 'DELETE /podcasts/2/episodes/4', 'Podcast Episode'],
  ['creator', 'Inés', 'DELETE /creators/3', 'Creator'],
  ['user', 'Ida', `DELETE /users/${ida.id}`, 'User'],
]

test.for(deletions)('%s: nobody is called back when it is deleted', async ([name, record, call, noun]) => {
  const answer = server.hold(call)
  const router = openApp(paths[name], 'Admin')
  await choosing('Delete', `Delete ${noun}`, `Are you sure ${record}?`)()
  await heard(call)
  await router.navigate({ href: '/auth/forgot-password' })
  answer()
  await waitFor(() => expect(toasts()).toEqual([[`${noun} deleted`]]))
  expect(router.latestLocation.pathname).toBe('/auth/forgot-password')
})

test.for(deletions)('%s: it is deleted once, and not saved meanwhile', async ([name, record, call, noun]) => {
  const answer = server.hold(call)
  server.refuse(call, 400, { code: 'InvalidBody', description: 'The tide is in.' })
  openApp(paths[name], 'Admin')
  await waitFor(() => expect(button('Save').disabled).toBe(false))
  await choosing('Delete', `Delete ${noun}`, `Are you sure ${record}?`)()
  await waitFor(() => expect([isDeleteDisabled(), button('Save').disabled]).toEqual([true, true]))
  answer()
  await waitFor(() => expect([isDeleteDisabled(), button('Save').disabled]).toEqual([false, false]))
})

test('an episode of the table is deleted once', async () => {
  const call = 'DELETE /podcasts/2/episodes/4'
  const answer = server.hold(call)
  server.refuse(call, 400, { code: 'InvalidBody', description: 'The tide is in.' })
  openApp(paths.podcast, 'Admin')
  await confirming('Delete Fog', 'Delete Podcast Episode', 'Are you sure Fog?')()
  await waitFor(() => expect(button('Delete Fog').disabled).toBe(true))
  answer()
  await waitFor(() => expect(button('Delete Fog').disabled).toBe(false))
})

test.for<[Screen, string, CallName, string]>([
  ['newBook', 'Name', 'POST /audio-books', 'Audio Book created'],
  ['newPodcast', 'Name', 'POST /podcasts', 'Podcast created'],
  ['newEpisode', 'Name', 'POST /podcasts/2/episodes', 'Podcast Episode created'],
  ['newCreator', 'Nickname', 'POST /creators', 'Creator created'],
  ['newUser', 'Name', 'POST /users', 'User created'],
])('%s: nobody is called back when it is created', async ([name, label, call, said]) => {
  const answer = server.hold(call)
  const router = openApp(paths[name], 'Admin')
  await type(label, 'Inés')
  if (name === 'newUser') await type('Email', ida.email)
  await press('Save')
  await heard(call)
  await router.navigate({ href: '/auth/forgot-password', ignoreBlocker: true })
  answer()
  await waitFor(() => expect(toasts()).toContainEqual([said]))
  expect(router.latestLocation.pathname).toBe('/auth/forgot-password')
})

const description = 'The tide is in.'

test.for<[Screen, string, CallName, () => Promise<void>, string[]]>([
  ['book', 'Audio Book', 'GET /edit/audio-books/1', saving('Name', 'Salt'), ['Audio Book updated']],
  ['podcast', 'Podcast', 'GET /edit/podcasts/2', saving('Name', 'Signals'), ['Podcast updated']],
  [
    'episode',
    'Podcast Episode',
    'GET /edit/podcasts/2/episodes/4',
    saving('Name', 'Fog'),
    ['Podcast Episode updated'],
  ],
  ['book', 'Audio Book', 'GET /edit/audio-books/1', picking('Add Reader', /^Gull/), []],
])(
  '%s: what is saved and cannot be loaded again stays, and both is said',
  async ([name, noun, call, act, said]) => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const router = openApp(paths[name], 'Admin')
    await screen.findByLabelText('Name')
    server.refuse(call, 400, { code: 'InvalidBody', description })
    await act()
    await waitFor(() =>
      expect(toasts()).toEqual([...said.map((one) => [one]), [`Error: Get ${noun} failed`, description]]),
    )
    await waitFor(() => expect(button('Save').disabled).toBe(false))
    expect(router.state.location.pathname).toBe(paths[name])
  },
)

const emptying = confirming('Delete Salt', 'Delete Audio Book', 'Are you sure Salt?')

test('a page of a table that is emptied gives way, and leaves the other tables as they are by then', async () => {
  const answer = server.hold('DELETE /audio-books/1')
  const router = openApp('/edit?audioBooksPage=2', 'Admin')
  await emptying()
  await heard('DELETE /audio-books/1')
  await router.navigate({ href: '/edit?audioBooksPage=2&podcastsSearch=sig' })
  answer()
  await waitFor(() => expect(router.latestLocation.search).toEqual({ podcastsSearch: 'sig' }))
})

test.for(['/edit?audioBooksSearch=salt', '/auth/forgot-password'])(
  'whoever went from it to %s meanwhile stays there',
  async (href) => {
    const answer = server.hold('DELETE /audio-books/1')
    const router = openApp('/edit?audioBooksPage=2', 'Admin')
    await emptying()
    await heard('DELETE /audio-books/1')
    await router.navigate({ href })
    answer()
    await waitFor(() => expect(toasts()).toEqual([['Audio Book deleted']]))
    expect(router.latestLocation.href).toBe(href)
  },
)

test.for<[Screen, string, CallName]>([
  ['creator', 'Nickname', 'PUT /creators/3'],
  ['user', 'Name', `PUT /users/${ida.id}`],
])('%s: nothing can be typed that the answer would take away', async ([name, label, call]) => {
  const answer = server.hold(call)
  openApp(paths[name], 'Admin')
  await type(label, 'Nobody')
  await press('Save')
  await heard(call)
  const inputs = [
    ...document.querySelectorAll<HTMLInputElement | HTMLSelectElement>('main form :is(input, select)'),
  ]
  const isClosed = (input: (typeof inputs)[number]) =>
    input.disabled || ('readOnly' in input && input.readOnly)
  await waitFor(() => expect(inputs.filter((input) => !isClosed(input))).toEqual([]))
  answer()
  await waitFor(() => expect(inputs.filter(isClosed)).toEqual([]))
})

test('what cannot be a user’s id is not found, without asking', async () => {
  openApp('/edit/users/paged', 'Admin')
  const title = 'Element not found. Please try reloading the page or navigating to My Library.'
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeTruthy()
  expect(server.heard).toEqual([])
})
