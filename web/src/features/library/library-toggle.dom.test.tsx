import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { queryClient } from '../../lib/query-client.ts'
import { useToasts } from '../../ui/toast/toasts.ts'
import { forgetSession, useSession } from '../auth/index.ts'
import { LibraryToggle } from './library-toggle.tsx'
import type { Subject } from './membership.ts'
import { type Fate, LibraryServer } from './testing/library-server.ts'

const book: Subject = { kind: 'audio-book', id: 1 }
const episode: Subject = { kind: 'episode', id: 11, podcastId: 7 }
const podcast: Subject = { kind: 'podcast', id: 7 }

const addText = 'Add to My Library'
const removeText = 'Remove from My Library'

let server: LibraryServer
beforeEach(() => {
  server = new LibraryServer()
  server.install()
  localStorage.setItem('accessToken', 'a.b.c')
  useSession.setState({ signedIn: true, role: 'User' })
})
afterEach(() => {
  cleanup()
  act(() => forgetSession())
  queryClient.clear()
  useToasts.setState({ shown: [] })
  vi.unstubAllGlobals()
})

function show(...subjects: Subject[]): void {
  render(
    <QueryClientProvider client={queryClient}>
      {subjects.map((subject) => (
        <LibraryToggle key={subject.kind} subject={subject} />
      ))}
    </QueryClientProvider>,
  )
}

const button = (place = 0) => screen.getAllByRole<HTMLButtonElement>('button')[place] as HTMLButtonElement
const toasts = () =>
  useToasts.getState().shown.map(({ type, message, description }) => [type, message, description])
const untilLoaded = () => waitFor(() => expect(button().disabled).toBe(false))
const untilTold = (count = 1) => waitFor(() => expect(toasts()).toHaveLength(count))
const loads = () => server.asked.filter(({ method, path }) => method === 'GET' && path === '').length
/** The accessible name. */
const label = (place = 0) => button(place).ariaLabel ?? button(place).textContent

/** Changing requests wait until their fate is decided. */
function hold(): (fate: Fate) => void {
  let decide = (_: Fate) => {}
  const fate = new Promise<Fate>((resolve) => (decide = resolve))
  server.fateOf = ({ method }) => (method === 'GET' ? 'done' : fate)
  return decide
}

describe.each([
  { subject: book, item: { audioBookId: 1 }, all: '' },
  { subject: episode, item: { podcastId: 7, podcastEpisodeId: 11 }, all: '' },
  { subject: podcast, item: { podcastId: 7, podcastEpisodeId: 12 }, all: 'all ' },
])('$subject.kind', ({ subject, item, all }) => {
  test('is added at once, and what is so is loaded again', async () => {
    show(subject)
    await untilLoaded()
    const decide = hold()
    fireEvent.click(button())
    expect(label()).toContain(removeText)
    expect(toasts()).toEqual([])
    decide('done')
    await untilTold()
    expect(toasts()).toEqual([['success', `Added ${all}to My Library`, undefined]])
    await waitFor(() => expect(loads()).toBe(2))
    expect(label()).toContain(removeText)
    expect(server.entries).toHaveLength(subject.kind === 'podcast' ? 2 : 1)
  })

  test('is removed at once, and what is so is loaded again', async () => {
    server.add(item)
    if (subject.kind === 'podcast') server.followed.add(7)
    show(subject)
    await waitFor(() => expect(label()).toContain(removeText))
    const decide = hold()
    fireEvent.click(button())
    expect(label()).toContain(addText)
    decide('done')
    await untilTold()
    expect(toasts()).toEqual([['success', `Removed ${all}from My Library`, undefined]])
    await waitFor(() => expect(loads()).toBeGreaterThan(1))
    expect(label()).toContain(addText)
    expect(server.entries).toEqual([])
  })

  test.each([
    ['refused', 'Not today.'],
    ['unheard', undefined],
  ] as const)('rolls back what is %s', async (fate, description) => {
    show(subject)
    await untilLoaded()
    server.fateOf = ({ method }) => (method === 'GET' ? 'done' : fate)
    fireEvent.click(button())
    await untilTold()
    expect(toasts()).toEqual([['error', `Adding ${all}to My Library failed`, description]])
    expect(label()).toContain(addText)
    server.add(item)
    if (subject.kind === 'podcast') server.followed.add(7)
    await act(() => queryClient.refetchQueries())
    await waitFor(() => expect(label()).toContain(removeText))
    fireEvent.click(button())
    await untilTold(2)
    expect(toasts()[1]).toEqual(['error', `Removing ${all}from My Library failed`, description])
    expect(label()).toContain(removeText)
    expect(server.entries).toHaveLength(1)
  })
})

