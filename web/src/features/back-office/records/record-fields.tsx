import { maxDescriptionLength, maxNameLength } from '@earmark/contract/record-forms.ts'
import { type Control, useController } from 'react-hook-form'
import { TextAreaField } from '../../../ui/field/text-area-field.tsx'
import { TextField } from '../../../ui/field/text-field.tsx'
import { useFormField } from '../../../ui/field/use-form-field.ts'
import { checkName } from '../../auth/index.ts'
import { type Refusal, refusalAt } from '../form/refusals.ts'
import { messages } from './messages.ts'
import styles from './record-form.module.css'
import { checkNumber, type RecordValues } from './record-values.ts'

export interface RecordFieldProps {
  control: Control<RecordValues>
  refusals: readonly Refusal[]
  disabled: boolean
}

export function NumberField({ control, refusals, disabled }: RecordFieldProps) {
  const refusal = (value: string) => refusalAt(refusals, 'number', value)
  const { input, message } = useFormField({ control, name: 'number', check: checkNumber, refusal })
  return (
    <div className={styles.number}>
      <TextField
        label={messages.number}
        inputMode="numeric"
        autoComplete="off"
        required
        {...input}
        disabled={disabled}
        message={message}
      />
    </div>
  )
}

export function NameField({ control, refusals, disabled }: RecordFieldProps) {
  const refusal = (value: string) => refusalAt(refusals, 'name', value)
  const { input, message } = useFormField({ control, name: 'name', check: checkName, refusal })
  return (
    <TextField
      label={messages.name}
      autoComplete="off"
      maxLength={maxNameLength}
      required
      {...input}
      disabled={disabled}
      message={message}
    />
  )
}

export function DescriptionField({ control, refusals, disabled }: RecordFieldProps) {
  const { field } = useController({ control, name: 'description' })
  const refused = refusalAt(refusals, 'description', field.value)
  return (
    <TextAreaField
      label={messages.description}
      rows={8}
      maxLength={maxDescriptionLength}
      {...field}
      disabled={disabled}
      message={refused === undefined ? undefined : { kind: 'error', text: refused }}
    />
  )
}
