import { passwordRules } from '@earmark/contract/passwords.ts'

/** What a new password still lacks, in a sentence for those who do not see the list of rules change. */
export function missingRules(password: string): string {
  const missing = passwordRules.filter((rule) => !rule.isMetBy(password))
  return `Still missing: ${missing.map(({ label }) => label.toLowerCase()).join(', ')}`
}
