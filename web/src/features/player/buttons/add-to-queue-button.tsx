import { ListPlus } from 'lucide-react'
import { ActionButton } from '../../../ui/button/action-button.tsx'
import { IconButton } from '../../../ui/button/icon-button.tsx'
import type { NewTrack } from '../reducer/state.ts'
import { messages } from '../messages.ts'
import { player, type QueuedKind } from '../player.ts'

interface AddToQueueButtonProps {
  /** Several where they are added as one: a podcast's episodes. */
  track: NewTrack | readonly NewTrack[]
  kind: QueuedKind
  /** In a row of many: only the icon, named after what it adds. */
  compact?: boolean
}

export function AddToQueueButton({ track, kind, compact = false }: AddToQueueButtonProps) {
  const add = () => player.addToQueue(track, kind)
  if (!compact) {
    return <ActionButton icon={ListPlus} label={messages.addToQueue} short={messages.queue} onClick={add} />
  }
  const title = 'audioSrc' in track ? track.title : messages.tracks(track.length)
  return (
    <IconButton label={messages.addTrackToQueue(title)} onClick={add}>
      <ListPlus size={18} aria-hidden="true" />
    </IconButton>
  )
}
