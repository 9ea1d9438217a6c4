import { ListStart } from 'lucide-react'
import { ActionButton } from '../../../ui/button/action-button.tsx'
import { IconButton } from '../../../ui/button/icon-button.tsx'
import type { NewTrack } from '../reducer/state.ts'
import { messages } from '../messages.ts'
import { player, type QueuedKind } from '../player.ts'

interface PlayNextButtonProps {
  /** Several where they are queued as one: a podcast's episodes. */
  track: NewTrack | readonly NewTrack[]
  kind: QueuedKind
  /** In a row of many: only the icon, named after what it queues. */
  compact?: boolean
}

/** Puts it behind what plays now, before all that waits. */
export function PlayNextButton({ track, kind, compact = false }: PlayNextButtonProps) {
  const add = () => player.addToQueue(track, kind, true)
  if (!compact) {
    return <ActionButton icon={ListStart} label={messages.playNext} short={messages.playNext} onClick={add} />
  }
  const title = 'audioSrc' in track ? track.title : messages.tracks(track.length)
  return (
    <IconButton label={messages.playTrackNext(title)} onClick={add}>
      <ListStart size={18} aria-hidden="true" />
    </IconButton>
  )
}
