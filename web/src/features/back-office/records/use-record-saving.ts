import { useEffect, useRef, useState } from 'react'
import { type UseFormReturn, useFormState } from 'react-hook-form'
import { ApiError } from '../../../lib/api.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { showToast } from '../../../ui/toast/toasts.ts'
import { forgetAnswers } from '../answers.ts'
import { showFailure } from '../attempt.ts'
import { useRefusals } from '../form/refusals.ts'
import { messages } from './messages.ts'
import { newCredits } from './people-values.ts'
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
  const [isCreated, setCreated] = useState(false)
  const { refusalOf, forget, refuse } = useRefusals(form)
  const { isDirty } = useFormState({ control: form.control })
  const cancelling = useRef<AbortController>(undefined)
  const unanswered = useRef<Unanswered<Saved>>(undefined)
  const made = useRef<Saved>(undefined)
  const isDraft = useRef(false)

  // A change of readers or voicers, beside the form, makes a newer version of the same values.
  const version = record && base && looksAlike(record, base) ? record : base

  function adopt(saved: Saved) {
    // Answers of saving do not tell whether the record is public.
    queryClient.setQueryData<Saved>(calls.query(saved.id).queryKey, (before) => ({ ...before, ...saved }))
    setBase(saved)
  }

  /** A record whose people could not be saved is not made a second time. */
  async function make(
    values: RecordValues,
    options: RecordUpdate<Saved>['options'],
  ): Promise<Saved | undefined> {
    if (!made.current) {
      made.current = await calls.create(values, options, isDraft.current)
      showToast({ type: 'success', message: calls.messages.created })
      return made.current
    }
    const outcome = await updateRecord({ calls, values, over: made.current, options, unanswered })
    return 'saved' in outcome ? outcome.saved : outcome.instead
  }

  /** @returns undefined when the people of the new record are not saved yet */
  async function create(
    values: RecordValues,
    options: RecordUpdate<Saved>['options'],
  ): Promise<Saved | undefined> {
    const created = await make(values, options)
    if (created === undefined) return undefined
    made.current = created
    if (values.credits.length === 0) return created
    try {
      await calls.people.replace(created.id, newCredits(values.credits), created.updatedAt)
    } catch (error) {
      showSaveFailure(messages.peopleNotSaved, error)
      return undefined
    }
    return created
  }

  async function write(values: RecordValues, options: RecordUpdate<Saved>['options']): Promise<void> {
    if (version) {
      const outcome = await updateRecord({ calls, values, over: version, options, unanswered })
      if ('instead' in outcome) return outcome.instead && adopt(outcome.instead)
      adopt(outcome.saved)
      showToast({ type: 'success', message: calls.messages.updated })
      return reloadRecord(calls, outcome.saved.id)
    }
    const created = await create(values, options)
    if (created === undefined) return
    setCreated(true)
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
  const isOutdated = record && base && record.updatedAt >= base.updatedAt && !looksAlike(record, base)
  if (isOutdated && !isDirty && sentPart === undefined) setBase(record)

  useEffect(() => {
    if (base) form.reset(valuesOf(base))
  }, [form, base])

  // An upload ends with its page.
  useEffect(() => () => cancelling.current?.abort(), [])

  // The form of a created record stays on the screen until that record's page is loaded.
  const isUnsaved = !isCreated && (isDirty || sentPart !== undefined)
  function saveDraft(values: RecordValues): Promise<void> {
    isDraft.current = true
    return save(values).finally(() => {
      isDraft.current = false
    })
  }

  return { save, saveDraft, cancel: () => cancelling.current?.abort(), sentPart, refusalOf, isUnsaved }
}
