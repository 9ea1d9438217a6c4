import { type ChangeEvent, useState } from 'react'
import { type Control, type FieldPath, type FieldValues, useController, useWatch } from 'react-hook-form'
import type { FieldMessage } from './field.tsx'

export type Remark<Values extends FieldValues> = (value: string, values: Values) => string | undefined

export interface FormFieldParts<
  Values extends FieldValues,
  Name extends FieldPath<Values> = FieldPath<Values>,
> {
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
export function useFormField<Values extends FieldValues, Name extends FieldPath<Values> = FieldPath<Values>>(
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
