import { type ComponentProps, useId } from 'react'
import { describedBy, Field, type FieldParts } from './field.tsx'
import styles from './field.module.css'

export interface TextAreaFieldProps
  extends FieldParts,
    Omit<ComponentProps<'textarea'>, 'id' | 'className'> {}

export function TextAreaField({ label, hint, message, ...area }: TextAreaFieldProps) {
  const id = useId()
  const parts = { label, hint, message }
  return (
    <Field id={id} {...parts}>
      <textarea
        dir="auto"
        {...area}
        id={id}
        className={styles.input}
        aria-invalid={message?.kind === 'error' ? true : undefined}
        aria-describedby={describedBy(id, parts)}
      />
    </Field>
  )
}
