import { CalendarClock, Globe } from 'lucide-react'
import { useForm } from 'react-hook-form'
import { Button } from '../../../ui/button/button.tsx'
import { confirm, openDialog } from '../../../ui/dialog/dialogs.ts'
import { rescueFocus } from '../../../ui/dialog/modal.ts'
import { FormDialog } from '../../../ui/field/form-dialog.tsx'
import { FormTextField } from '../../../ui/field/form-fields.tsx'
import { Strip } from '../../../ui/strip/strip.tsx'
import { ApiError } from '../../../lib/api.ts'
import { attempt } from '../attempt.ts'
import { instantOf, localTimeOf } from './field-values.ts'
import { publishingMessages as messages } from './field-messages.ts'
import { type RecordCalls, reloadRecord } from './record-calls.ts'
import type { EditedRecord } from './record-values.ts'

interface PublishingProps<Saved extends EditedRecord> {
  calls: RecordCalls<Saved>
  record: Saved
}

/** What is to be known and done about a record that is not public. */
export function PublishingStrip<Saved extends EditedRecord>({ calls, record }: PublishingProps<Saved>) {
  const { status, publishAt, isUnlisted = false } = record
  const hidden = isUnlisted ? messages.unlisted : messages.draft
  if (status === undefined || status === 'Published') return null
  const publish = () => calls.publishing.publish(record.id)
  return (
    <Strip
      text={
        <>
          <strong>{messages.statuses[status]}</strong>{' '}
          {publishAt == null ? hidden : messages.scheduled(publishAt)}
        </>
      }
    >
      {status === 'Scheduled' && (
        <Button kind="quiet" onClick={() => void unpublish(calls, record)}>
          {messages.cancelSchedule}
        </Button>
      )}
      <Button onClick={() => void publishOnDay(calls, record)}>
        <CalendarClock size={18} aria-hidden="true" />
        {messages.onDay}
      </Button>
      <Button kind="filled" onClick={() => void change(calls, record, publish, texts.publish)}>
        <Globe size={18} aria-hidden="true" />
        {messages.now}
      </Button>
    </Strip>
  )
}

const texts = {
  publish: { done: messages.published, failed: messages.publishFailed },
  unpublish: { done: messages.unpublished, failed: messages.unpublishFailed },
}

async function change<Saved extends EditedRecord>(
  calls: RecordCalls<Saved>,
  { id }: Saved,
  work: () => Promise<unknown>,
  said: { done: string; failed: string },
): Promise<void> {
  if (!(await attempt(work, said))) return
  await reloadRecord(calls, id)
  // The button that was pressed is gone with what it changed.
  rescueFocus(document.querySelector('h1'))
}

/** Asks first where people see the record; a schedule is cancelled without a question. */
export async function unpublish<Saved extends EditedRecord>(
  calls: RecordCalls<Saved>,
  record: Saved,
): Promise<void> {
  const isPublic = record.status === 'Published'
  if (isPublic && !(await confirm({ title: messages.unpublish, text: messages.unpublishText(record.name) })))
    return
  const said = isPublic ? texts.unpublish : { ...texts.unpublish, done: messages.scheduleCancelled }
  await change(calls, record, () => calls.publishing.unpublish(record.id), said)
}

async function publishOnDay<Saved extends EditedRecord>(
  calls: RecordCalls<Saved>,
  record: Saved,
): Promise<void> {
  const done = await openDialog<true>((close) => <DayDialog calls={calls} record={record} close={close} />)
  if (!done) return
  await reloadRecord(calls, record.id)
  rescueFocus(document.querySelector('h1'))
}

function checkDay(localTime: string): string | undefined {
  return instantOf(localTime) === '' ? messages.dayRequired : undefined
}

function DayDialog<Saved extends EditedRecord>({
  calls,
  record,
  close,
}: PublishingProps<Saved> & { close: (result?: true) => void }) {
  const form = useForm({ defaultValues: { day: localTimeOf(record.publishAt ?? '') } })

  async function schedule({ day }: { day: string }) {
    try {
      await calls.publishing.publish(record.id, instantOf(day))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      return { title: messages.publishFailed, description: error.items.at(-1)?.description }
    }
    return undefined
  }

  return (
    <FormDialog
      title={messages.onDayTitle}
      text={messages.onDayText(record.name)}
      form={form}
      submitLabel={messages.schedule}
      close={close}
      onSubmit={schedule}
    >
      <FormTextField
        control={form.control}
        name="day"
        type="datetime-local"
        label={messages.day}
        check={checkDay}
        required
      />
    </FormDialog>
  )
}
