import { passwordRules } from '@earmark/contract/passwords.ts'
import { Check, Circle } from 'lucide-react'
import { VisuallyHidden } from '../visually-hidden/visually-hidden.tsx'
import styles from './password-rules.module.css'

export function PasswordRules({ id, password }: { id: string; password: string }) {
  return (
    <div id={id}>
      <VisuallyHidden>A password has: </VisuallyHidden>
      <ul role="list" className={styles.rules}>
        {passwordRules.map((rule) => {
          const met = rule.isMetBy(password)
          const Icon = met ? Check : Circle
          return (
            <li key={rule.code} className={styles.rule} data-met={met}>
              <Icon size={14} aria-hidden="true" />
              {rule.label}
              <VisuallyHidden>{met ? ', met' : ', not met yet'}</VisuallyHidden>
            </li>
          )
        })}
      </ul>
    </div>
  )
}

/** The missing rules as a sentence, for screen readers. */
export function missingRules(password: string): string {
  const missing = passwordRules.filter((rule) => !rule.isMetBy(password))
  return `Still missing: ${missing.map(({ label }) => label.toLowerCase()).join(', ')}`
}
