import { type ReactNode, useState } from 'react'
import { type FieldValues, type UseFormReturn, useFormState } from 'react-hook-form'
import { Button } from '../button/button.tsx'
import { Dialog, DialogActions } from '../dialog/dialog.tsx'
import type { CloseDialog } from '../dialog/dialogs.ts'
import { type Failure, FormFailure } from './form-failure.tsx'
import { Form, SubmitButton } from './form.tsx'

interface FormDialogProps<Values extends FieldValues> {
  title: string
  text: string
  form: UseFormReturn<Values>
  submitLabel: string
  danger?: boolean
  close: CloseDialog<true>
  /** @returns why it failed */
  onSubmit: (values: Values) => Promise<Failure | undefined>
  /** The fields. */
  children?: ReactNode
}

/** Closes with true after success, stays open after a failure. */
export function FormDialog<Values extends FieldValues>(props: FormDialogProps<Values>) {
  const { title, text, form, submitLabel, danger = false, close, onSubmit, children } = props
  const [failure, setFailure] = useState<Failure>()
  const { isSubmitting } = useFormState({ control: form.control })

  // A sent request cannot be cancelled: its result has to be shown.
  function leave() {
    if (!isSubmitting) close()
  }

  async function submit(values: Values) {
    setFailure(undefined)
    const failed = await onSubmit(values)
    if (failed) setFailure(failed)
    else close(true)
  }

  return (
    <Dialog title={title} text={text} onDismiss={leave}>
      <Form form={form} onSubmit={submit}>
        {children}
        <div>
          <FormFailure failure={failure} />
          <DialogActions>
            <Button onClick={leave} disabled={isSubmitting}>
              Cancel
            </Button>
            <SubmitButton control={form.control} kind={danger ? 'danger' : 'filled'}>
              {submitLabel}
            </SubmitButton>
          </DialogActions>
        </div>
      </Form>
    </Dialog>
  )
}
