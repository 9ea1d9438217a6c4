import { type Control, useWatch } from 'react-hook-form'
import { Button } from '../../../ui/button/button.tsx'
import { SubmitButton } from '../../../ui/field/form.tsx'
import { formMessages } from '../messages.ts'
import styles from './record-actions.module.css'
import type { RecordValues } from './record-values.ts'
import { UploadProgress } from './upload-progress.tsx'

interface RecordActionsProps {
  control: Control<RecordValues>
  /** How much of the form is sent; nothing when none is. */
  sentPart: number | undefined
  onCancel: () => void
  onDelete?: (() => Promise<void>) | undefined
}

/** The form's buttons, always in sight, and how far a save has come. */
export function RecordActions({ control, sentPart, onCancel, onDelete }: RecordActionsProps) {
  const files = useWatch({ control, name: ['coverImage', 'coverImagePreview', 'audio'] })
  const hasUpload = files.some((choice) => choice.kind === 'chosen')
  const isSaving = sentPart !== undefined
  return (
    <div className={styles.actions}>
      {isSaving && hasUpload && <UploadProgress part={sentPart} onCancel={onCancel} />}
      <div className={styles.buttons}>
        {onDelete && (
          <Button kind="quiet" className={styles.delete} disabled={isSaving} onClick={onDelete}>
            {formMessages.delete}
          </Button>
        )}
        <SubmitButton control={control}>{formMessages.save}</SubmitButton>
      </div>
    </div>
  )
}
