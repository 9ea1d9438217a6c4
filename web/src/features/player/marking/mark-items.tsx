import { CircleCheck, CircleDashed } from 'lucide-react'
import { MenuItem } from '../../../ui/menu/menu.tsx'
import { messages } from '../bar-messages.ts'
import { isUnplayed } from '../positions/merge.ts'
import { useStoredPosition } from '../positions/hooks.ts'
import type { NewTrack } from '../reducer/state.ts'
import { markAs } from './mark.ts'

/** The items of a recording's menu: what it can be marked as. */
export function MarkItems({ track }: { track: NewTrack }) {
  const isFinished = useStoredPosition(track.recording, (kept) => kept?.finished ?? false)
  const unplayed = useStoredPosition(track.recording, isUnplayed)
  return (
    <>
      {!isFinished && (
        <MenuItem icon={CircleCheck} onSelect={() => void markAs('finished', track)}>
          {messages.markAs.finished}
        </MenuItem>
      )}
      {!unplayed && (
        <MenuItem icon={CircleDashed} onSelect={() => void markAs('unplayed', track)}>
          {messages.markAs.unplayed}
        </MenuItem>
      )}
    </>
  )
}
