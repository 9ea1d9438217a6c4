import { FileText } from 'lucide-react'
import { type ChangeEvent, useRef, useState } from 'react'
import { useController, useForm } from 'react-hook-form'
import type { ProposedSource } from '@earmark/contract/chapter-edits.ts'
import { ApiError } from '../../../lib/api.ts'
import { Button } from '../../../ui/button/button.tsx'
import { type CloseDialog, openDialog } from '../../../ui/dialog/dialogs.ts'
import { FormDialog } from '../../../ui/field/form-dialog.tsx'
import type { Failure } from '../../../ui/field/form-failure.tsx'
import { FormTextField } from '../../../ui/field/form-fields.tsx'
import { formManners } from '../../../ui/field/form.tsx'
import { TextAreaField } from '../../../ui/field/text-field.tsx'
import { useFileDrop } from '../../../ui/file-field/use-file-drop.ts'
import type { ChapterCalls } from './chapter-calls.ts'
import styles from './chapter-dialogs.module.css'
import { chapterMessages as messages } from './messages.ts'
import { isForServer, readList } from './pasted-list.ts'
import { type Rows, rowsOf } from './rows.ts'
import { decodeText } from './text-files.ts'
import { parseAmount } from './times.ts'

/** The milliseconds to shift by; undefined when the dialog was left. */
export async function askForShift(number: number): Promise<number | undefined> {
  let given: number | undefined
  await openDialog<true>((close) => (
    <ShiftDialog number={number} close={close} onAmount={(ms) => (given = ms)} />
  ))
  return given
}

function ShiftDialog(props: { number: number; close: CloseDialog<true>; onAmount: (ms: number) => void }) {
  const form = useForm({ ...formManners, defaultValues: { amount: '' } })

  async function submit({ amount }: { amount: string }) {
    props.onAmount(parseAmount(amount) ?? 0)
    return await Promise.resolve(undefined)
  }

  return (
    <FormDialog
      title={messages.shiftTitle(props.number)}
      text={messages.amountHint}
      form={form}
      submitLabel={messages.doShift}
      close={props.close}
      onSubmit={submit}
    >
      <FormTextField
        control={form.control}
        name="amount"
        label={messages.amount}
        check={(value) => (parseAmount(value) === null ? messages.amountInvalid : undefined)}
        autoComplete="off"
        required
      />
    </FormDialog>
  )
}

function failureOf(title: string, error: unknown): Failure {
  if (!(error instanceof ApiError)) throw error
  return { title, description: error.items.at(-1)?.description }
}

/** The chapters of a pasted text; undefined when the dialog was left. */
export async function askForText(calls: ChapterCalls): Promise<Rows | undefined> {
  let read: Rows | undefined
  await openDialog<true>((close) => (
    <PasteDialog calls={calls} close={close} onRows={(rows) => (read = rows)} />
  ))
  return read
}

interface RowsDialogProps {
  calls: ChapterCalls
  close: CloseDialog<true>
  onRows: (rows: Rows) => void
}

const maxTextBytes = 1_000_000

function PasteDialog({ calls, close, onRows }: RowsDialogProps) {
  const form = useForm({ ...formManners, defaultValues: { text: '' } })
  const { field } = useController({ control: form.control, name: 'text' })
  const input = useRef<HTMLInputElement>(null)
  const [refusal, setRefusal] = useState<string>()
  const { target } = useFileDrop(([file]) => file && void take(file), false)

  async function take(file: File): Promise<void> {
    if (file.size > maxTextBytes) return setRefusal(messages.fileTooLarge)
    try {
      change(decodeText(new Uint8Array(await file.arrayBuffer())))
    } catch (error) {
      // Moved or forbidden meanwhile.
      if (!(error instanceof DOMException)) throw error
      setRefusal(messages.fileFailed)
    }
  }

  function takeChosen(event: ChangeEvent<HTMLInputElement>) {
    const file = event.target.files?.[0]
    // Choosing the same file again has to be a change.
    event.target.value = ''
    if (file) void take(file)
  }

  function change(text: string) {
    setRefusal(undefined)
    field.onChange(text)
  }

  async function submit({ text }: { text: string }): Promise<Failure | undefined> {
    if (!isForServer(text)) {
      const read = readList(text)
      if ('refused' in read) return { title: messages.pasteFailed, description: read.refused }
      onRows(read.rows)
      return undefined
    }
    try {
      onRows(rowsOf((await calls.propose({ text })).chapters))
      return undefined
    } catch (error) {
      return failureOf(messages.pasteFailed, error)
    }
  }

  return (
    <FormDialog
      title={messages.pasteTitle}
      text={messages.pasteHint}
      form={form}
      submitLabel={messages.doPaste}
      close={close}
      onSubmit={submit}
    >
      <div className={styles.text} {...target}>
        <TextAreaField
          {...field}
          label={messages.pasteLabel}
          message={refusal === undefined ? undefined : { kind: 'error', text: refusal }}
          rows={9}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => change(event.target.value)}
        />
        <Button onClick={() => input.current?.click()}>
          <FileText size={18} aria-hidden="true" />
          {messages.chooseFile}
        </Button>
        <input
          ref={input}
          type="file"
          accept=".cue,.json,.txt"
          aria-label={messages.chooseFile}
          hidden
          onChange={takeChosen}
        />
      </div>
    </FormDialog>
  )
}

const lengthLimits = { least: 0.1, most: 1440 } as const

function checkMinutes(text: string): string | undefined {
  const minutes = Number(text.replace(',', '.'))
  return minutes >= lengthLimits.least && minutes <= lengthLimits.most ? undefined : messages.minutesInvalid
}

const proposals: readonly { from: ProposedSource; label: string }[] = [
  { from: 'Files', label: messages.fromFiles },
  { from: 'Embedded', label: messages.fromEmbedded },
]

/** Chapters that the server proposes; undefined when the dialog was left. */
export async function askForProposal(calls: ChapterCalls): Promise<Rows | undefined> {
  let read: Rows | undefined
  await openDialog<true>((close) => (
    <ProposalDialog calls={calls} close={close} onRows={(rows) => (read = rows)} />
  ))
  return read
}

/** Even parts are the form; what is asked for without a length are its other buttons. */
function ProposalDialog({ calls, close, onRows }: RowsDialogProps) {
  const form = useForm<{ minutes: string; from: ProposedSource }>({
    ...formManners,
    defaultValues: { minutes: '10', from: 'Even' },
  })

  async function submit(from: ProposedSource, minutes: string): Promise<Failure | undefined> {
    const length = from === 'Even' ? { lengthSeconds: Number(minutes.replace(',', '.')) * 60 } : {}
    try {
      const { chapters } = await calls.propose({ from, ...length })
      if (chapters.length === 0) return { title: messages.nothingProposed }
      onRows(rowsOf(chapters))
      return undefined
    } catch (error) {
      return failureOf(messages.proposeFailed, error)
    }
  }

  return (
    <FormDialog
      title={messages.proposeTitle}
      text={messages.proposeText}
      form={form}
      submitLabel={messages.even}
      close={close}
      onSubmit={({ minutes, from }) => submit(from, minutes)}
    >
      <div className={styles.ways}>
        {proposals.map(({ from, label }) => (
          <Button key={from} type="submit" onClick={() => form.setValue('from', from)}>
            {label}
          </Button>
        ))}
      </div>
      <FormTextField
        control={form.control}
        name="minutes"
        label={messages.minutes}
        check={checkMinutes}
        inputMode="decimal"
        autoComplete="off"
        onFocus={() => form.setValue('from', 'Even')}
      />
    </FormDialog>
  )
}
