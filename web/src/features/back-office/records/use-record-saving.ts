import { useEffect, useRef, useState } from 'react'
import { type UseFormReturn, useFormState } from 'react-hook-form'
import { queryClient } from '../../../lib/query-client.ts'
import { showToast } from '../../../ui/toast/toasts.ts'
import { forgetAnswers } from '../answers.ts'
import { useRefusals } from '../form/refusals.ts'
import { messages } from './messages.ts'
import { type RecordCalls, reloadRecord } from './record-calls.ts'
import { type EditedRecord, looksAlike, type RecordValues, valuesOf } from './record-values.ts'
import { isCancelled, saySaveFailure } from './save-failures.ts'
import { type RecordUpdate, type Unanswered, updateRecord } from './update-record.ts'

interface Saving<Saved extends EditedRecord> {
  form: UseFormReturn<RecordValues>
  calls: RecordCalls<Saved>
  /** As the server has it by all that is known here; nothing for one that is to be created. */
  record: Saved | undefined
  onCreated: (created: Saved) => Promise<void>
}

/** Writes a record, and settles what happens when somebody else has written it meanwhile. */
export function useRecordSaving<Saved extends EditedRecord>(saving: Saving<Saved>) {
  const { form, calls, record, onCreated } = saving
  /** The version that the form's values were typed over. */
  const [base, setBase] = useState(record)
  const [sentPart, setSentPart] = useState<number>()
  const { refusals, forget, refuse } = useRefusals(form)
  const { isDirty } = useFormState({ control: form.control })
  const cancelling = useRef<AbortController>(undefined)
  const unanswered = useRef<Unanswered<Saved>>(undefined)

  // Readers and voicers are changed beside the form: that makes a newer version of the same values.
  const version = record && base && looksAlike(record, base) ? record : base

  function adopt(saved: Saved) {
    queryClient.setQueryData<unknown>(calls.query(saved.id).queryKey, saved)
    setBase(saved)
  }

  async function write(values: RecordValues, options: RecordUpdate<Saved>['options']): Promise<void> {
    if (version) {
      const outcome = await updateRecord({ calls, values, over: version, options, unanswered })
      if ('instead' in outcome) return outcome.instead && adopt(outcome.instead)
      adopt(outcome.saved)
      showToast({ type: 'success', message: calls.messages.updated })
      return reloadRecord(calls, outcome.saved.id)
    }
    const created = await calls.create(values, options)
    queryClient.setQueryData<unknown>(calls.query(created.id).queryKey, created)
    showToast({ type: 'success', message: calls.messages.created })
    await forgetAnswers(calls.kept)
    await onCreated(created)
  }

  async function save(values: RecordValues): Promise<void> {
    const controller = new AbortController()
    cancelling.current = controller
    let isSent = false
    setSentPart(0)
    forget()
    const onProgress = (part: number) => {
      isSent = part >= 1
      setSentPart(part)
    }
    try {
      await write(values, { onProgress, signal: controller.signal })
    } catch (error) {
      if (isCancelled(error)) return showToast(isSent ? messages.leftUnanswered : messages.uploadCancelled)
      refuse(error, values)
      saySaveFailure(version ? calls.messages.updateFailed : calls.messages.createFailed, error)
    } finally {
      setSentPart(undefined)
    }
  }

  // Somebody else's version comes in as long as it takes nothing away.
  const isOutdated = record && base && record.updatedAt > base.updatedAt && !looksAlike(record, base)
  if (isOutdated && !isDirty && sentPart === undefined) setBase(record)

  useEffect(() => {
    if (base) form.reset(valuesOf(base))
  }, [form, base])

  // What was sent for a page that is gone need not arrive.
  useEffect(() => () => cancelling.current?.abort(), [])

  return { save, cancel: () => cancelling.current?.abort(), sentPart, refusals, isDirty }
}
