import { type UseFormReturn, useFormState, useWatch } from 'react-hook-form'
import { Button } from '../../../ui/button/button.tsx'
import { FormBar } from '../form/form-bar.tsx'
import { publishingMessages } from './field-messages.ts'
import { messages } from './messages.ts'
import type { RecordValues } from './record-values.ts'
import { UploadProgress } from './upload-progress.tsx'

interface RecordActionsProps {
  form: UseFormReturn<RecordValues>
  /** The sent part of the form, from 0 to 1; undefined while nothing is sent. */
  sentPart: number | undefined
  onCancel: () => void
  /** Of a new record. */
  onSaveDraft: (() => Promise<void>) | undefined
  disabled: boolean | undefined
}

/** The form's bar. An upload can be cancelled until all is sent: from then on the server may have saved it. */
export function RecordActions({ form, sentPart, onCancel, onSaveDraft, disabled }: RecordActionsProps) {
  const files = useWatch({ control: form.control, name: ['coverImage', 'coverImagePreview', 'audio'] })
  const hasUpload = files.flat().some((choice) => choice.kind === 'chosen')
  const { isValid } = useFormState({ control: form.control })
  const draft = onSaveDraft && (
    <Button disabled={!isValid || sentPart !== undefined} onClick={() => void onSaveDraft()}>
      {publishingMessages.saveDraft}
    </Button>
  )
  if (sentPart === undefined || !hasUpload) return <FormBar form={form} disabled={disabled} other={draft} />
  return (
    <FormBar
      form={form}
      disabled={disabled}
      progress={<UploadProgress part={sentPart} />}
      cancel={
        sentPart < 1 && (
          <Button kind="quiet" onClick={onCancel}>
            {messages.cancelUpload}
          </Button>
        )
      }
    />
  )
}
