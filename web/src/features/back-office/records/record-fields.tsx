import { maxDescriptionLength, maxNameLength } from '@earmark/contract/record-forms.ts'
import { type Control, useController } from 'react-hook-form'
import type { FieldMessage } from '../../../ui/field/field.tsx'
import { TextAreaField } from '../../../ui/field/text-area-field.tsx'
import { TextField } from '../../../ui/field/text-field.tsx'
import type { FileChoice } from '../../../ui/file-field/file-choice.ts'
import { useFormField } from '../../../ui/field/use-form-field.ts'
import { checkName, checkNumber } from './checks.ts'
import { messages } from './messages.ts'
import type { RecordValues } from './record-values.ts'
import { holdsFor, type Refusal } from './refusals.ts'
import styles from './record-form.module.css'

export interface RecordFieldProps {
  control: Control<RecordValues>
  refusals: readonly Refusal[]
  disabled: boolean
}

/** What the server had against the value that a field still has. */
export function refusalAt(
  refusals: readonly Refusal[],
  field: string,
  value: string | FileChoice,
): FieldMessage | undefined {
  const refusal = refusals.find((one) => one.field === field && holdsFor(one, value))
  return refusal && { kind: 'error', text: refusal.text }
}

export function NumberField({ control, refusals, disabled }: RecordFieldProps) {
  const { input, message } = useFormField({ control, name: 'number', check: checkNumber })
  const refusal = refusalAt(refusals, 'number', input.value)
  return (
    <div className={styles.number}>
      <TextField
        label={messages.number}
        inputMode="numeric"
        autoComplete="off"
        required
        {...input}
        disabled={disabled}
        message={refusal ?? message}
      />
    </div>
  )
}

export function NameField({ control, refusals, disabled }: RecordFieldProps) {
  const { input, message } = useFormField({ control, name: 'name', check: checkName })
  return (
    <TextField
      label={messages.name}
      autoComplete="off"
      maxLength={maxNameLength}
      required
      {...input}
      disabled={disabled}
      message={refusalAt(refusals, 'name', input.value) ?? message}
    />
  )
}

export function DescriptionField({ control, refusals, disabled }: RecordFieldProps) {
  const { field } = useController({ control, name: 'description' })
  return (
    <TextAreaField
      label={messages.description}
      rows={8}
      maxLength={maxDescriptionLength}
      {...field}
      disabled={disabled}
      message={refusalAt(refusals, 'description', field.value)}
    />
  )
}
