/** A save in the history of a position. */
export interface SavedPosition {
  readonly position_ms: number
  /** Epoch milliseconds. */
  readonly updated_at: number
}

export interface FinishablePosition extends SavedPosition {
  /** Epoch milliseconds; null for one that is not finished. */
  readonly finished_at: number | null
}

export interface RestoredPosition {
  readonly positionMs: number
  readonly finished: boolean
}

/** Milliseconds before the end from which a recording counts as finished. */
export const endMs = 1000

/**
 * The position in a recording whose measured duration is longer than its stored one.
 *
 * Saves beyond the stored end were cut to it, and saves in its last second counted as finished. The latest saves within
 * that last second are the run that this may have happened to:
 * - a position exactly at the stored end returns to the save before the run, if that lies beyond the stored end (it was
 *   made under another duration); without such a save it stays;
 * - a finished mark not younger than the first save of the run came from the stored end and goes, unless the position
 *   lies in the measured last second; a younger mark was set by the listener, and the whole position stays.
 * All other positions stay.
 *
 * @param history newest first, with the present position
 * @param durations milliseconds
 * @returns null where nothing changes
 */
export function restoredPosition(
  { position_ms, finished_at }: FinishablePosition,
  history: readonly SavedPosition[],
  { storedMs, measuredMs }: { readonly storedMs: number; readonly measuredMs: number },
): RestoredPosition | null {
  const isAtStoredEnd = (place: SavedPosition) =>
    place.position_ms >= storedMs - endMs && place.position_ms <= storedMs
  const afterRun = history.findIndex((place) => !isAtStoredEnd(place))
  const run = afterRun < 0 ? history : history.slice(0, afterRun)
  const begun = run.at(-1)
  if (measuredMs <= storedMs || begun === undefined) return null
  if (finished_at !== null && finished_at > begun.updated_at) return null
  const beforeMs = history[run.length]?.position_ms ?? 0
  const wasCut = position_ms === storedMs && beforeMs > storedMs
  const positionMs = wasCut ? Math.min(beforeMs, measuredMs) : position_ms
  const finished = finished_at !== null && positionMs >= measuredMs - endMs
  return wasCut || finished !== (finished_at !== null) ? { positionMs, finished } : null
}
