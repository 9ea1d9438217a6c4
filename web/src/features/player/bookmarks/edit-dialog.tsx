import { maxNoteLength } from '@earmark/contract/bookmarks.ts'
import { useState } from 'react'
import { ApiError } from '../../../lib/api.ts'
import { formatTime } from '../../../lib/format-time.ts'
import { readSeconds } from '../../../lib/moment.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog/dialog.tsx'
import { type CloseDialog, openDialog } from '../../../ui/dialog/dialogs.ts'
import { type Failure, FormFailure } from '../../../ui/field/form-failure.tsx'
import { TextAreaField, TextField } from '../../../ui/field/text-field.tsx'
import { type Bookmark, type Marked, noteSaved, recordingOf, sendEdit, staleOf } from './calls.ts'
import styles from './edit-dialog.module.css'
import { messages } from './messages.ts'
import { change, known } from './outbox.ts'
import type { Shown } from './shown.ts'
import { readUnsent } from './unsent.ts'

/** The note and times of a bookmark that was made in this visit. */
export function editMarked(clientId: string): Promise<true | undefined> {
  const marked = readUnsent(clientId) ?? known(clientId)
  return marked === null
    ? Promise.resolve(undefined)
    : openDialog<true>((close) => (
        <EditDialog marked={marked} close={close} save={(next) => saveHere(clientId, next)} />
      ))
}

export function editShown({ clientId, bookmark, ...marked }: Shown): Promise<true | undefined> {
  const isHere = bookmark === null || readUnsent(clientId) !== null
  const save = isHere
    ? (next: Marked) => saveHere(clientId, next)
    : (next: Marked, newer?: Bookmark) => saveThere(newer ?? bookmark, next)
  return openDialog<true>((close) => <EditDialog marked={marked} close={close} save={save} />)
}

/** Why it failed, or the newer one that it does not follow. */
type Outcome = { failure?: Failure; newer?: Bookmark }

function saveHere(clientId: string, next: Marked): Promise<Outcome> {
  change(clientId, next)
  return Promise.resolve({})
}

async function saveThere(bookmark: Bookmark, next: Marked): Promise<Outcome> {
  const recording = recordingOf(bookmark)
  try {
    const saved = await sendEdit(bookmark.id, next, bookmark.version)
    if (recording !== null) await noteSaved(recording, bookmark.id, saved)
    return {}
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const newer = staleOf(error)
    if (newer !== undefined) return { newer }
    return { failure: { title: messages.savingFailed, description: error.items.at(-1)?.description } }
  }
}

interface EditDialogProps {
  marked: Marked
  close: CloseDialog<true>
  save: (next: Marked, newer?: Bookmark) => Promise<Outcome>
}

function EditDialog({ marked, close, save }: EditDialogProps) {
  const [note, setNote] = useState(marked.note)
  const [from, setFrom] = useState(() => written(marked.startSeconds))
  const [until, setUntil] = useState(() => written(marked.endSeconds))
  const [outcome, setOutcome] = useState<Outcome>({})
  const [isSaving, setSaving] = useState(false)
  const startSeconds = readTime(from, marked.startSeconds)
  const endSeconds = until.trim() === '' ? null : readTime(until, marked.endSeconds)
  const wrongFrom = startSeconds === null ? messages.timeInvalid : undefined
  const wrongUntil = wrongEnd(until, startSeconds, endSeconds)
  const wrongNote = [...note].length > maxNoteLength ? messages.noteTooLong(maxNoteLength) : undefined
  const next =
    startSeconds === null || wrongUntil || wrongNote ? null : { startSeconds, endSeconds, note: note.trim() }

  async function submit(newer?: Bookmark) {
    if (next === null || isSaving) return
    setSaving(true)
    const ended = await save(next, newer)
    setSaving(false)
    if (ended.failure ?? ended.newer) setOutcome(ended)
    else close(true)
  }

  if (outcome.newer !== undefined && next !== null)
    return (
      <Stale
        yours={next}
        theirs={outcome.newer}
        onTheirs={() => {
          const recording = outcome.newer && recordingOf(outcome.newer)
          if (outcome.newer && recording) void noteSaved(recording, outcome.newer.id, outcome.newer)
          close(true)
        }}
        onYours={() => void submit(outcome.newer)}
        onDismiss={() => close()}
      />
    )
  return (
    <Dialog title={messages.editTitle} text={messages.editText} onDismiss={() => close()}>
      <form
        noValidate
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <TextAreaField
          label={messages.note}
          rows={4}
          value={note}
          message={errorOf(wrongNote)}
          onChange={(event) => setNote(event.target.value)}
        />
        <div className={styles.times}>
          <TextField
            label={messages.from}
            value={from}
            autoComplete="off"
            message={errorOf(wrongFrom)}
            onChange={(event) => setFrom(event.target.value)}
          />
          <TextField
            label={messages.until}
            value={until}
            autoComplete="off"
            message={errorOf(wrongUntil)}
            onChange={(event) => setUntil(event.target.value)}
          />
        </div>
        <FormFailure failure={outcome.failure} />
        <DialogActions>
          <Button onClick={() => close()}>{messages.cancel}</Button>
          <Button type="submit" kind="filled" disabled={next === null || isSaving} aria-busy={isSaving}>
            {messages.save}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

interface StaleProps {
  yours: Marked
  theirs: Marked
  onYours: () => void
  onTheirs: () => void
  onDismiss: () => void
}

function Stale({ yours, theirs, onYours, onTheirs, onDismiss }: StaleProps) {
  return (
    <Dialog title={messages.staleTitle} text={messages.staleText} onDismiss={onDismiss}>
      <dl className={styles.versions}>
        <Version name={messages.theirs} marked={theirs} />
        <Version name={messages.yours} marked={yours} />
      </dl>
      <DialogActions>
        <Button onClick={onTheirs}>{messages.keepTheirs}</Button>
        <Button kind="filled" onClick={onYours}>
          {messages.keepYours}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function Version({ name, marked }: { name: string; marked: Marked }) {
  const { startSeconds, endSeconds, note } = marked
  const from = formatTime(startSeconds)
  return (
    <div className={styles.version}>
      <dt>{name}</dt>
      <dd>
        <span className={styles.time}>
          {endSeconds === null ? from : messages.range(from, formatTime(endSeconds))}
        </span>
        <span dir="auto">{note || messages.noNote}</span>
      </dd>
    </div>
  )
}

function written(seconds: number | null): string {
  return seconds === null ? '' : formatTime(seconds)
}

/** An unchanged text keeps the fractions that it does not show. */
function readTime(text: string, before: number | null): number | null {
  return before !== null && text === written(before) ? before : readSeconds(text.trim())
}

function wrongEnd(text: string, start: number | null, end: number | null): string | undefined {
  if (text.trim() === '') return undefined
  if (end === null) return messages.timeInvalid
  return start !== null && end <= start ? messages.endInvalid : undefined
}

function errorOf(text: string | undefined) {
  return text === undefined ? undefined : ({ kind: 'error', text } as const)
}
