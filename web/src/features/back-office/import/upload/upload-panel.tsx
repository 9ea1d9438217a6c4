import { ChevronDown, X } from 'lucide-react'
import { useId, useState } from 'react'
import { Button } from '../../../../ui/button/button.tsx'
import { IconButton } from '../../../../ui/button/icon-button.tsx'
import { confirm } from '../../../../ui/dialog/dialogs.ts'
import { uploadMessages as messages } from './messages.ts'
import styles from './upload-panel.module.css'
import {
  cancelUploads,
  closeUploads,
  type ItemState,
  leaveOutFailed,
  tryAgain,
  type UploadItem,
  useUploads,
} from './uploads.ts'

const mostShown = 100
/** What one may have to do something about comes first. */
const shownOrder: readonly ItemState[] = ['Failed', 'Lost', 'Sending', 'Waiting', 'Done']

/** The files that are on their way. */
export function UploadPanel({ onReview }: { onReview: (importId: number) => void }) {
  const { items, isStarting, importId, problem } = useUploads()
  const [isOpen, setOpen] = useState(true)
  const titleId = useId()
  if (items.length === 0) return null
  const done = items.filter(({ state }) => state === 'Done').length
  const failed = items.filter(({ state }) => state === 'Failed').length
  const isLost = items.some(({ state }) => state === 'Lost')
  const isSettled = done + failed === items.length
  const bytes = items.reduce((sum, { file }) => sum + file.size, 0)
  const sent = items.reduce((sum, { sentBytes }) => sum + sentBytes, 0)

  async function leave() {
    if (importId !== undefined) return closeUploads()
    if (await confirm(messages.cancelQuestion)) await cancelUploads()
  }

  return (
    <section className={styles.panel} aria-labelledby={titleId}>
      <div className={styles.head}>
        <h2 id={titleId} className={styles.title}>
          {messages.panel}
        </h2>
        <span className={styles.count}>{messages.progress(done, items.length)}</span>
        <IconButton
          label={isOpen ? messages.fold : messages.unfold}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <ChevronDown size={18} className={styles.arrow} aria-hidden="true" />
        </IconButton>
        <IconButton
          label={importId === undefined ? messages.cancel : messages.close}
          onClick={() => void leave()}
        >
          <X size={18} aria-hidden="true" />
        </IconButton>
      </div>
      <progress
        className={styles.progress}
        aria-label={messages.panel}
        max={Math.max(bytes, 1)}
        value={sent}
      />
      <p className={styles.state} role="status">
        {isLost && messages.lost}
        {isStarting && messages.starting}
        {importId !== undefined && messages.done}
        {!isLost && isSettled && failed > 0 && messages.failedCount(failed)}
        {problem}
      </p>
      {importId !== undefined && (
        <Button
          kind="filled"
          onClick={() => {
            closeUploads()
            onReview(importId)
          }}
        >
          {messages.review}
        </Button>
      )}
      {(problem !== undefined || (isSettled && failed > 0)) && (
        <div className={styles.actions}>
          <Button onClick={tryAgain}>{messages.again}</Button>
          {failed > 0 && done > 0 && (
            <Button onClick={() => void leaveOutFailed()}>{messages.leaveOut}</Button>
          )}
        </div>
      )}
      {isOpen && <Items items={items} />}
    </section>
  )
}

function Items({ items }: { items: readonly UploadItem[] }) {
  const sorted = shownOrder.flatMap((state) => items.filter((item) => item.state === state))
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the list scrolls, by keys too
    <ul role="list" className={styles.items} tabIndex={0} aria-label={messages.panel}>
      {sorted.slice(0, mostShown).map((item) => (
        <li key={item.id} className={styles.item} data-state={item.state}>
          <span className={styles.name} dir="auto" title={item.path}>
            {item.file.name}
          </span>
          <span className={styles.itemState}>{stateOf(item)}</span>
          {item.problem && <span className={styles.problem}>{item.problem}</span>}
        </li>
      ))}
      {sorted.length > mostShown && (
        <li className={styles.item}>
          <span className={styles.itemState}>{messages.more(sorted.length - mostShown)}</span>
        </li>
      )}
    </ul>
  )
}

function stateOf({ state, sentBytes, file }: UploadItem): string {
  if (state !== 'Sending' || file.size === 0) return messages.states[state]
  return messages.part(sentBytes / file.size)
}
