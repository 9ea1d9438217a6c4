/** A position as it was once saved. */
export interface SavedPlace {
  readonly position_ms: number
  /** Epoch milliseconds. */
  readonly updated_at: number
}

export interface FinishablePlace extends SavedPlace {
  /** Epoch milliseconds; null for one that is not finished. */
  readonly finished_at: number | null
}

export interface RestoredPlace {
  readonly positionMs: number
  readonly finished: boolean
}

/** A recording counts as listened to from its last second on: milliseconds. */
export const endMs = 1000

/**
 * What becomes of a position when its recording turns out to be longer than it was told to be.
 *
 * Saves past the told end were cut down to it, and those in its last second counted as finished. So the saves at the
 * end of the history that lie in the told last second are the run in which that may have happened:
 * - a position that stands exactly at the told end goes back to the save before the run, if that one lies beyond the
 *   told end (it was made while another length was told); where the history knows nothing of it, it stays;
 * - a mark that came with the first save of the run, or before, came from the told end and goes, unless the place lies in
 *   the recording's last second; one that came later was given by the listener, who stood at the told end already, and
 *   the whole position stays.
 * All other positions stay: those before the told last second, and those saved by the listener since.
 *
 * @param history newest first, with the present position
 * @param lengths milliseconds
 * @returns null where nothing changes
 */
export function restoredPlace(
  { position_ms, finished_at }: FinishablePlace,
  history: readonly SavedPlace[],
  { toldMs, realMs }: { readonly toldMs: number; readonly realMs: number },
): RestoredPlace | null {
  const isAtToldEnd = (place: SavedPlace) =>
    place.position_ms >= toldMs - endMs && place.position_ms <= toldMs
  const afterRun = history.findIndex((place) => !isAtToldEnd(place))
  const run = afterRun < 0 ? history : history.slice(0, afterRun)
  const begun = run.at(-1)
  if (realMs <= toldMs || begun === undefined) return null
  if (finished_at !== null && finished_at > begun.updated_at) return null
  const beforeMs = history[run.length]?.position_ms ?? 0
  const wasCut = position_ms === toldMs && beforeMs > toldMs
  const positionMs = wasCut ? Math.min(beforeMs, realMs) : position_ms
  const finished = finished_at !== null && positionMs >= realMs - endMs
  return wasCut || finished !== (finished_at !== null) ? { positionMs, finished } : null
}
