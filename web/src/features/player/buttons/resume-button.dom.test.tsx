import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { storeSession } from '../audio/testing/fake-player.ts'
import { recordLocal } from '../positions/merge.ts'
import { readPosition, removePosition, writePosition } from '../positions/store.ts'
import { newTrack } from '../reducer/testing/tracks.ts'
import { ResumeButton } from './resume-button.tsx'

const track = newTrack('a')
const { recording } = track

beforeEach(() => localStorage.clear())
afterEach(cleanup)

function keep(position: number, finished = false): void {
  const kept = recordLocal(readPosition(recording), { position, finished, at: 1_000 }, 1)
  writePosition({ ...kept, recording, durationSeconds: 7200, track })
}

const label = () => screen.getByRole('button').textContent

test.each<{ place: [number, boolean] | null; expected: string }>([
  { place: null, expected: 'Play' },
  { place: [0, false], expected: 'Play' },
  { place: [0.9, false], expected: 'Play' },
  { place: [1, false], expected: 'Resume 00:01' },
  { place: [724.9, false], expected: 'Resume 12:04' },
  { place: [3731, false], expected: 'Resume 1:02:11' },
  { place: [7200, true], expected: 'Play' },
])('at $place the button says $expected', ({ place, expected }) => {
  if (place !== null) keep(...place)
  render(<ResumeButton track={track} />)
  expect(label()).toBe(expected)
})

test('it follows the place, of a visitor and of an account', () => {
  for (const person of ['', 'ada']) {
    if (person !== '') storeSession(person)
    render(<ResumeButton track={track} />)
    expect(label()).toBe('Play')
    act(() => keep(61))
    expect(label()).toBe('Resume 01:01')
    act(() => keep(7200, true))
    expect(label()).toBe('Play')
    act(() => keep(61))
    act(() => removePosition(recording))
    expect(label()).toBe('Play')
    cleanup()
  }
})
