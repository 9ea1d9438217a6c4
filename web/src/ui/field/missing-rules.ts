import { passwordRules } from '@earmark/contract/passwords.ts'

/** The missing rules as a sentence, for screen readers. */
export function missingRules(password: string): string {
  const missing = passwordRules.filter((rule) => !rule.isMetBy(password))
  return `Still missing: ${missing.map(({ label }) => label.toLowerCase()).join(', ')}`
}
