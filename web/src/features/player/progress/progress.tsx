import type { ComponentType } from 'react'
import { create } from 'zustand'
import { formatLength } from '../../../lib/format-time.ts'
import type { RecordingRef } from '../reducer/state.ts'

export interface ProgressProps {
  recording: RecordingRef
  /** The catalogue's, for a recording that has not been loaded here. */
  durationSeconds: number | null
  /**
   * `line`: over the lower edge of a cover; `finished`: that alone, before a line of words; `words`: its length, or
   * what is left once it is begun; `bar`: both, by itself.
   */
  as: 'line' | 'finished' | 'words' | 'bar'
}

/** What draws it comes with the player's bar: before something was listened to, nothing is drawn. */
export const useProgressView = create<{ View: ComponentType<ProgressProps> | null }>(() => ({ View: null }))

/** How far the listener is in a recording; of one never listened to nothing but its length. */
export function Progress(props: ProgressProps) {
  const { View } = useProgressView()
  if (View !== null) return <View {...props} />
  return props.as === 'words' ? formatLength(props.durationSeconds) : null
}
