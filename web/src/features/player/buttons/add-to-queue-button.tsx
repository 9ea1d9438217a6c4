import { ListPlus } from 'lucide-react'
import { Button } from '../../../ui/button/button.tsx'
import { IconButton } from '../../../ui/button/icon-button.tsx'
import type { NewTrack } from '../engine/state.ts'
import { messages } from '../messages.ts'
import { player, type QueuedKind } from '../the-player.ts'

interface AddToQueueButtonProps {
  /** Several where they are added as one: a podcast's episodes. */
  track: NewTrack | readonly NewTrack[]
  kind: QueuedKind
  /** In a row of many: only the icon, named after what it adds. */
  compact?: boolean
  className?: string | undefined
}

export function AddToQueueButton({ track, kind, compact = false, className }: AddToQueueButtonProps) {
  const add = () => player.addToQueue(track, kind)
  if (compact) {
    const title = 'audioSrc' in track ? track.title : messages.tracks(track.length)
    return (
      <IconButton label={messages.addTrackToQueue(title)} className={className} onClick={add}>
        <ListPlus size={18} aria-hidden="true" />
      </IconButton>
    )
  }
  return (
    <Button className={className} onClick={add}>
      <ListPlus size={18} aria-hidden="true" />
      {messages.addToQueue}
    </Button>
  )
}
