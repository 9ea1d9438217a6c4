import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../../lib/query-client.ts'
import { FakeServer } from '../../../testing/fake-server.ts'
import { player } from '../player.ts'
import { chaptersFrom, newTrack } from '../reducer/testing/tracks.ts'
import { writePosition } from '../positions/store.ts'
import { RecordChapters } from './record-chapters.tsx'

const track = newTrack('a')
const read = `GET /audio-books/${track.recording.id}/chapters` as const
const answer = { version: 0, source: 'Embedded', chapters: chaptersFrom([0, 20, 40]) }

afterEach(() => {
  cleanup()
  player.send({ type: 'clear' })
  queryClient.clear()
  localStorage.clear()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

function renderChapters(): void {
  render(
    <QueryClientProvider client={queryClient}>
      <RecordChapters track={track} count={3} />
    </QueryClientProvider>,
  )
}

function writePlace(position: number): void {
  writePosition({
    recording: track.recording,
    position,
    durationSeconds: 60,
    finished: false,
    at: 1,
    track,
    base: 0,
    playbackRate: null,
    change: 0,
    sent: 0,
    theirs: null,
    joining: false,
  })
}

/** Thirty chapters of 2 s, unfolded in the seventh. */
function renderThirty(): void {
  const starts = Array.from({ length: 30 }, (_, index) => index * 2)
  new FakeServer({ [read]: { ...answer, chapters: chaptersFrom(starts) } })
  writePlace(13)
  renderChapters()
  fireEvent.click(screen.getByText('3 chapters'))
}

test('chapters are fetched when they are unfolded, and the listener’s place is marked', async () => {
  const server = new FakeServer({ [read]: answer })
  writePlace(25)
  renderChapters()
  expect(server.heard).toEqual([])
  fireEvent.click(screen.getByText('3 chapters'))
  const rows = within(await screen.findByRole('list')).getAllByRole('button')
  expect(rows.map((row) => row.getAttribute('aria-current'))).toEqual([null, 'true', null])
  expect(rows[1]?.textContent).toContain('00:15 left')
  expect(rows[2]?.getAttribute('aria-label')).toBe('Play chapter 3, Chapter at 40, at 00:40, 00:20 long')
})

test('chapters far from the listener’s are folded until they are asked for', async () => {
  renderThirty()
  const list = within(await screen.findByRole('list'))
  const names = () =>
    list
      .getAllByRole('button')
      .map((row) => row.getAttribute('aria-label')?.replace(/^Play chapter (\d+).*/, '$1'))
  const shown = ['5', '6', '7', '8', '9', '10', '11', '12']
  expect(names()).toEqual(['1 to 4, heard chapters', ...shown, '18 more chapters'])
  expect(list.getByRole('button', { name: '18 more chapters' }).textContent).toContain('00:36')
  fireEvent.click(list.getByRole('button', { name: '18 more chapters' }))
  expect(names()).toHaveLength(27)
  expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^Play chapter 13,/)
  fireEvent.click(list.getByRole('button', { name: '1 to 4, heard chapters' }))
  expect(names()).toEqual(Array.from({ length: 30 }, (_, index) => String(index + 1)))
  expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^Play chapter 1,/)
})

test('chapters stay in their places while the next ones begin; a leap folds them anew', async () => {
  renderThirty()
  const fifth = await screen.findByRole('button', { name: /^Play chapter 5,/ })
  fifth.focus()
  for (const position of [15, 17, 19]) act(() => writePlace(position))
  expect(document.activeElement).toBe(fifth)
  expect(screen.getByRole('button', { name: /^Play chapter 10,/ }).getAttribute('aria-current')).toBe('true')
  expect(screen.getByRole('button', { name: /^15 more/ })).toBeTruthy()
  act(() => writePlace(50))
  expect(screen.queryByRole('button', { name: /^Play chapter 5,/ })).toBeNull()
  expect(screen.getByRole('button', { name: /^1 to 23, heard/ })).toBeTruthy()
  act(() => writePlace(0))
  expect(screen.getByRole('button', { name: /^24 more/ })).toBeTruthy()
})

test('a chapter plays from its beginning', async () => {
  new FakeServer({ [read]: answer })
  vi.spyOn(HTMLMediaElement.prototype, 'load').mockReturnValue()
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue()
  renderChapters()
  fireEvent.click(screen.getByText('3 chapters'))
  fireEvent.click(await screen.findByRole('button', { name: /^Play chapter 2/ }))
  expect(player.track()?.recording).toEqual(track.recording)
  expect(player.position()).toBe(20)
  expect(player.isActive()).toBe(true)
})

test('chapters unfold when their recording plays, not when it is only the current one', async () => {
  new FakeServer({ [read]: answer })
  vi.spyOn(HTMLMediaElement.prototype, 'load').mockReturnValue()
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue()
  renderChapters()
  act(() => player.send({ type: 'add', tracks: [track] }))
  expect(player.track()?.recording).toEqual(track.recording)
  expect(screen.queryByRole('list')).toBeNull()
  act(() => {
    player.send({ type: 'toggle' })
    player.send({ type: 'play-begun' })
  })
  expect(await screen.findByRole('list')).toBeTruthy()
  // A listener who folds them is heeded when it plays again.
  fireEvent.click(screen.getByText('3 chapters'))
  await waitFor(() => expect(screen.queryByRole('list')).toBeNull())
  act(() => player.send({ type: 'paused' }))
  act(() => player.send({ type: 'play-begun' }))
  expect(screen.queryByRole('list')).toBeNull()
})

test('the last chapter has no length until the sound tells it', async () => {
  const chapters = chaptersFrom([0, 20]).map((chapter, index) =>
    index === 1 ? { ...chapter, endSeconds: null } : chapter,
  )
  new FakeServer({ [read]: { ...answer, chapters } })
  vi.spyOn(HTMLMediaElement.prototype, 'load').mockReturnValue()
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue()
  renderChapters()
  fireEvent.click(screen.getByText('3 chapters'))
  fireEvent.click(await screen.findByRole('button', { name: 'Play chapter 2, Chapter at 20, at 00:20' }))
  act(() => player.send({ type: 'media-known', duration: 90 }))
  expect(screen.getByRole('button', { name: /^Play chapter 2, .*, at 00:20, 01:10 long$/ })).toBeTruthy()
})

test('a refused list says so, and can be asked for again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const server = new FakeServer({ [read]: answer })
  server.refuse(read, 404)
  renderChapters()
  fireEvent.click(screen.getByText('3 chapters'))
  expect(await screen.findByText('The chapters could not be loaded.')).toBeTruthy()
  server.allow(read)
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('button', { name: /^Play chapter 1/ })).toBeTruthy()
})
