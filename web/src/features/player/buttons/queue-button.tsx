import { ListPlus, ListStart } from 'lucide-react'
import { ActionButton } from '../../../ui/button/action-button.tsx'
import { IconButton } from '../../../ui/button/icon-button.tsx'
import type { NewTrack } from '../reducer/state.ts'
import { messages, type QueuedKind } from '../messages.ts'
import { player } from '../player.ts'

interface QueueButtonProps {
  /** Several are added as one: a podcast's episodes. */
  track: NewTrack | readonly NewTrack[]
  kind: QueuedKind
  /** Right after the current track, not at the end. */
  next?: boolean
  /** Only an icon, in rows. */
  compact?: boolean
}

export function QueueButton({ track, kind, next = false, compact = false }: QueueButtonProps) {
  const Icon = next ? ListStart : ListPlus
  const { label, short, labelOf } = next ? messages.playNext : messages.addToQueue
  const add = () => player.addToQueue(track, kind, next)
  if (!compact) return <ActionButton icon={Icon} label={label} short={short} onClick={add} />
  return (
    <IconButton
      label={labelOf('audioSrc' in track ? track.title : messages.tracks(track.length))}
      onClick={add}
    >
      <Icon size={18} aria-hidden="true" />
    </IconButton>
  )
}
