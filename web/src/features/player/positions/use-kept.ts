import { useSyncExternalStore } from 'react'
import type { RecordingRef } from '../engine/state.ts'
import { type KeptRecording, onKept, readKept } from './kept-store.ts'

/**
 * What is made of what is kept of one recording. It is drawn again only when that changes, so make something of it
 * that does so rarely: it is written every second.
 */
export function useKept<Made extends string | number | boolean | null>(
  recording: RecordingRef,
  make: (kept: KeptRecording | null) => Made,
): Made {
  return useSyncExternalStore(onKept, () => make(readKept(recording)))
}
