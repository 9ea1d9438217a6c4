import { describe, expect, it } from 'vitest'
import { arranged, inserted, neighbour, nextTrack, queueFor, savedQueue, without } from './queue.ts'
import { emptyState } from './state.ts'
import { newTrack, sources } from './testing/tracks.ts'

const [a, b, c] = [newTrack('a'), newTrack('b'), newTrack('c')] as const

describe('a queue made for a track', () => {
  it.each([
    ['holds only the track when no list is given', b, [], ['b'], 'b'],
    ['puts the track first when the list lacks it', c, [a, b], ['c', 'a', 'b'], 'c'],
    ['leaves the track at its place in the list', b, [a, b, c], ['a', 'b', 'c'], 'b'],
    ['knows the track by its audio, not by its identity', { ...b }, [a, b, c], ['a', 'b', 'c'], 'b'],
  ])('%s', (_name, track, list, expected, current) => {
    const made = queueFor(track, list, 7)
    expect(sources(made.queue)).toEqual(expected)
    expect(made.current.audioSrc).toBe(current)
  })

  it('starts at the very entry asked for when the list holds the recording twice', () => {
    const again = { ...a }
    expect(queueFor(again, [a, b, again], 1).current.id).toBe(3)
  })

  it('gives out new ids and drops those that came with the tracks', () => {
    const made = queueFor(a, [{ ...a, id: 1 } as typeof a, b], 5)
    expect(made.queue.map(({ id }) => id)).toEqual([5, 6])
    expect(made.nextId).toBe(7)
  })
})

describe('a queue', () => {
  const { queue } = inserted([], 0, [a, b, a], 1)

  it('takes new tracks at its end, the same recording as often as asked', () => {
    expect(sources(queue)).toEqual(['a', 'b', 'a'])
    expect(queue.map(({ id }) => id)).toEqual([1, 2, 3])
  })

  it('takes new tracks in its middle', () => {
    const { queue: longer, nextId } = inserted(queue, 1, [c, a], 4)
    expect(longer.map(({ id }) => id)).toEqual([1, 4, 5, 2, 3])
    expect(nextId).toBe(6)
  })

  it.each([
    [1, 1, [2, 1, 3]],
    [1, 2, [2, 3, 1]],
    [3, 0, [3, 1, 2]],
    [2, 1, [1, 2, 3]],
    [1, 99, [2, 3, 1]],
    [3, -4, [3, 1, 2]],
    [99, 0, [1, 2, 3]],
    [1, Number.NaN, [1, 2, 3]],
  ])('with entry %s at place %s stands as %j', (id, place, expected) => {
    expect(arranged(queue, id, place).map((track) => track.id)).toEqual(expected)
  })

  it('loses one entry, not its twin', () => {
    expect(without(queue, 1).map(({ id }) => id)).toEqual([2, 3])
    expect(without(queue, 99)).toEqual(queue)
  })

  it.each([
    [1, 1, 2],
    [2, 1, 3],
    [3, 1, undefined],
    [1, -1, undefined],
    [3, -1, 2],
    [99, 1, undefined],
    [null, 1, undefined],
  ] as const)('from entry %s by %s comes to %s', (id, steps, expected) => {
    expect(neighbour({ queue, currentId: id }, steps)?.id).toBe(expected)
  })

  it('goes on with the track after the current one, and is stored without ids', () => {
    const state = { ...emptyState, queue, currentId: 2 }
    expect(nextTrack(state)?.id).toBe(3)
    expect(savedQueue(state)).toEqual({ tracks: [a, b, a], currentPlace: 1 })
  })
})
