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
const podcast: Subject = { kind: 'podcast', id: 7, episodeIds: [11, 12] }

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
const loads = () => server.asked.filter(({ method }) => method === 'GET').length

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
    expect(button().textContent).toBe(removeText)
    expect(toasts()).toEqual([])
    decide('done')
    await untilTold()
    expect(toasts()).toEqual([['success', `Added ${all}to My Library`, undefined]])
    await waitFor(() => expect(loads()).toBe(2))
    expect(button().textContent).toBe(removeText)
    expect(server.entries).toHaveLength(subject.kind === 'podcast' ? 2 : 1)
  })

  test('is removed at once, and what is so is loaded again', async () => {
    server.add(item)
    show(subject)
    await waitFor(() => expect(button().textContent).toBe(removeText))
    const decide = hold()
    fireEvent.click(button())
    expect(button().textContent).toBe(addText)
    decide('done')
    await untilTold()
    expect(toasts()).toEqual([['success', `Removed ${all}from My Library`, undefined]])
    await waitFor(() => expect(loads()).toBe(2))
    expect(button().textContent).toBe(addText)
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
    expect(button().textContent).toBe(addText)
    server.add(item)
    await act(() => queryClient.refetchQueries())
    await waitFor(() => expect(button().textContent).toBe(removeText))
    fireEvent.click(button())
    await untilTold(2)
    expect(toasts()[1]).toEqual(['error', `Removing ${all}from My Library failed`, description])
    expect(button().textContent).toBe(removeText)
    expect(server.entries).toHaveLength(1)
  })
})

test('many clicks ask for what the last one wants, once the first is through', async () => {
  show(book)
  await untilLoaded()
  const decide = hold()
  for (let click = 0; click < 4; click += 1) fireEvent.click(button())
  expect(button().textContent).toBe(addText)
  decide('done')
  await untilTold(2)
  expect(server.changes).toEqual(['POST ', 'DELETE /1'])
  expect(toasts().map(([, message]) => message)).toEqual(['Added to My Library', 'Removed from My Library'])
  expect(button().textContent).toBe(addText)
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
  expect(button().textContent).toBe(removeText)
})

test('a podcast is in the library by any of its episodes', async () => {
  show(podcast, episode)
  await untilLoaded()
  fireEvent.click(button(1))
  expect(button(0).textContent).toBe(removeText)
  await untilTold()
  fireEvent.click(button(0))
  expect(button(1).textContent).toBe(addText)
  await untilTold(2)
  expect(server.entries).toEqual([])
})

test('what another tab has removed counts as removed', async () => {
  server.add({ audioBookId: 1 })
  show(book)
  await waitFor(() => expect(button().textContent).toBe(removeText))
  server.entries = []
  fireEvent.click(button())
  await untilTold()
  expect(toasts()).toEqual([['success', 'Removed from My Library', undefined]])
})

test('of a podcast what another tab has left is removed', async () => {
  for (const podcastEpisodeId of [11, 12]) server.add({ podcastId: 7, podcastEpisodeId })
  show(podcast)
  await waitFor(() => expect(button().textContent).toBe(removeText))
  server.entries = server.entries.slice(1)
  fireEvent.click(button())
  await untilTold()
  expect(toasts()).toEqual([['success', 'Removed all from My Library', undefined]])
  expect(server.entries).toEqual([])
})

test('a very long podcast is added and removed by several calls', async () => {
  const episodeIds = Array.from({ length: 2300 }, (_, id) => id + 1)
  show({ ...podcast, episodeIds })
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
