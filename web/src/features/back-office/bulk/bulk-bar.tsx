import type { BulkChanges } from '@earmark/contract/bulk-edits.ts'
import { GlobeLock, Trash2, X } from 'lucide-react'
import { Button } from '../../../ui/button/button.tsx'
import { IconButton } from '../../../ui/button/icon-button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog/dialog.tsx'
import { confirm, openDialog } from '../../../ui/dialog/dialogs.ts'
import { MenuButton, MenuItem } from '../../../ui/menu/menu.tsx'
import { VisuallyHidden } from '../../../ui/visually-hidden/visually-hidden.tsx'
import { openSeriesSelector } from '../groups/series-selector.tsx'
import { areYouSure } from '../messages.ts'
import styles from './bulk-bar.module.css'
import { askForCredit, askForGenres, askForLanguage } from './bulk-dialogs.tsx'
import { bulkMessages as messages, type Nouns } from './messages.ts'
import { SelectionBar } from './selection-bar.tsx'
import { type BulkFailure, type BulkTable, useBulk } from './use-bulk.ts'
import type { Selected } from './use-selection.ts'

interface BulkBarProps extends Omit<BulkTable, 'onDone'> {
  /** The records that are shown. */
  page: readonly Selected[]
  /** Before the bar disappears, and the focus with it. */
  onLeave: () => void
  /** All records of the page are deleted. */
  onEmptied: () => Promise<void>
}

/** What can be done with all selected records, over the foot of their table. */
export function BulkBar({ page, onLeave, onEmptied, ...table }: BulkBarProps) {
  const { kind, nouns, selection } = table
  const { progress, outcome, run, stop } = useBulk({
    ...table,
    onDone: async (changes, done) => {
      if (done.length === selection.selected.size) onLeave()
      if (changes.delete && page.every(({ id }) => done.includes(id))) await onEmptied()
    },
  })
  const count = selection.selected.size
  const here = page.filter(({ id }) => selection.selected.has(id)).length
  const text = messages.ofSelected(count, nouns)
  const mainRole = kind === 'AudioBook' ? 'Reader' : 'Host'
  const whenAsked = async (asked: Promise<BulkChanges | undefined>) => {
    const changes = await asked
    if (changes) await run(changes)
  }

  async function joinSeries() {
    const series = await openSeriesSelector([])
    if (series) await run({ seriesId: series.id })
  }

  async function unpublish() {
    const question = { title: messages.unpublish, text: messages.unpublishText(count, nouns) }
    if (await confirm(question)) await run({ unpublish: true })
  }

  async function remove() {
    const question = {
      title: messages.deleteTitle(nouns[1]),
      text: areYouSure(messages.counted(count, nouns)),
    }
    if (await confirm(question)) await run({ delete: true })
  }

  const bar = { label: messages.bar(nouns[1]), isRunning: progress !== undefined }
  if (progress)
    return (
      <>
        <Spoken text={messages.progress(progress.count, progress.total)} />
        <SelectionBar {...bar}>
          <p className={styles.count}>{messages.progress(progress.count, progress.total)}</p>
          <progress
            className={styles.progress}
            aria-label={bar.label}
            max={progress.total}
            value={progress.count}
          />
          <Button className={styles.action} aria-disabled={progress.isStopping} onClick={stop}>
            {progress.isStopping ? messages.stopping : messages.stop}
          </Button>
        </SelectionBar>
      </>
    )
  if (count === 0) return <Spoken text="" />
  const { failures = [], done = 0 } = outcome ?? {}
  return (
    <>
      <Spoken text={messages.selected(count, count - here)} />
      <SelectionBar {...bar}>
        <div className={styles.count}>
          <p>{messages.selected(count, count - here)}</p>
          {failures.length > 0 && (
            <button
              type="button"
              className={styles.outcome}
              onClick={() => void showFailures(failures, nouns)}
            >
              {messages.outcome(done, failures.length)}
            </button>
          )}
        </div>
        <div className={styles.actions}>
          <Action onAct={() => whenAsked(askForGenres({ title: messages.genres[kind], text }))}>
            {messages.genres[kind]}
          </Action>
          <Action onAct={() => whenAsked(askForLanguage({ title: messages.language, text }))}>
            {messages.language}
          </Action>
          <Action onAct={() => whenAsked(askForCredit(mainRole, text))}>{messages.people}</Action>
          {kind === 'AudioBook' && <Action onAct={joinSeries}>{messages.series}</Action>}
          <Action onAct={() => run({ publish: true })}>{messages.publish}</Action>
          <MenuButton label={messages.more} className={styles.icon}>
            <MenuItem icon={GlobeLock} onSelect={() => void unpublish()}>
              {messages.unpublish}
            </MenuItem>
            <MenuItem icon={Trash2} kind="danger" onSelect={() => void remove()}>
              {messages.delete}
            </MenuItem>
          </MenuButton>
          <IconButton
            label={messages.clear}
            className={styles.icon}
            onClick={() => {
              onLeave()
              selection.clear()
            }}
          >
            <X size={20} aria-hidden="true" />
          </IconButton>
        </div>
      </SelectionBar>
    </>
  )
}

/** A live region has to exist before its first message. */
function Spoken({ text }: { text: string }) {
  return (
    <VisuallyHidden>
      <span role="status">{text}</span>
    </VisuallyHidden>
  )
}

function Action({ onAct, children }: { onAct: () => Promise<void>; children: string }) {
  return (
    <Button className={styles.action} onClick={() => void onAct()}>
      {children}
    </Button>
  )
}

async function showFailures(failures: readonly BulkFailure[], nouns: Nouns): Promise<void> {
  await openDialog<true>((close) => (
    <Dialog title={messages.failures(failures.length, nouns)} onDismiss={close}>
      <ul role="list" className={styles.failures}>
        {failures.map(({ id, name, reason }) => (
          <li key={id}>
            <bdi className={styles.name}>{name}</bdi> <span className="meta">{reason}</span>
          </li>
        ))}
      </ul>
      <DialogActions>
        <Button onClick={() => close()}>{messages.close}</Button>
      </DialogActions>
    </Dialog>
  ))
}