test('many clicks ask for what the last one wants, once the first is through', async () => {
  show(book)
  await untilLoaded()
  const decide = hold()
  for (let click = 0; click < 4; click += 1) fireEvent.click(button())
  expect(label()).toContain(addText)
  decide('done')
  await untilTold(2)
  expect(server.changes).toEqual(['POST ', 'DELETE /1'])
  expect(toasts().map(([, message]) => message)).toEqual(['Added to My Library', 'Removed from My Library'])
  expect(label()).toContain(addText)
})

test('an odd number of clicks asks once', async () => {
  show(book)
  await untilLoaded()
  const decide = hold()
  for (let click = 0; click < 3; click += 1) fireEvent.click(button())
  decide('done')
  await untilTold()
  await waitFor(() => expect(loads()).toBe(2))
  expect(server.changes).toEqual(['POST '])
  expect(label()).toContain(removeText)
})

test('a podcast is in the library by any of its episodes, from where they can be removed', async () => {
  show(podcast, episode)
  await untilLoaded()
  fireEvent.click(button(1))
  await untilTold()
  expect(screen.getAllByRole('button').map((_, place) => label(place))).toEqual([
    'Follow: Add to My Library',
    removeText,
    removeText,
  ])
  fireEvent.click(button(1))
  await untilTold(2)
  expect(server.entries).toEqual([])
  expect(screen.getAllByRole('button')).toHaveLength(2)
})

test('following a podcast adds its episodes, and taking it back removes those that have come since', async () => {
  show(podcast)
  await untilLoaded()
  fireEvent.click(button())
  expect(label()).toBe('Following: Remove from My Library')
  await untilTold()
  expect([server.entries.length, ...server.followed]).toEqual([2, 7])
  server.add({ podcastId: 7, podcastEpisodeId: 13 })
  fireEvent.click(button())
  await untilTold(2)
  expect([server.entries, server.followed.size]).toEqual([[], 0])
  expect(label()).toBe('Follow: Add to My Library')
})

test('a podcast of which one episode is there can be followed', async () => {
  server.add({ podcastId: 7, podcastEpisodeId: 11 })
  show(podcast)
  await untilLoaded()
  fireEvent.click(button())
  await untilTold()
  expect([server.entries.length, ...server.followed]).toEqual([2, 7])
})

test('what another tab has removed counts as removed', async () => {
  server.add({ audioBookId: 1 })
  show(book)
  await waitFor(() => expect(label()).toContain(removeText))
  server.entries = []
  fireEvent.click(button())
  await untilTold()
  expect(toasts()).toEqual([['success', 'Removed from My Library', undefined]])
})

test('of a podcast what another tab has left is removed', async () => {
  for (const podcastEpisodeId of [11, 12]) server.add({ podcastId: 7, podcastEpisodeId })
  show(podcast)
  await waitFor(() => expect(screen.getAllByRole('button')).toHaveLength(2))
  server.entries = server.entries.slice(1)
  fireEvent.click(button(1))
  await untilTold()
  expect(toasts()).toEqual([['success', 'Removed all from My Library', undefined]])
  expect(server.entries).toEqual([])
})

test('a very long podcast is added and removed by several calls', async () => {
  server.episodeIds = Array.from({ length: 2300 }, (_, id) => id + 1)
  show(podcast)
  await untilLoaded()
  fireEvent.click(button())
  await untilTold()
  expect(server.entries).toHaveLength(2300)
  const posted = server.asked.filter(({ method }) => method === 'POST')
  expect(posted.map(({ body }) => (body as unknown[]).length)).toEqual([1000, 1000, 300])
  fireEvent.click(button())
  await untilTold(2)
  expect(server.entries).toEqual([])
})

test('can be used although the library could not be loaded', async () => {
  const complaint = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  server.fateOf = ({ method }) => (method === 'GET' ? 'refused' : 'done')
  show(book)
  await waitFor(() => expect(button().disabled).toBe(false), { timeout: 3000 })
  fireEvent.click(button())
  await untilTold()
  expect(server.entries).toHaveLength(1)
  expect(complaint).toHaveBeenCalled()
})

test('says nothing any more to whoever has signed out meanwhile', async () => {
  show(book)
  await untilLoaded()
  const decide = hold()
  fireEvent.click(button())
  cleanup()
  act(() => forgetSession())
  decide('refused')
  await act(() => new Promise((resolve) => setTimeout(resolve)))
  expect(toasts()).toEqual([])
})
