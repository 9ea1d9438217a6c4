import { maxDescriptionLength, maxNameLength } from '@earmark/contract/limits.ts'
import { type Control, useController } from 'react-hook-form'
import { FormTextField } from '../../../ui/field/form-fields.tsx'
import { TextAreaField } from '../../../ui/field/text-field.tsx'
import { checkName } from '../../auth/index.ts'
import type { RefusalOf } from '../form/refusals.ts'
import { messages } from './messages.ts'
import styles from './record-form.module.css'
import { checkNumber, type RecordValues } from './record-values.ts'

export interface RecordFieldProps {
  control: Control<RecordValues>
  refusalOf: RefusalOf
  disabled: boolean
}

export function NumberField({ control, refusalOf, disabled }: RecordFieldProps) {
  return (
    <div className={styles.number}>
      <FormTextField
        control={control}
        name="number"
        label={messages.number}
        inputMode="numeric"
        autoComplete="off"
        required
        disabled={disabled}
        check={checkNumber}
        refusal={refusalOf('number')}
      />
    </div>
  )
}

export function NameField({ control, refusalOf, disabled }: RecordFieldProps) {
  return (
    <FormTextField
      control={control}
      name="name"
      label={messages.name}
      autoComplete="off"
      maxLength={maxNameLength}
      required
      disabled={disabled}
      check={checkName}
      refusal={refusalOf('name')}
    />
  )
}

export function DescriptionField({ control, refusalOf, disabled }: RecordFieldProps) {
  const { field } = useController({ control, name: 'description' })
  const refused = refusalOf('description')(field.value)
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
