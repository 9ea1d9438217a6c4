import { maxEmailLength } from '@earmark/contract/emails.ts'

/** What every field for an address has, whatever it is for. */
export const emailInput = {
  type: 'email',
  inputMode: 'email',
  autoCapitalize: 'none',
  autoCorrect: 'off',
  spellCheck: false,
  // Room for what is pasted with spaces around it; the length itself is a matter of validation.
  maxLength: maxEmailLength + 50,
} as const
