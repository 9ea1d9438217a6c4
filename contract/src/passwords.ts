export const minPasswordLength = 6
/** Characters; bounds the cost of hashing. */
export const maxPasswordLength = 1000

/** The codes of a password that breaks a rule, in the order of the rules. */
export const passwordCodes = [
  'PasswordTooShort',
  'PasswordRequiresUpper',
  'PasswordRequiresLower',
  'PasswordRequiresDigit',
  'PasswordRequiresNonAlphanumeric',
] as const
export type PasswordCode = (typeof passwordCodes)[number]

interface PasswordRule {
  readonly code: PasswordCode
  /** The requirement, for people. */
  readonly label: string
  isMetBy(password: string): boolean
}

/** The rules of new passwords; letters and digits of any script count. */
export const passwordRules: readonly PasswordRule[] = [
  {
    code: 'PasswordTooShort',
    label: `At least ${minPasswordLength} characters`,
    isMetBy: (password) => [...password].length >= minPasswordLength,
  },
  {
    code: 'PasswordRequiresUpper',
    label: 'One uppercase letter',
    isMetBy: (password) => /\p{Lu}/u.test(password),
  },
  {
    code: 'PasswordRequiresLower',
    label: 'One lowercase letter',
    isMetBy: (password) => /\p{Ll}/u.test(password),
  },
  { code: 'PasswordRequiresDigit', label: 'One digit', isMetBy: (password) => /\p{Nd}/u.test(password) },
  {
    code: 'PasswordRequiresNonAlphanumeric',
    label: 'One special character',
    isMetBy: (password) => /[^\p{L}\p{M}\p{N}]/u.test(password),
  },
]

/** Whether a new password meets every rule. */
export function isStrongPassword(password: string): boolean {
  return passwordRules.every((rule) => rule.isMetBy(password))
}
