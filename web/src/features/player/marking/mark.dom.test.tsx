import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { FakeServer } from '../../../testing/fake-server.ts'
import { useToasts } from '../../../ui/toast/toasts.ts'
import { storeSession } from '../audio/testing/fake-player.ts'
import { recordLocal } from '../positions/merge.ts'
import { readPosition, writePosition } from '../positions/store.ts'
import { newTrack } from '../reducer/testing/tracks.ts'
import { MarkItems } from './mark-items.tsx'
import { markAs } from './mark.ts'

const track = newTrack('a')
const { recording } = track
const path = `/positions/me/audio-books/${recording.id}` as const
const ids = { audioBookId: recording.id, podcastId: null, podcastEpisodeId: null }

beforeEach(() => {
  localStorage.clear()
  storeSession('ada')
})

afterEach(() => {
  cleanup()
  useToasts.setState({ shown: [] })
  vi.unstubAllGlobals()
})

function progress(version: number, finished: boolean) {
  const updatedAt = '2026-05-01T12:00:00.000Z'
  const positionSeconds = finished ? 3600 : 0
  return { ...ids, positionSeconds, durationSeconds: 3600, version, finished, playbackRate: 1, updatedAt }
}

function heard(position: number, finished = false): void {
  const place = { position, finished, at: 1_000 }
  const kept = { ...recordLocal(null, place, 1.5), base: 3, sent: Number.MAX_SAFE_INTEGER }
  writePosition({ ...kept, sent: kept.change, recording, durationSeconds: 3600, track })
}

const isUnsent = () => (readPosition(recording)?.change ?? 0) > (readPosition(recording)?.sent ?? 0)

async function undo(): Promise<void> {
  useToasts.getState().shown.at(-1)?.action?.run()
  await expect.poll(() => isUnsent()).toBe(false)
}

describe('marking', () => {
  test.each([
    ['finished', true, 3600, 'Marked as finished'],
    ['unplayed', false, 0, 'Marked as unplayed'],
  ] as const)('as %s is so at once, and saved with its version', async (mark, finished, position, told) => {
    const call = mark === 'finished' ? 'finish' : 'unfinish'
    const server = new FakeServer({ [`POST /positions/me/${call}`]: [progress(8, finished)] })
    heard(100)
    const marking = markAs(mark, track)
    await expect.poll(() => readPosition(recording)).toMatchObject({ position, finished })
    await marking
    expect(server.heard).toEqual([`POST /positions/me/${call}`])
    expect(readPosition(recording)).toMatchObject({ position, finished, playbackRate: 1.5, base: 8 })
    expect(isUnsent()).toBe(false)
    expect(useToasts.getState().shown.map(({ message }) => message)).toEqual([told])
  })

  test('without a connection waits to be sent as a position is', async () => {
    const server = new FakeServer({ [`PUT ${path}`]: { ...progress(4, true), fromThisDevice: true } })
    server.refuse('POST /positions/me/finish', 503)
    heard(100)
    await markAs('finished', track)
    await expect.poll(() => isUnsent()).toBe(false)
    expect(server.heard).toEqual(['POST /positions/me/finish', `PUT ${path}`])
    expect(readPosition(recording)).toMatchObject({ finished: true, base: 4 })
  })

  test('is taken back to the place before', async () => {
    const server = new FakeServer({
      'POST /positions/me/finish': [progress(8, true)],
      [`PUT ${path}`]: { ...progress(9, false), fromThisDevice: true },
    })
    heard(100)
    await markAs('finished', track)
    await undo()
    expect(server.heard).toEqual(['POST /positions/me/finish', `PUT ${path}`])
    expect(readPosition(recording)).toMatchObject({ position: 100, finished: false, at: 1_000, base: 9 })
  })

  test('stays in the browser of a visitor', async () => {
    localStorage.clear()
    const server = new FakeServer({})
    await markAs('finished', track)
    expect(readPosition(recording)).toMatchObject({ position: track.durationSeconds, finished: true })
    expect(server.heard).toEqual([])
  })
})

describe('the menu', () => {
  test.each<{ place: [position: number, finished: boolean] | null; offered: string[] }>([
    { place: null, offered: ['Mark as finished'] },
    { place: [100, false], offered: ['Mark as finished', 'Mark as unplayed'] },
    { place: [3600, true], offered: ['Mark as unplayed'] },
    { place: [0, false], offered: ['Mark as finished'] },
  ])('offers at $place what is not so: $offered', ({ place, offered }) => {
    if (place !== null) heard(...place)
    render(<MarkItems track={track} />)
    expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(offered)
  })

  test('marks by a click, and offers the other then', async () => {
    new FakeServer({ 'POST /positions/me/finish': [progress(1, true)] })
    render(<MarkItems track={track} />)
    fireEvent.click(screen.getByRole('menuitem', { name: 'Mark as finished' }))
    expect(await screen.findByRole('menuitem', { name: 'Mark as unplayed' })).toBeDefined()
  })
})
