import type { ReactNode } from 'react'
import { type Control, type FieldValues, useFormState } from 'react-hook-form'
import { SubmitButton } from '../../../ui/field/form.tsx'
import { formMessages } from '../messages.ts'
import { DeleteButton } from './delete-button.tsx'
import styles from './form-actions.module.css'
import type { Deletion } from './use-deletion.ts'

interface FormActionsProps<Values extends FieldValues> {
  control: Control<Values>
  /** For what is there already. */
  deletion?: Deletion | undefined
  /** What else can be done with it. */
  children?: ReactNode
}

/** A form's buttons, always in sight: what takes away on the one side, what keeps on the other. */
export function FormActions<Values extends FieldValues>(props: FormActionsProps<Values>) {
  const { control, deletion, children } = props
  const { isSubmitting } = useFormState({ control })
  return (
    <div className={styles.actions}>
      {deletion && <DeleteButton className={styles.delete} deletion={deletion} disabled={isSubmitting} />}
      {children}
      <SubmitButton control={control} disabled={deletion?.isRunning}>
        {formMessages.save}
      </SubmitButton>
    </div>
  )
}
