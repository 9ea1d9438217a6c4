import { maxEmailLength } from '@earmark/contract/emails.ts'

export const emailInput = {
  type: 'email',
  inputMode: 'email',
  autoCapitalize: 'none',
  autoCorrect: 'off',
  spellCheck: false,
  // Pasted spaces are trimmed by the validation.
  maxLength: maxEmailLength + 50,
} as const
