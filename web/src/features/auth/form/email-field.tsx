import type { Control, FieldPath, FieldValues } from 'react-hook-form'
import { emailInput } from '../../../ui/field/email-input.ts'
import { FormTextField } from '../../../ui/field/form-fields.tsx'
import { checkEmail } from '../checks.ts'
import { fieldMessages } from '../messages.ts'

interface EmailFieldProps<Values extends FieldValues> {
  control: Control<Values>
  name: FieldPath<Values>
  label: string
  hint?: string
  /** `username` where the address comes to be what one signs in with. */
  autoComplete: 'username' | 'email'
}

/** An address that has to be there and to be one. */
export function EmailField<Values extends FieldValues>(props: EmailFieldProps<Values>) {
  return (
    <FormTextField {...emailInput} {...props} required check={checkEmail} praise={fieldMessages.emailOk} />
  )
}
