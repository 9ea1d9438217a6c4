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
  ['series', 'Tides', 'DELETE /series/6', 'Series'],
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

const creations: [Screen, Screen, CallName, CallName, string][] = [
  ['newBook', 'book', 'POST /audio-books', 'GET /edit/audio-books/1', 'Audio Book created'],
  ['newPodcast', 'podcast', 'POST /podcasts', 'GET /edit/podcasts/2/overview', 'Podcast created'],
  [
    'newEpisode',
    'episode',
    'POST /podcasts/2/episodes',
    'GET /edit/podcasts/2/episodes/4/overview',
    'Podcast Episode created',
  ],
  ['newCreator', 'creator', 'POST /creators', 'GET /creators/3', 'Creator created'],
  ['newSeries', 'series', 'POST /series', 'GET /series/6', 'Series created'],
  ['newUser', 'user', 'POST /users', `GET /users/${ida.id}`, 'User created'],
]

async function create(name: Screen) {
  const router = openApp(paths[name], 'Admin')
  await type(name === 'newCreator' ? 'Nickname' : 'Name', 'Inés')
  if (name === 'newUser') await type('Email', ida.email)
  await press('Save')
  return router
}

test.for(creations)('%s: nobody is called back when it is created', async ([name, , call, , said]) => {
  const answer = server.hold(call)
  const router = await create(name)
  await heard(call)
  await router.navigate({ href: '/auth/forgot-password', ignoreBlocker: true })
  answer()
  await waitFor(() => expect(toasts()).toContainEqual([said]))
  expect(router.latestLocation.pathname).toBe('/auth/forgot-password')
})

test.for(creations)('%s: once created, it is left without a question', async ([name, page, , call]) => {
  const answer = server.hold(call)
  const router = await create(name)
  await waitFor(() => expect(router.latestLocation.pathname).toBe(paths[page]))
  await router.navigate({ href: '/auth/forgot-password' })
  expect(router.latestLocation.pathname).toBe('/auth/forgot-password')
  answer()
})

const description = 'The tide is in.'

test('a new record whose people are refused keeps them, and is not made twice', async () => {
  const call = 'PUT /audio-books/1/credits'
  server.refuse(call, 400, { code: 'UnknownItem', description })
  const router = openApp(paths.newBook, 'Admin')
  await type('Name', 'Salt')
  await picking('Add Reader', /^Gull/)()
  await press('Save')
  await waitFor(() => expect(toasts().flat()).toContain(description))
  expect(router.latestLocation.pathname).toBe(paths.newBook)
  expect(screen.getByLabelText<HTMLSelectElement>('Role of Gull').value).toBe('Reader')
  server.allow(call)
  await press('Save')
  await waitFor(() => expect(router.latestLocation.pathname).toBe(paths.book))
  expect(server.heard.filter((heard) => heard === 'POST /audio-books')).toHaveLength(1)
})

test.for<[Screen, string, CallName, () => Promise<void>, string[]]>([
  ['book', 'Audio Book', 'GET /edit/audio-books/1', saving('Name', 'Salt'), ['Audio Book updated']],
  ['podcast', 'Podcast', 'GET /edit/podcasts/2/overview', saving('Name', 'Signals'), ['Podcast updated']],
  [
    'episode',
    'Podcast Episode',
    'GET /edit/podcasts/2/episodes/4/overview',
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
  ['series', 'Name', 'PUT /series/6'],
  ['collection', 'Name', 'PUT /collections/7'],
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
