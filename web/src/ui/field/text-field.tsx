import { maxEmailLength } from '@earmark/contract/emails.ts'
import { type ComponentProps, useId } from 'react'
import { describedBy, Field, type FieldParts } from './field.tsx'
import styles from './field.module.css'

export interface TextFieldProps extends FieldParts, Omit<ComponentProps<'input'>, 'id' | 'className'> {}

export function TextField({ label, hint, message, ...input }: TextFieldProps) {
  const id = useId()
  const parts = { label, hint, message }
  return (
    <Field id={id} {...parts}>
      <input
        type="text"
        dir="auto"
        {...input}
        id={id}
        className={styles.input}
        aria-invalid={message?.kind === 'error' ? true : undefined}
        aria-describedby={describedBy(id, parts)}
      />
    </Field>
  )
}

export const emailInput = {
  type: 'email',
  inputMode: 'email',
  autoCapitalize: 'none',
  autoCorrect: 'off',
  spellCheck: false,
  // Pasted spaces are trimmed by the validation.
  maxLength: maxEmailLength + 50,
} as const

interface TextAreaFieldProps extends FieldParts, Omit<ComponentProps<'textarea'>, 'id' | 'className'> {}

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
