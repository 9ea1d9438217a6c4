import { useEffect, useRef } from 'react'
import { type Control, useFormState, useWatch } from 'react-hook-form'
import { Button } from '../../../ui/button/button.tsx'
import { SubmitButton } from '../../../ui/field/form.tsx'
import { DeleteButton } from '../form/delete-button.tsx'
import type { Deletion } from '../form/use-deletion.ts'
import { formMessages } from '../messages.ts'
import { messages } from './messages.ts'
import styles from './record-actions.module.css'
import type { RecordValues } from './record-values.ts'
import { UploadProgress } from './upload-progress.tsx'

interface RecordActionsProps {
  control: Control<RecordValues>
  /** How much of the form is sent; nothing when none is. */
  sentPart: number | undefined
  onCancel: () => void
  deletion?: Deletion | undefined
}

/**
 * The form's buttons, always in sight, and how far a save has come. Files can be called back until all is sent: from
 * then on the server may have them.
 */
export function RecordActions({ control, sentPart, onCancel, deletion }: RecordActionsProps) {
  const files = useWatch({ control, name: ['coverImage', 'coverImagePreview', 'audio'] })
  const hasUpload = files.some((choice) => choice.kind === 'chosen')
  const { isSubmitting } = useFormState({ control })
  const buttons = useRef<HTMLDivElement>(null)
  const isSaving = sentPart !== undefined
  const isUploading = isSaving && hasUpload

  // What had the focus was disabled, or has gone with the progress.
  useEffect(() => {
    const row = buttons.current
    if (!isSubmitting) return
    return () => {
      if (document.activeElement !== document.body) return
      row?.querySelector<HTMLButtonElement>('[type=submit]')?.focus({ preventScroll: true })
    }
  }, [isSubmitting])

  return (
    <div className={styles.actions}>
      {isUploading && <UploadProgress part={sentPart} />}
      <div ref={buttons} className={styles.buttons}>
        {deletion && <DeleteButton className={styles.delete} deletion={deletion} disabled={isSaving} />}
        {isUploading && sentPart < 1 && (
          <Button kind="quiet" onClick={onCancel}>
            {messages.cancelUpload}
          </Button>
        )}
        <SubmitButton control={control} disabled={deletion?.isRunning}>
          {formMessages.save}
        </SubmitButton>
      </div>
    </div>
  )
}
