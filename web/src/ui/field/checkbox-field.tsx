import { type ComponentProps, useId } from 'react'
import styles from './checkbox-field.module.css'

interface CheckboxFieldProps extends Omit<ComponentProps<'input'>, 'id' | 'className' | 'type' | 'value'> {
  label: string
  hint?: string
}

export function CheckboxField({ label, hint, ...input }: CheckboxFieldProps) {
  const id = useId()
  return (
    <div className={styles.field}>
      <label className={styles.choice}>
        <input
          {...input}
          type="checkbox"
          className={styles.box}
          aria-describedby={hint ? `${id}-hint` : undefined}
        />
        {label}
      </label>
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
    </div>
  )
}
