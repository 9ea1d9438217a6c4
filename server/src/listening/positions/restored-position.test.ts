import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type FinishablePosition, restoredPosition, type SavedPosition } from './restored-position.ts'

const durations = { storedMs: 20_000, measuredMs: 26_000 }

/** Places one after another, a second apart, the newest last; the present one and its history, the newest first. */
function saved(places: readonly number[], finishedAt: number | null) {
  const history = places.map((position_ms, at) => ({ position_ms, updated_at: at * 1000 })).toReversed()
  const present = { ...(history[0] as SavedPosition), finished_at: finishedAt }
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
    ['in the stored last second stays, and is not finished', [3000, 19_200], 1000, [19_200, false]],
    ['that was never saved otherwise is not finished', [20_000, 20_000], 0, [20_000, false]],
  ])('%s', (_what, places, finishedAt, [positionMs, finished]) => {
    expect(restoredPosition(...saved(places, finishedAt), durations)).toEqual({ positionMs, finished })
  })

  it.each([
    ['before the stored end', [24_000, 12_000], null],
    ['that its listener marked as finished before the stored end', [3000, 12_000], 1000],
    ['that its listener has saved since', [24_000, 20_000, 5000], null],
    ['cut after its listener had gone back', [24_000, 5000, 20_000], null],
    ['that was finished by its listener at the stored end', [20_000, 20_000, 20_000], 1500],
    ['cut and not finished, of which the history knows no more', [3000, 20_000, 20_000], null],
    ['beyond the stored end', [3000, 24_000], null],
  ])('%s stays as it is', (_what, places, finishedAt) => {
    expect(restoredPosition(...saved(places, finishedAt), durations)).toBeNull()
  })

  it.each([
    ['is no longer', { storedMs: 20_000, measuredMs: 20_000 }],
    ['is shorter', { storedMs: 20_000, measuredMs: 15_000 }],
  ])('stays as it is where the recording %s', (_what, others) => {
    expect(restoredPosition(...saved([24_000, 20_000], 1000), others)).toBeNull()
  })

  it('stays finished where the end is hardly further away', () => {
    expect(restoredPosition(...saved([20_000], 0), { storedMs: 20_000, measuredMs: 20_900 })).toBeNull()
  })
})

/** What a server that was told a length keeps of saves: cut down to it, and finished in the last second. */
const savedByServer = fc
  .record({
    storedMs: fc.integer({ min: 1, max: 30_000 }),
    longerMs: fc.integer({ min: -5000, max: 30_000 }),
    /** Not cut: before, another length was told. */
    before: fc.array(fc.integer({ min: 0, max: 60_000 }), { maxLength: 5 }),
    later: fc.array(fc.integer({ min: 0, max: 60_000 }), { minLength: 1, maxLength: 8 }),
  })
  .map(({ storedMs, longerMs, before, later }) => {
    // A save in the stored last second from before cannot be told from one that was cut.
    const earlier = before.filter((place) => place < storedMs - 1000 || place > storedMs)
    const cut = later.map((place) => Math.min(place, storedMs))
    let finishedAt: number | null = null
    const places = [...earlier, ...cut]
    for (const [at, place] of places.entries()) {
      const isAtEnd = at >= earlier.length && place >= storedMs - 1000
      finishedAt = isAtEnd ? (finishedAt ?? at * 1000) : null
    }
    return { saved: saved(places, finishedAt), storedMs, measuredMs: Math.max(1, storedMs + longerMs) }
  })

describe('whatever was saved', () => {
  it('nobody’s place moves who was not cut, and none is set back', () => {
    fc.assert(
      fc.property(savedByServer, ({ saved: [present, history], storedMs, measuredMs }) => {
        const restored = restoredPosition(present, history, { storedMs, measuredMs })
        if (restored === null) return
        expect(restored.positionMs).toBeGreaterThanOrEqual(present.position_ms)
        if (restored.positionMs === present.position_ms) return
        expect(present.position_ms).toBe(storedMs)
        expect(restored.positionMs).toBeLessThanOrEqual(measuredMs)
        expect(history.map(({ position_ms }) => Math.min(position_ms, measuredMs))).toContain(
          restored.positionMs,
        )
      }),
    )
  })

  it('nothing stays finished by the stored end alone, and restoring again changes nothing', () => {
    fc.assert(
      fc.property(savedByServer, ({ saved: [present, history], storedMs, measuredMs }) => {
        const restored = restoredPosition(present, history, { storedMs, measuredMs })
        const after: FinishablePosition = restored
          ? {
              position_ms: restored.positionMs,
              updated_at: present.updated_at + 1,
              finished_at: restored.finished ? present.finished_at : null,
            }
          : present
        if (measuredMs > storedMs && after.position_ms < measuredMs - 1000)
          expect(after.finished_at).toBeNull()
        const again = restored ? [after, ...history] : history
        expect(restoredPosition(after, again, { storedMs, measuredMs })).toBeNull()
      }),
    )
  })
})
