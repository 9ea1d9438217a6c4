import { ChevronDown } from 'lucide-react'
import { type ComponentProps, useId } from 'react'
import { describedBy, Field, type FieldParts } from './field.tsx'
import fieldStyles from './field.module.css'
import styles from './select-field.module.css'

export interface Option {
  value: string
  label: string
}

interface SelectFieldProps extends FieldParts, Omit<ComponentProps<'select'>, 'id' | 'className'> {
  options: readonly (string | Option)[]
}

export function SelectField({ label, hint, message, options, ...select }: SelectFieldProps) {
  const id = useId()
  const parts = { label, hint, message }
  return (
    <Field id={id} {...parts}>
      <div className={styles.choice}>
        <select
          {...select}
          id={id}
          className={`${fieldStyles.input} ${styles.select}`}
          aria-describedby={describedBy(id, parts)}
        >
          {options.map((option) => {
            const { value, label: text } =
              typeof option === 'string' ? { value: option, label: option } : option
            return (
              <option key={value} value={value}>
                {text}
              </option>
            )
          })}
        </select>
        <ChevronDown size={16} className={styles.arrow} aria-hidden="true" />
      </div>
    </Field>
  )
}
