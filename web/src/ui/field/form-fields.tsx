import { type ChangeEvent, useState } from 'react'
import { type Control, type FieldPath, type FieldValues, useController, useWatch } from 'react-hook-form'
import type { FieldMessage } from './field.tsx'
import { PasswordField, type PasswordFieldProps } from './password-field.tsx'
import { TextField, type TextFieldProps } from './text-field.tsx'

type Remark<Values extends FieldValues> = (value: string, values: Values) => string | undefined

interface FormFieldParts<Values extends FieldValues, Name extends FieldPath<Values> = FieldPath<Values>> {
  control: Control<Values>
  name: Name
  /** The error of a value. */
  check?: Remark<Values> | undefined
  /** Fields whose check reads this one's value. */
  affects?: FieldPath<Values>[] | undefined
  /** Shown for a valid edited value. */
  praise?: string | undefined
  /** Shown before the first edit. */
  invite?: Remark<Values> | undefined
  /** The server's refusal of a valid value. */
  refusal?: ((value: string) => string | undefined) | undefined
}

/** Errors are shown after an edit or a submit, when typing pauses (`delayError`), and vanish with the first valid value. */
function useFormField<Values extends FieldValues, Name extends FieldPath<Values> = FieldPath<Values>>(
  parts: FormFieldParts<Values, Name>,
) {
  const { control, name, check, affects, praise, invite, refusal } = parts
  const [edited, setEdited] = useState(false)
  const values = useWatch({ control }) as Values
  const { field, fieldState, formState } = useController({
    control,
    name,
    rules: {
      validate: (value, all) => check?.(value, all) ?? true,
      ...(affects && { deps: affects }),
    },
  })
  const talks = edited || formState.submitCount > 0
  const wrong = check?.(field.value, values)
  const refused = refusal?.(field.value)

  function message(): FieldMessage | undefined {
    if (refused !== undefined) return asMessage('error', refused)
    if (!talks) return asMessage('note', invite?.(field.value, values))
    if (wrong === undefined) return asMessage('success', edited ? praise : undefined)
    return asMessage('error', fieldState.invalid ? wrong : undefined)
  }

  function onChange(event: ChangeEvent<HTMLInputElement>) {
    setEdited(true)
    field.onChange(event)
  }

  return { input: { ...field, onChange }, message: message(), isRefused: refused !== undefined }
}

function asMessage(kind: FieldMessage['kind'], text: string | undefined): FieldMessage | undefined {
  return text === undefined ? undefined : { kind, text }
}

type InForm<Props, Values extends FieldValues> = FormFieldParts<Values> &
  Omit<Props, 'name' | 'value' | 'onChange' | 'onBlur' | 'ref' | 'message'>

/** `<FormTextField control={form.control} name="email" label="Email" … />`. */
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
