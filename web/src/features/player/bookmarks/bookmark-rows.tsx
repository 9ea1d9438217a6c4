import { Copy, Pencil, Trash2 } from 'lucide-react'
import { formatTime } from '../../../lib/format-time.ts'
import { momentQuery } from '../../../lib/moment.ts'
import { MenuButton, MenuItem } from '../../../ui/menu/menu.tsx'
import { showToast } from '../../../ui/toast/toasts.ts'
import type { RecordingRef } from '../reducer/state.ts'
import styles from './bookmark-rows.module.css'
import { messages } from './messages.ts'
import { bringBack, remove } from './outbox.ts'
import type { Shown } from './shown.ts'
import { readUnsent } from './unsent.ts'

const undoMilliseconds = 20_000

interface BookmarkRowsProps {
  bookmarks: readonly Shown[]
  onPlay: (shown: Shown) => void
}

/** Each bookmark is a button that plays its moment, with a menu beside it. */
export function BookmarkRows({ bookmarks, onPlay }: BookmarkRowsProps) {
  return (
    <ul className={styles.list}>
      {bookmarks.map((shown) => (
        <Row key={shown.clientId} shown={shown} onPlay={onPlay} />
      ))}
    </ul>
  )
}

function Row({ shown, onPlay }: { shown: Shown; onPlay: (shown: Shown) => void }) {
  const { startSeconds, endSeconds, chapterTitle, note, isUnsent } = shown
  const from = formatTime(startSeconds)
  const to = endSeconds === null ? null : formatTime(endSeconds)
  return (
    <li className={styles.row}>
      <button type="button" className={styles.play} onClick={() => onPlay(shown)}>
        <span className={styles.time}>
          <span className={styles.spoken}>
            {to === null ? messages.play(from) : messages.playClip(from, to)}
          </span>
          <span aria-hidden="true">{from}</span>
        </span>
        <span className={styles.words}>
          {(chapterTitle || to !== null || isUnsent) && (
            <span className={styles.facts}>
              {to !== null && (
                <span
                  className={styles.label}
                >{`${messages.clip} · ${formatTime((endSeconds ?? 0) - startSeconds)}`}</span>
              )}
              {chapterTitle && <span dir="auto">{chapterTitle}</span>}
              {isUnsent && <span>{messages.waiting}</span>}
            </span>
          )}
          {note !== '' && (
            <span className={styles.note} dir="auto">
              {note}
            </span>
          )}
        </span>
      </button>
      <MenuButton label={messages.actions(from)}>
        <MenuItem icon={Pencil} onSelect={() => edit(shown)}>
          {messages.edit}
        </MenuItem>
        {'clipboard' in navigator && (
          <MenuItem icon={Copy} onSelect={() => void copyLink(shown)}>
            {messages.copyLink}
          </MenuItem>
        )}
        <MenuItem icon={Trash2} kind="danger" onSelect={() => removeShown(shown)}>
          {messages.remove}
        </MenuItem>
      </MenuButton>
    </li>
  )
}

function edit(shown: Shown): void {
  void import('./edit-dialog.tsx').then(({ editShown }) => editShown(shown))
}

function removeShown({ clientId, bookmark }: Shown): void {
  const shown = readUnsent(clientId) ?? bookmark
  const removed = shown && remove(shown)
  if (!removed) return
  showToast({
    type: 'success',
    message: messages.removed,
    duration: undoMilliseconds,
    action: { label: messages.undo, run: () => bringBack(removed) },
  })
}

export function pageOf(recording: RecordingRef): string {
  const { id } = recording
  return recording.kind === 'audio-book'
    ? `/audio-books/${id}`
    : `/podcasts/${recording.podcastId}/episodes/${id}`
}

async function copyLink({ recording, ...moment }: Shown): Promise<void> {
  try {
    await navigator.clipboard.writeText(`${location.origin}${pageOf(recording)}${momentQuery(moment)}`)
    showToast({ message: messages.linkCopied, type: 'success' })
  } catch {
    showToast({ message: messages.copyingFailed, type: 'error' })
  }
}
