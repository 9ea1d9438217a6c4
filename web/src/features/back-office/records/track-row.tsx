import { FileUp, GripVertical, Play, Square, X } from 'lucide-react'
import { IconButton } from '../../../ui/button/icon-button.tsx'
import type { HandleProps, Shift } from '../../../ui/reorder/use-reorder.ts'
import { peopleMessages } from '../messages.ts'
import type { AudioRow } from './audio-values.ts'
import { messages } from './messages.ts'
import styles from './tracks-field.module.css'

interface TrackRowProps {
  row: AudioRow
  place: number
  disabled: boolean
  isHeard: boolean
  shift: Shift | null
  handle: HandleProps
  /** The id of the handles' description. */
  keysId: string
  onHear: () => void
  onReplace: () => void
  onRemove: () => void
}

export function TrackRow(props: TrackRowProps) {
  const { row, place, disabled, isHeard, shift, handle, keysId, onHear, onReplace, onRemove } = props
  const { name, fact } = row
  const Icon = isHeard ? Square : Play
  return (
    <li
      className={styles.row}
      data-dragged={shift?.isDragged ? '' : undefined}
      style={shift === null ? undefined : { transform: `translateY(${shift.pixels}px)` }}
    >
      <button
        type="button"
        className={styles.handle}
        aria-label={peopleMessages.move(name)}
        aria-describedby={keysId}
        aria-disabled={disabled}
        {...(disabled ? {} : handle)}
      >
        <GripVertical size={18} aria-hidden="true" />
      </button>
      <span className={styles.number}>{place + 1}</span>
      <span className={styles.words}>
        <span className={styles.name} dir="auto" title={name}>
          {name}
        </span>
        <span className={styles.fact}>{fact}</span>
      </span>
      <IconButton label={messages.listenTo(name)} aria-pressed={isHeard} onClick={onHear}>
        <Icon size={14} fill="currentColor" aria-hidden="true" />
      </IconButton>
      <IconButton label={messages.replaceTrack(name)} disabled={disabled} onClick={onReplace}>
        <FileUp size={16} aria-hidden="true" />
      </IconButton>
      <IconButton
        data-remove=""
        label={peopleMessages.remove(name)}
        disabled={disabled}
        onClick={(event) => {
          focusNeighbour(event.currentTarget)
          onRemove()
        }}
      >
        <X size={16} aria-hidden="true" />
      </IconButton>
    </li>
  )
}

/** Keeps the focus in the list when its row is removed. */
function focusNeighbour(button: HTMLElement): void {
  const row = button.closest('li')
  const neighbour = row?.nextElementSibling ?? row?.previousElementSibling
  neighbour?.querySelector<HTMLElement>('[data-remove]')?.focus()
}
