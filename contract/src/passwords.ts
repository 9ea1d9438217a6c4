export const minPasswordLength = 6
/** Characters: more than anybody types, less than what makes hashing slow. */
export const maxPasswordLength = 1000

/** The code of a password that is not like that. */
export type PasswordCode =
  `Password${'TooShort' | `Requires${'Upper' | 'Lower' | 'Digit' | 'NonAlphanumeric'}`}`

interface PasswordRule {
  readonly code: PasswordCode
  /** What a password has to have, for people. */
  readonly label: string
  isMetBy(password: string): boolean
}

/** What every new password has to be like; letters and digits of any script count as such. */
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
