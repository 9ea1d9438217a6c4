import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type FinishablePlace, restoredPlace, type SavedPlace } from './restored-place.ts'

const lengths = { toldMs: 20_000, realMs: 26_000 }

/** Places one after another, a second apart, the newest last; the present one and its history, the newest first. */
function saved(places: readonly number[], finishedAt: number | null) {
  const history = places.map((position_ms, at) => ({ position_ms, updated_at: at * 1000 })).toReversed()
  const present = { ...(history[0] as SavedPlace), finished_at: finishedAt }
  return [present, history] as const
}

describe('when a recording turns out to be longer than it was told to be, a position', () => {
  it.each([
    ['that was cut goes back to where it was before', [3000, 24_000, 20_000], 2000, [24_000, false]],
    ['goes back over several saves that were cut', [24_000, 19_500, 20_000, 20_000], 1000, [24_000, false]],
    ['goes back to the end at most', [40_000, 20_000], 1000, [26_000, true]],
    ['that is not finished goes back as well', [24_000, 20_000], null, [24_000, false]],
    [
      'whose history does not know where it was stays, and is not finished',
      [3000, 20_000],
      1000,
      [20_000, false],
    ],
    ['in the told last second stays, and is not finished', [3000, 19_200], 1000, [19_200, false]],
    ['that was never saved otherwise is not finished', [20_000, 20_000], 0, [20_000, false]],
  ])('%s', (_what, places, finishedAt, [positionMs, finished]) => {
    expect(restoredPlace(...saved(places, finishedAt), lengths)).toEqual({ positionMs, finished })
  })

  it.each([
    ['before the told end', [24_000, 12_000], null],
    ['that its listener marked as finished before the told end', [3000, 12_000], 1000],
    ['that its listener has saved since', [24_000, 20_000, 5000], null],
    ['cut after its listener had gone back', [24_000, 5000, 20_000], null],
    ['that was finished by its listener at the told end', [20_000, 20_000, 20_000], 1500],
    ['cut and not finished, of which the history knows no more', [3000, 20_000, 20_000], null],
    ['beyond the told end', [3000, 24_000], null],
  ])('%s stays as it is', (_what, places, finishedAt) => {
    expect(restoredPlace(...saved(places, finishedAt), lengths)).toBeNull()
  })

  it.each([
    ['is no longer', { toldMs: 20_000, realMs: 20_000 }],
    ['is shorter', { toldMs: 20_000, realMs: 15_000 }],
  ])('stays as it is where the recording %s', (_what, others) => {
    expect(restoredPlace(...saved([24_000, 20_000], 1000), others)).toBeNull()
  })

  it('stays finished where the end is hardly further away', () => {
    expect(restoredPlace(...saved([20_000], 0), { toldMs: 20_000, realMs: 20_900 })).toBeNull()
  })
})

/** What a server that was told a length keeps of saves: cut down to it, and finished in the last second. */
const savedByServer = fc
  .record({
    toldMs: fc.integer({ min: 1, max: 30_000 }),
    longerMs: fc.integer({ min: -5000, max: 30_000 }),
    /** Not cut: before, another length was told. */
    before: fc.array(fc.integer({ min: 0, max: 60_000 }), { maxLength: 5 }),
    later: fc.array(fc.integer({ min: 0, max: 60_000 }), { minLength: 1, maxLength: 8 }),
  })
  .map(({ toldMs, longerMs, before, later }) => {
    // A save in the told last second from before cannot be told from one that was cut.
    const earlier = before.filter((place) => place < toldMs - 1000 || place > toldMs)
    const cut = later.map((place) => Math.min(place, toldMs))
    let finishedAt: number | null = null
    const places = [...earlier, ...cut]
    for (const [at, place] of places.entries()) {
      const isAtEnd = at >= earlier.length && place >= toldMs - 1000
      finishedAt = isAtEnd ? (finishedAt ?? at * 1000) : null
    }
    return { saved: saved(places, finishedAt), toldMs, realMs: Math.max(1, toldMs + longerMs) }
  })

describe('whatever was saved', () => {
  it('nobody’s place moves who was not cut, and none is set back', () => {
    fc.assert(
      fc.property(savedByServer, ({ saved: [present, history], toldMs, realMs }) => {
        const restored = restoredPlace(present, history, { toldMs, realMs })
        if (restored === null) return
        expect(restored.positionMs).toBeGreaterThanOrEqual(present.position_ms)
        if (restored.positionMs === present.position_ms) return
        expect(present.position_ms).toBe(toldMs)
        expect(restored.positionMs).toBeLessThanOrEqual(realMs)
        expect(history.map(({ position_ms }) => Math.min(position_ms, realMs))).toContain(restored.positionMs)
      }),
    )
  })

  it('nothing stays finished by the told end alone, and restoring again changes nothing', () => {
    fc.assert(
      fc.property(savedByServer, ({ saved: [present, history], toldMs, realMs }) => {
        const restored = restoredPlace(present, history, { toldMs, realMs })
        const after: FinishablePlace = restored
          ? {
              position_ms: restored.positionMs,
              updated_at: present.updated_at + 1,
              finished_at: restored.finished ? present.finished_at : null,
            }
          : present
        if (realMs > toldMs && after.position_ms < realMs - 1000) expect(after.finished_at).toBeNull()
        const again = restored ? [after, ...history] : history
        expect(restoredPlace(after, again, { toldMs, realMs })).toBeNull()
      }),
    )
  })
})
