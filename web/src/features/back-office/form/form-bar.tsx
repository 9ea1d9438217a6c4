import type { ReactNode } from 'react'
import { type FieldValues, type UseFormReturn, useFormState, useWatch } from 'react-hook-form'
import { Button } from '../../../ui/button/button.tsx'
import { confirm } from '../../../ui/dialog/dialogs.ts'
import { SubmitButton } from '../../../ui/field/form.tsx'
import { formMessages } from '../messages.ts'
import { PageBar } from './page-bar.tsx'
import { comparable } from './refusals.ts'

interface FormBarProps<Values extends FieldValues> {
  form: UseFormReturn<Values>
  disabled?: boolean | undefined
  /** The progress of a save, in the place of the number of changes. */
  progress?: ReactNode
  /** The button that cancels a save, in the place of Discard. */
  cancel?: ReactNode
  /** Another way to save, before Save. */
  other?: ReactNode
}

/** The bar at the window's foot: the number of changes, Discard and Save. */
export function FormBar<Values extends FieldValues>(props: FormBarProps<Values>) {
  const { form, disabled, progress, cancel, other } = props
  const { control } = form
  const { defaultValues, isSubmitting } = useFormState({ control })
  const values = useWatch({ control })
  const changes = Object.entries(values).filter(
    ([name, value]) => comparable(value) !== comparable(defaultValues?.[name]),
  ).length

  async function discard() {
    if (changes > 0 && !isSubmitting && (await confirm(formMessages.discardAll))) form.reset()
  }

  return (
    <PageBar
      state={progress ?? (changes > 0 && formMessages.changes(changes))}
      hasTwoWays={other !== undefined}
    >
      {cancel ?? (
        // Not `disabled`: after discarding, the focus would be lost.
        <Button aria-disabled={changes === 0 || isSubmitting} onClick={() => void discard()}>
          {formMessages.discard}
        </Button>
      )}
      {other}
      <SubmitButton control={control} disabled={disabled}>
        {formMessages.save}
      </SubmitButton>
    </PageBar>
  )
}
