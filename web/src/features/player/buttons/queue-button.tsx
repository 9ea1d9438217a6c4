import { ListPlus, ListStart } from 'lucide-react'
import { ActionButton } from '../../../ui/button/action-button.tsx'
import { IconButton } from '../../../ui/button/icon-button.tsx'
import { MenuItem } from '../../../ui/menu/menu.tsx'
import { showToast } from '../../../ui/toast/toasts.ts'
import type { NewTrack } from '../reducer/state.ts'
import { messages, type QueuedKind } from '../messages.ts'
import { player } from '../player.ts'

interface QueueButtonProps {
  /** Several are added as one: a podcast's episodes, or what fetches them. */
  track: NewTrack | readonly NewTrack[] | (() => Promise<readonly NewTrack[]>)
  kind: QueuedKind
  /** Right after the current track, not at the end. */
  next?: boolean
  /** `icon`: without a label, in rows; `item`: of a menu. */
  as?: 'icon' | 'item'
}

export function QueueButton({ track, kind, next = false, as }: QueueButtonProps) {
  const Icon = next ? ListStart : ListPlus
  const { label, short, labelOf } = next ? messages.playNext : messages.addToQueue
  async function add(): Promise<void> {
    if (typeof track !== 'function') return player.addToQueue(track, kind, next)
    try {
      player.addToQueue(await track(), kind, next)
    } catch {
      showToast({ message: messages.listFailed, type: 'error' })
    }
  }

  if (as === 'item')
    return (
      <MenuItem icon={Icon} onSelect={() => void add()}>
        {label}
      </MenuItem>
    )
  if (as !== 'icon' || typeof track === 'function')
    return <ActionButton icon={Icon} label={label} short={short} onClick={() => void add()} />
  return (
    <IconButton
      label={labelOf('audioSrc' in track ? track.title : messages.tracks(track.length))}
      onClick={() => void add()}
    >
      <Icon size={18} aria-hidden="true" />
    </IconButton>
  )
}
