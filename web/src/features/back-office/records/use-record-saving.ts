import { useEffect, useRef, useState } from 'react'
import { type UseFormReturn, useFormState } from 'react-hook-form'
import { ApiError } from '../../../lib/api.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { showToast } from '../../../ui/toast/toasts.ts'
import { forgetAnswers } from '../answers.ts'
import { showFailure } from '../attempt.ts'
import { useRefusals } from '../form/refusals.ts'
import { messages } from './messages.ts'
import { type RecordCalls, reloadRecord } from './record-calls.ts'
import { type EditedRecord, looksAlike, type RecordValues, valuesOf } from './record-values.ts'
import { type RecordUpdate, type Unanswered, updateRecord } from './update-record.ts'

interface Saving<Saved extends EditedRecord> {
  form: UseFormReturn<RecordValues>
  calls: RecordCalls<Saved>
  /** The newest version that is known; undefined for a new record. */
  record: Saved | undefined
  onCreated: (created: Saved) => Promise<void>
}

function isCancelled(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError'
}

function showSaveFailure(message: string, error: unknown): void {
  // Without a response it is unknown whether the server has saved.
  const isUnanswered = error instanceof ApiError && error.status === 0
  if (!isUnanswered) return showFailure(message, error)
  showToast({ type: 'error', message, description: messages.connectionLost })
}

/** Writes a record, and resolves conflicts with other editors' versions. */
export function useRecordSaving<Saved extends EditedRecord>(saving: Saving<Saved>) {
  const { form, calls, record, onCreated } = saving
  /** The version that the form's values were typed over. */
  const [base, setBase] = useState(record)
  const [sentPart, setSentPart] = useState<number>()
  const { refusalOf, forget, refuse } = useRefusals(form)
  const { isDirty } = useFormState({ control: form.control })
  const cancelling = useRef<AbortController>(undefined)
  const unanswered = useRef<Unanswered<Saved>>(undefined)

  // A change of readers or voicers, beside the form, makes a newer version of the same values.
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
    await forgetAnswers(calls.kind)
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
      showSaveFailure(version ? calls.messages.updateFailed : calls.messages.createFailed, error)
    } finally {
      setSentPart(undefined)
    }
  }

  // Another editor's version replaces the values only while nothing was typed.
  const isOutdated = record && base && record.updatedAt > base.updatedAt && !looksAlike(record, base)
  if (isOutdated && !isDirty && sentPart === undefined) setBase(record)

  useEffect(() => {
    if (base) form.reset(valuesOf(base))
  }, [form, base])

  // An upload ends with its page.
  useEffect(() => () => cancelling.current?.abort(), [])

  return { save, cancel: () => cancelling.current?.abort(), sentPart, refusalOf, isDirty }
}
