import type { ComponentType } from 'react'
import { create } from 'zustand'
import { formatLength } from '../../../lib/format-length.ts'
import type { NewTrack, RecordingRef } from '../reducer/state.ts'

export interface ProgressProps {
  recording: RecordingRef
  /** The catalogue's, until one is measured. */
  durationSeconds: number | null
  /**
   * `line`: on a cover's edge; `ring`: around a round button; `finished`: only the word; `words`: the duration or the time
   * left; `bar`: line and words; `bar-at-speed`: with the speed that the time left is told for.
   */
  as: 'line' | 'ring' | 'finished' | 'words' | 'bar' | 'bar-at-speed'
}

interface ProgressParts {
  View: ComponentType<ProgressProps> | null
  Marks: ComponentType<{ track: NewTrack }> | null
}

/** Set by the bar's code, which comes with the first stored position or a session. */
export const useProgressParts = create<ProgressParts>(() => ({ View: null, Marks: null }))

/** The listener's progress in a recording; before any, its duration in `words`. */
export function Progress(props: ProgressProps) {
  const { View } = useProgressParts()
  if (View !== null) return <View {...props} />
  return props.as === 'words' ? formatLength(props.durationSeconds) : null
}
