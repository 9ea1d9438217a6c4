import type { AudioBookDetail } from '@earmark/contract/audio-books.ts'
import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { FakeServer } from '../../../testing/fake-server.ts'
import { bareAudioBook } from '../../../testing/records.ts'
import { closeApp, openApp } from '../../../testing/the-app.tsx'

const book: AudioBookDetail = {
  ...bareAudioBook,
  audioUrl: '/media/0/x.mp3',
  tracksCount: 1,
  durationSeconds: 60,
  tracks: [],
}

afterEach(() => {
  closeApp()
  vi.unstubAllGlobals()
})

const answers = (isAvailable: boolean) => ({
  'GET /audio-books/7': { ...book, isAvailable },
  'GET /audio-books/paged': { items: [{ ...book, isAvailable }], totalCount: 1, pagedQuery: {} },
})

function serve(isAvailable: boolean): void {
  new FakeServer(answers(isAvailable))
}

test('a book whose files are missing says so in the place of its play button, and why', async () => {
  serve(false)
  openApp('/audio-books/7', null)
  fireEvent.click(await screen.findByRole('button', { name: 'Not available just now.' }))
  expect(await screen.findByText(/It plays again as soon as they are back/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Play' })).toBeNull()
  expect(screen.queryByRole('button', { name: /queue|next/i })).toBeNull()
})

test('a book whose files are there offers to play', async () => {
  serve(true)
  openApp('/audio-books/7', null)
  expect(await screen.findByRole('button', { name: 'Play' })).toBeTruthy()
  expect(screen.queryByText('Not available just now.')).toBeNull()
})

test.each([true, false])('its card in a list says it, too (there: %s)', async (isAvailable) => {
  serve(isAvailable)
  openApp('/audio-books', null)
  const card = within(await screen.findByRole('article'))
  expect(card.queryByText('Not available just now.') === null).toBe(isAvailable)
  expect(card.queryByRole('button', { name: /^Play/ }) !== null).toBe(isAvailable)
})
