import type { ReactNode } from 'react'
import { type DefaultValues, useForm, type UseFormReturn, useFormState } from 'react-hook-form'
import type { CloseDialog } from '../../../ui/dialog/dialogs.ts'
import { FormDialog } from '../../../ui/field/form-dialog.tsx'
import { formManners } from '../../../ui/field/form.tsx'
import { useCloseWithSession } from '../../auth/index.ts'
import { addressFailure, AddressField, type AddressValues } from './address-field.tsx'
import { byFeedMessages as messages } from './messages.ts'

interface AddFeedDialogProps<Values extends AddressValues> {
  text: string
  defaultValues: DefaultValues<Values>
  close: CloseDialog<true>
  onAdd: (values: Values) => Promise<void>
  /** Further fields. */
  children?: (form: UseFormReturn<Values>) => ReactNode
}

/** Asks for the address of a feed; what is wrong with it stands below it. */
export function AddFeedDialog<Values extends AddressValues>(props: AddFeedDialogProps<Values>) {
  const { text, defaultValues, close, onAdd, children } = props
  const form = useForm<Values>({ ...formManners, defaultValues })
  const { isSubmitting } = useFormState({ control: form.control })
  useCloseWithSession(close)

  async function add(values: Values) {
    try {
      await onAdd({ ...values, url: values.url.trim() })
      return undefined
    } catch (error) {
      return addressFailure(error, messages.addFailed)
    }
  }

  return (
    <FormDialog
      title={messages.addTitle}
      text={text}
      form={form}
      submitLabel={isSubmitting ? messages.reading : messages.submitAdd}
      close={close}
      onSubmit={add}
    >
      <AddressField control={form.control} />
      {children?.(form)}
    </FormDialog>
  )
}
