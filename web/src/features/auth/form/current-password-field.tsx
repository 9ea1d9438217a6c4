import type { Control, FieldPath, FieldValues } from 'react-hook-form'
import { FormPasswordField } from '../../../ui/field/form-fields.tsx'
import { required } from '../checks.ts'
import { fieldMessages } from '../messages.ts'

interface CurrentPasswordFieldProps<Values extends FieldValues> {
  control: Control<Values>
  name: FieldPath<Values>
  label: string
}

const check = required(fieldMessages.passwordRequired)

/** The password that the account has; whether it is right, the server knows. */
export function CurrentPasswordField<Values extends FieldValues>(props: CurrentPasswordFieldProps<Values>) {
  return <FormPasswordField {...props} autoComplete="current-password" required check={check} />
}
