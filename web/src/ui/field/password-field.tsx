import { maxPasswordLength } from '@earmark/contract/passwords.ts'
import { Eye, EyeOff } from 'lucide-react'
import { useId, useState } from 'react'
import { iconButtonClass } from '../button/icon-button.tsx'
import { VisuallyHidden } from '../visually-hidden/visually-hidden.tsx'
import { describedBy, Field } from './field.tsx'
import styles from './field.module.css'
import { PasswordRules } from './password-rules.tsx'
import type { TextFieldProps } from './text-field.tsx'

export interface PasswordFieldProps extends Omit<TextFieldProps, 'type' | 'value'> {
  value: string
  autoComplete: 'current-password' | 'new-password'
  /** Whether the rules for new passwords stand under it. */
  withRules?: boolean | undefined
}

export function PasswordField({ label, hint, message, withRules, ...input }: PasswordFieldProps) {
  const id = useId()
  const [shown, setShown] = useState(false)
  const parts = { label, hint, message }
  const Icon = shown ? EyeOff : Eye
  const action = shown ? 'Hide password' : 'Show password'
  const wrong = message?.kind === 'error' || message?.kind === 'spoken'
  return (
    <Field id={id} {...parts}>
      <div className={styles.withButton}>
        <input
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          maxLength={maxPasswordLength}
          {...input}
          id={id}
          type={shown ? 'text' : 'password'}
          className={styles.input}
          aria-invalid={wrong ? true : undefined}
          aria-describedby={describedBy(id, parts, ...(withRules ? [`${id}-rules`] : []))}
        />
        <button
          type="button"
          className={`${iconButtonClass} ${styles.reveal}`}
          title={action}
          aria-controls={id}
          onClick={() => setShown(!shown)}
        >
          <Icon size={18} aria-hidden="true" />
          <VisuallyHidden>{action}</VisuallyHidden>
        </button>
      </div>
      {withRules && <PasswordRules id={`${id}-rules`} password={input.value} />}
    </Field>
  )
}
