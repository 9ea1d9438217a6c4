import { type BookField, getAudioBookFields, releaseAudioBookField } from '@earmark/contract/field-sources.ts'
import { getEditedAudioBook } from '@earmark/contract/edited-records.ts'
import { isSameValue } from '@earmark/contract/planner/field-values.ts'
import type { FieldName } from '@earmark/contract/planner/plan-input.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Pin } from 'lucide-react'
import { useState } from 'react'
import { type Control, useFormState } from 'react-hook-form'
import { call } from '../../../lib/api.ts'
import { apiQuery, queryClient } from '../../../lib/query-client.ts'
import { Button } from '../../../ui/button/button.tsx'
import { showToast } from '../../../ui/toast/toasts.ts'
import { forgetAnswers } from '../answers.ts'
import { showFailure } from '../attempt.ts'
import styles from './origin.module.css'
import { originMessages as messages } from './origin-messages.ts'
import type { RecordValues } from './record-values.ts'

interface LateOriginProps {
  bookId: number
  updatedAt: string
  field: FieldName
  control?: Control<RecordValues> | undefined
}

/** Whose word a value is; one button gives the field to the files again. */
export function LateOrigin({ bookId, updatedAt, field, control }: LateOriginProps) {
  const query = apiQuery(getAudioBookFields, { params: { id: bookId } })
  const { data: fields } = useQuery({
    ...query,
    queryKey: [...query.queryKey, updatedAt],
    placeholderData: keepPreviousData,
  })
  const known = fields?.[field]
  if (!known || known.source === 'None') return null
  const name = messages.names[field]
  const isReleasable = known.source === 'Hand' && known.others.length > 0
  return (
    <p className={`meta ${styles.origin}`}>
      {name !== undefined && <span>{name}: </span>}
      <Words field={field} known={known} />
      {isReleasable && control && <FormRelease bookId={bookId} field={field} control={control} />}
      {isReleasable && !control && <Release bookId={bookId} field={field} isDirty={false} />}
    </p>
  )
}

function Words({ field, known }: { field: FieldName; known: BookField }) {
  const { source, value, others, setBy } = known
  if (source !== 'Hand') return <span>{messages.from[source]}</span>
  const file = others[0]
  const differs = file !== undefined && !isSameValue(field, file.value, value)
  return (
    <span className={styles.pinned} title={setBy}>
      <Pin size={14} aria-hidden="true" />
      {differs ? messages.youSetBeside(file.value) : messages.youSet}
    </span>
  )
}

/** Unsaved changes of the form come first: the record is another one afterwards. */
function FormRelease({ control, ...release }: ReleaseProps & { control: Control<RecordValues> }) {
  const { isDirty } = useFormState({ control })
  return <Release {...release} isDirty={isDirty} />
}

interface ReleaseProps {
  bookId: number
  field: FieldName
}

function Release({ bookId, field, isDirty }: ReleaseProps & { isDirty: boolean }) {
  const [isRunning, setRunning] = useState(false)

  async function release(): Promise<void> {
    setRunning(true)
    try {
      const saved = await call(releaseAudioBookField, { params: { id: bookId, field } })
      const { queryKey } = apiQuery(getEditedAudioBook, { params: { id: bookId } })
      queryClient.setQueryData(queryKey, saved)
      showToast({ type: 'success', message: messages.taken })
      await forgetAnswers('audio-books')
    } catch (error) {
      showFailure(messages.takingFailed, error)
    } finally {
      setRunning(false)
    }
  }

  return (
    <Button
      kind="quiet"
      disabled={isDirty || isRunning}
      title={isDirty ? messages.saveFirst : undefined}
      onClick={() => void release()}
    >
      {messages.useFile}
    </Button>
  )
}
