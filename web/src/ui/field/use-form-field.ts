import { type ChangeEvent, useState } from 'react'
import { type Control, type FieldPath, type FieldValues, useController, useWatch } from 'react-hook-form'
import type { FieldMessage } from './field.tsx'

/** Something to say about a value, in the light of the form's other values. */
export type Remark<Values extends FieldValues> = (value: string, values: Values) => string | undefined

export interface FormFieldParts<
  Values extends FieldValues,
  Name extends FieldPath<Values> = FieldPath<Values>,
> {
  control: Control<Values>
  name: Name
  /** What is wrong with a value; nothing when it is right. */
  check?: Remark<Values> | undefined
  /** Fields whose check looks at this one's value. */
  affects?: FieldPath<Values>[] | undefined
  /** Said once a value that was edited is right. */
  praise?: string | undefined
  /** Said as long as nothing was typed here. */
  invite?: Remark<Values> | undefined
  /** What was said elsewhere against a value that is right by all that is known here. */
  refusal?: ((value: string) => string | undefined) | undefined
}

/**
 * A text of a form and what there is to say about it: no blame before it was edited (or the form sent), blame when
 * typing pauses (the form's `delayError`), and none any more the moment the value is right.
 */
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
