import { ChevronDown, Trash2, X } from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import { formatTime } from '../../../lib/format-time.ts'
import { Button } from '../../../ui/button/button.tsx'
import { IconButton } from '../../../ui/button/icon-button.tsx'
import { rescueFocus } from '../../../ui/dialog/modal.ts'
import { narrow } from '../../../ui/layers/layers.ts'
import { useReorder } from '../../../ui/reorder/use-reorder.ts'
import { VisuallyHidden } from '../../../ui/visually-hidden/visually-hidden.tsx'
import { messages } from '../bar-messages.ts'
import { closePanel, dropPanels } from '../panels.ts'
import { player, usePlayer, usePosition } from '../player.ts'
import { shownDuration } from '../reducer/state.ts'
import { emptyQueue } from './undo.ts'
import styles from './queue-panel.module.css'
import { moveKeysId, QueueRow } from './queue-row.tsx'

/** A non-modal dialog beside the page in wide windows, a modal one on phones. Only the modal one restores the focus. */
export function QueuePanel() {
  const queue = usePlayer((state) => state.queue)
  const currentId = usePlayer((state) => state.currentId)
  const panel = useRef<HTMLDialogElement>(null)
  const [said, setSaid] = useState('')
  const drag = useReorder(queue.length, (id: number, place) => {
    player.send({ type: 'arrange', id, place })
    setSaid(messages.movedTo(place + 1, queue.length))
  })
  const [isNarrow] = useState(() => matchMedia(narrow).matches)

  // The cleanup runs while the panel still has the focus.
  useLayoutEffect(() => {
    const element = panel.current
    const cameFrom = document.activeElement
    if (isNarrow) element?.showModal()
    else element?.show()
    element?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
    return () => {
      const hadFocus = element?.contains(document.activeElement) ?? false
      element?.close()
      if (hadFocus && cameFrom instanceof HTMLElement) cameFrom.focus()
      rescueFocus(cameFrom)
    }
  }, [isNarrow])

  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- the backdrop; its key is Escape
    <dialog
      ref={panel}
      className={styles.panel}
      aria-label={messages.queue}
      onCancel={(event) => {
        event.preventDefault()
        closePanel()
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !isNarrow) closePanel()
      }}
      onClick={(event) => {
        if ((event.target as Element).closest('a') !== null) dropPanels()
        else if (event.target === event.currentTarget) closePanel()
      }}
    >
      <div className={styles.head}>
        <h2 className={`title ${styles.heading}`}>{messages.queue}</h2>
        <span className={styles.count}>{messages.tracks(queue.length)}</span>
        <IconButton label={messages.closeQueue} className={styles.close} onClick={closePanel}>
          <X size={20} aria-hidden="true" className={styles.cross} />
          <ChevronDown size={24} aria-hidden="true" className={styles.down} />
        </IconButton>
      </div>
      <div className={styles.tools}>
        <Clock />
        <Button kind="quiet" onClick={() => emptyQueue(player)}>
          <Trash2 size={16} aria-hidden="true" />
          {messages.removeAll}
        </Button>
      </div>
      <ol role="list" className={styles.list} data-dragging={drag.isDragging ? '' : undefined}>
        {queue.map((track, place) => (
          <QueueRow
            key={track.id}
            track={track}
            isCurrent={track.id === currentId}
            replaces={isNarrow}
            shift={drag.shiftOf(place)}
            handle={drag.handleOf(track.id, place)}
          />
        ))}
      </ol>
      <p id={moveKeysId} hidden>
        {messages.moveKeys}
      </p>
      <div aria-live="polite">
        <VisuallyHidden>{said}</VisuallyHidden>
      </div>
    </dialog>
  )
}

function Clock() {
  const duration = usePlayer(shownDuration)
  const position = usePosition((ticks) => formatTime(ticks.position))
  return (
    <span className={styles.clock}>
      <span className={styles.now}>{position}</span> / {formatTime(duration ?? 0)}
    </span>
  )
}
