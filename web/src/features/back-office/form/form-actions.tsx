import type { ReactNode } from 'react'
import { type Control, type FieldValues, useFormState } from 'react-hook-form'
import { Button } from '../../../ui/button/button.tsx'
import { SubmitButton } from '../../../ui/field/form.tsx'
import { formMessages } from '../messages.ts'
import styles from './form-actions.module.css'

interface FormActionsProps<Values extends FieldValues> {
  control: Control<Values>
  /** For what is there already. */
  onDelete?: (() => Promise<void>) | undefined
  /** What else can be done with it. */
  children?: ReactNode
}

/** A form's buttons, always in sight: what takes away on the one side, what keeps on the other. */
export function FormActions<Values extends FieldValues>(props: FormActionsProps<Values>) {
  const { control, onDelete, children } = props
  const { isSubmitting } = useFormState({ control })
  return (
    <div className={styles.actions}>
      {onDelete && (
        <Button
          kind="quiet"
          className={styles.delete}
          disabled={isSubmitting}
          onClick={() => void onDelete()}
        >
          {formMessages.delete}
        </Button>
      )}
      {children}
      <SubmitButton control={control}>{formMessages.save}</SubmitButton>
    </div>
  )
}
