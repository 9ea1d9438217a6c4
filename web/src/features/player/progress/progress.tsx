import type { ComponentType } from 'react'
import { create } from 'zustand'
import { formatLength } from '../../../lib/format-time.ts'
import type { RecordingRef } from '../reducer/state.ts'

export interface ProgressProps {
  recording: RecordingRef
  /** The catalogue's, until one is measured. */
  durationSeconds: number | null
  /** `line`: on a cover's edge; `finished`: only the word; `words`: the duration or the time left; `bar`: line and words. */
  as: 'line' | 'finished' | 'words' | 'bar'
}

/** Set by the bar's code, which comes with the first stored position. */
export const useProgressView = create<{ View: ComponentType<ProgressProps> | null }>(() => ({ View: null }))

/** The listener's progress in a recording; before any, its duration in `words`. */
export function Progress(props: ProgressProps) {
  const { View } = useProgressView()
  if (View !== null) return <View {...props} />
  return props.as === 'words' ? formatLength(props.durationSeconds) : null
}
