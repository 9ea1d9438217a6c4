import { Timer } from 'lucide-react'
import { formatTime, spokenTime } from '../../../lib/format-time.ts'
import { Sheet } from '../../../ui/sheet/sheet.tsx'
import { messages } from '../bar-messages.ts'
import type { Sleep } from '../reducer/state.ts'
import { usePlayer } from '../player.ts'
import { ControlButton, type ControlKind } from '../controls/control-button.tsx'
import { SleepChoices } from './sleep-choices.tsx'

/** The accessible name has whole minutes: screen readers do not read each second. */
export function SleepControl({ as }: { as: ControlKind }) {
  const kind = usePlayer(({ sleep }) => (sleep?.kind === 'over' ? undefined : sleep?.kind))
  const left = usePlayer(({ sleep }) => secondsLeft(sleep))
  const chapters = usePlayer(({ sleep }) => (sleep?.kind === 'chapters' ? sleep.left : null))
  const face =
    chapters !== null
      ? messages.atChapterEnd(chapters)
      : kind === 'track-end'
        ? messages.atTrackEnd
        : left === null
          ? null
          : formatTime(left)
  return (
    <Sheet
      title={messages.sleepTimer}
      renderOpener={(props) => (
        <ControlButton
          as={as}
          label={chapters === null ? nameOf(kind, left) : messages.sleepTimerAtChapter(chapters)}
          caption={(as === 'tool' && face) || messages.sleep}
          isOn={kind !== undefined}
          isIcon={face === null}
          {...props}
        >
          <Timer size={as === 'tool' ? 22 : 18} aria-hidden="true" />
          {as === 'pill' && face}
        </ControlButton>
      )}
    >
      {(close) => <SleepChoices kind={kind} secondsLeft={left} close={close} />}
    </Sheet>
  )
}

function secondsLeft(sleep: Sleep | null): number | null {
  return sleep?.kind === 'time' ? Math.ceil(sleep.leftSeconds) : null
}

function nameOf(kind: Sleep['kind'] | undefined, left: number | null): string {
  if (kind === 'track-end') return messages.sleepTimerAtEnd
  if (left === null) return messages.sleepTimer
  return messages.sleepTimerLeft(spokenTime(left > 60 ? Math.ceil(left / 60) * 60 : left))
}
