import type { SavedChapters } from '@earmark/contract/chapter-edits.ts'
import { useEffect, useRef } from 'react'
import { formatAgo } from '../../../lib/format-time.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Dialog, DialogActions, DialogText } from '../../../ui/dialog/dialog.tsx'
import { type CloseDialog, openDialog } from '../../../ui/dialog/dialogs.ts'
import { chapterMessages as messages } from './messages.ts'
import { type Rows, rowsOf } from './rows.ts'
import styles from './stale-chapters.module.css'
import { formatTenths } from './times.ts'

type Version = 'theirs' | 'yours'

/** Which list is to stay; undefined when the dialog was left. */
export function askWhoseChapters(yours: Rows, theirs: SavedChapters): Promise<Version | undefined> {
  const { chapters, savedBy, savedAt } = theirs
  const ago = savedAt && formatAgo((Date.now() - Date.parse(savedAt)) / 1000)
  return openDialog<Version>((close) => (
    <StaleChaptersDialog
      title={messages.staleTitle(savedBy, ago)}
      yours={yours}
      theirs={rowsOf(chapters)}
      close={close}
    />
  ))
}

interface StaleChaptersProps {
  title: string
  yours: Rows
  theirs: Rows
  close: CloseDialog<Version>
}

function StaleChaptersDialog({ title, yours, theirs, close }: StaleChaptersProps) {
  return (
    <Dialog title={title} onDismiss={() => close()}>
      <div className={styles.both}>
        <Compared heading={messages.yours(yours.length)} rows={yours} others={theirs} />
        <Compared heading={messages.theirs(theirs.length)} rows={theirs} others={yours} />
      </div>
      <DialogActions>
        <Button kind="quiet" onClick={() => close()}>
          {messages.keepEditing}
        </Button>
        <Button onClick={() => close('yours')}>{messages.saveYours}</Button>
        <Button kind="filled" onClick={() => close('theirs')}>
          {messages.takeTheirs}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

/** One list beside the other, from what only it has, which is washed. */
function Compared({ heading, rows, others }: { heading: string; rows: Rows; others: Rows }) {
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    const all = list.current
    const first = all?.querySelector<HTMLElement>('[data-differs]')
    if (all && first) all.scrollTop = first.offsetTop - all.offsetTop
  }, [])
  const there = new Set(others.map(({ startMs, title }) => `${startMs} ${title}`))
  return (
    <section className={styles.side} aria-label={heading}>
      <DialogText>{heading}</DialogText>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by keys */}
      <ol ref={list} role="list" className={styles.compared} tabIndex={0} aria-label={heading}>
        {rows.map(({ id, startMs, title }) =>
          there.has(`${startMs} ${title}`) ? (
            <li key={id}>
              {formatTenths(startMs)} <span dir="auto">{title}</span>
            </li>
          ) : (
            <li key={id} data-differs="">
              <mark>
                {formatTenths(startMs)} <span dir="auto">{title}</span>
              </mark>
            </li>
          ),
        )}
      </ol>
    </section>
  )
}
