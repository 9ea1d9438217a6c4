import type { ComponentType } from 'react'
import { create } from 'zustand'
import type { RecordingRef } from '../engine/state.ts'

export interface ProgressProps {
  recording: RecordingRef
  /** The catalogue's, for a recording whose length nobody has measured here. */
  durationSeconds: number | null
  /**
   * `line`: over the lower edge of a cover; `finished`: that alone, before a line of words; `words`: at the end of a
   * line of facts; `bar`: both, by itself.
   */
  as: 'line' | 'finished' | 'words' | 'bar'
}

/** What draws it comes with the player's bar: whoever has listened to nothing needs none of it. */
export const useProgressView = create<{ View: ComponentType<ProgressProps> | null }>(() => ({ View: null }))

/** How far the listener is in a recording; nothing for one never listened to. */
export function Progress(props: ProgressProps) {
  const { View } = useProgressView()
  return View && <View {...props} />
}
