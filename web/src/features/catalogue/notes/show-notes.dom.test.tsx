import type { Notes } from '@earmark/contract/notes.ts'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type NewTrack, player } from '../../player/index.ts'
import { ShowNotes } from './show-notes.tsx'

const track: NewTrack = {
  recording: { kind: 'episode', id: 4, podcastId: 2 },
  title: 'Fog',
  subtitle: 'Signals',
  audioSrc: '/relay/x.mp3',
  coverImageSrc: null,
  referenceLink: '/podcasts/2/episodes/4',
  durationSeconds: 3_600,
}

const p = (text: string): Notes[number] => ({ kind: 'p', runs: [{ text }] })

beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('blocks become paragraphs, headings, quotations, and items that follow one another one list', () => {
  const item = (text: string): Notes[number] => ({ kind: 'li', runs: [{ text }] })
  const notes: Notes = [
    { kind: 'h', runs: [{ text: 'Guests' }] },
    item('One'),
    item('Two'),
    p('Between'),
    item('Three'),
    { kind: 'quote', runs: [{ text: 'Said' }] },
  ]
  render(<ShowNotes notes={notes} track={null} />)
  expect(screen.getByRole('heading', { name: 'Guests' })).toBeTruthy()
  const lists = screen.getAllByRole('list').map((list) => within(list).getAllByRole('listitem').length)
  expect(lists).toEqual([2, 1])
  expect(screen.getByText('Said').tagName).toBe('BLOCKQUOTE')
  expect(screen.getByText('Between').tagName).toBe('P')
})

test('marks are elements, and links lead out in a tab of their own that knows nothing of this one', () => {
  const runs = [
    { text: 'strong', mark: 'strong' as const },
    { text: 'em', mark: 'em' as const },
    { text: 'code', mark: 'code' as const },
    { text: 'the map', href: 'https://example.org/map?at=12:30' },
  ]
  render(<ShowNotes notes={[{ kind: 'p', runs }]} track={track} />)
  for (const mark of ['strong', 'em', 'code']) expect(screen.getByText(mark).tagName).toBe(mark.toUpperCase())
  const link = screen.getByRole('link', { name: 'the map' })
  expect(link.getAttribute('href')).toBe('https://example.org/map?at=12:30')
  expect(link.getAttribute('target')).toBe('_blank')
  expect(link.getAttribute('rel')).toContain('noopener')
})

test('markup in a text is text', () => {
  render(<ShowNotes notes={[p('<img src=x onerror=alert(1)>')]} track={track} />)
  expect(screen.getByText('<img src=x onerror=alert(1)>')).toBeTruthy()
  expect(screen.queryByRole('img')).toBeNull()
})

test('a time plays from there', () => {
  const send = vi.spyOn(player, 'send').mockReturnValue()
  render(<ShowNotes notes={[p('12:34 The harbour')]} track={track} />)
  fireEvent.click(screen.getByRole('button', { name: '12:34, play from 12 minutes 34 seconds' }))
  expect(send).toHaveBeenCalledWith({
    type: 'replace',
    tracks: [track],
    currentPlace: 0,
    position: 754,
    play: true,
  })
})

test('without a recording a time is a word', () => {
  render(<ShowNotes notes={[p('12:34 The harbour')]} track={null} />)
  expect(screen.queryByRole('button')).toBeNull()
  expect(screen.getByText('12:34 The harbour')).toBeTruthy()
})
