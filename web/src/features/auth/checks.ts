/** The error of a typed value, in the specification's words; undefined for a valid one. */
import { isEmail } from '@earmark/contract/emails.ts'
import { isStrongPassword } from '@earmark/contract/passwords.ts'
import { missingRules } from '../../ui/field/password-rules.tsx'
import { fieldMessages } from './messages.ts'

export function required(message: string): (text: string) => string | undefined {
  return (text) => (text === '' ? message : undefined)
}

const invisible = /[\p{Cf}\s]/gu

/** Blanks and other invisible characters alone are no name. */
export function checkName(name: string): string | undefined {
  return name.replaceAll(invisible, '') === '' ? fieldMessages.nameRequired : undefined
}

export function checkEmail(email: string): string | undefined {
  if (email === '') return fieldMessages.emailRequired
  return isEmail(email) ? undefined : fieldMessages.emailNotValid
}

export function checkNewPassword(requiredMessage: string): (password: string) => string | undefined {
  return (password) => {
    if (password === '') return requiredMessage
    return isStrongPassword(password) ? undefined : missingRules(password)
  }
}

/** @param first the value of the field that is repeated */
export function checkRepeat(
  repeat: string,
  first: string,
  texts: { required: string; differ: string },
): string | undefined {
  if (repeat === '') return texts.required
  return repeat === first ? undefined : texts.differ
}
