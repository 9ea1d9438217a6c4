import { formatTime } from '../../../lib/format-time.ts'
import type { Place } from '../positions/recall.ts'
import { useStoredPosition } from '../positions/hooks.ts'
import { messages } from '../messages.ts'
import { PlayButton, type PlayButtonProps } from './play-button.tsx'

/** The main button of a recording's page; once begun, it tells the place that playing goes on from. */
export function ResumeButton(props: Pick<PlayButtonProps, 'track' | 'list'>) {
  const label = useStoredPosition(props.track.recording, labelAt)
  return <PlayButton {...props} label={label} size="large" />
}

/** `Resume 1:02:11`; `Play` before the first second and after the end. */
export function labelAt(kept: Place | null): string {
  const isBegun = kept !== null && !kept.finished && kept.position >= 1
  return isBegun ? `${resumeLabel} ${formatTime(kept.position)}` : messages.play
}

export const resumeLabel = 'Resume'
