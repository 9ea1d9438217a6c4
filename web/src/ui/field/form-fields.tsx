/** The fields, as parts of a form: `<FormTextField control={form.control} name="email" label="Email" … />`. */
import type { FieldValues } from 'react-hook-form'
import { PasswordField, type PasswordFieldProps } from './password-field.tsx'
import { TextField, type TextFieldProps } from './text-field.tsx'
import { type FormFieldParts, useFormField } from './use-form-field.ts'

type InForm<Props, Values extends FieldValues> = FormFieldParts<Values> &
  Omit<Props, 'name' | 'value' | 'onChange' | 'onBlur' | 'ref' | 'message'>

export function FormTextField<Values extends FieldValues>(props: InForm<TextFieldProps, Values>) {
  const { control, name, check, affects, praise, invite, refusal, ...rest } = props
  const { input, message } = useFormField({ control, name, check, affects, praise, invite, refusal })
  return <TextField {...rest} {...input} message={message} />
}

export function FormPasswordField<Values extends FieldValues>(props: InForm<PasswordFieldProps, Values>) {
  const { control, name, check, affects, praise, invite, refusal, ...rest } = props
  const parts = { control, name, check, affects, praise, invite, refusal }
  const { input, message, isRefused } = useFormField(parts)
  // The list of rules shows it already.
  const listed = rest.withRules && !isRefused && message?.kind === 'error' && input.value !== ''
  const said = listed ? { ...message, kind: 'spoken' as const } : message
  return <PasswordField {...rest} {...input} message={said} />
}
