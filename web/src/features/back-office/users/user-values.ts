/** A user as its form has it, and what that says to the server. */
import { isEmail } from '@earmark/contract/emails.ts'
import { isStrongPassword } from '@earmark/contract/passwords.ts'
import type { Role } from '@earmark/contract/roles.ts'
import type { User } from '@earmark/contract/users.ts'
import { missingRules } from '../../../ui/field/missing-rules.ts'
import { userMessages } from '../messages.ts'

export interface UserValues {
  email: string
  name: string
  newPassword: string
  role: Role
  emailConfirmed: boolean
}

export function userValues(user: User | undefined): UserValues {
  return {
    email: user?.email ?? '',
    name: user?.name ?? '',
    newPassword: '',
    role: user?.role ?? 'User',
    emailConfirmed: user?.emailConfirmed ?? false,
  }
}

/**
 * What was not touched is not said, wherever the server lets it be: the user may have confirmed the address since the
 * form was opened, or another administrator have changed the role.
 */
export function userBody({ email, name, newPassword, role, emailConfirmed }: UserValues, before?: User) {
  return {
    email: email.trim(),
    name: name.trim(),
    ...(newPassword === '' ? {} : { newPassword }),
    ...(role === before?.role ? {} : { role }),
    ...(emailConfirmed === before?.emailConfirmed ? {} : { emailConfirmed }),
  }
}

export function checkEmail(email: string): string | undefined {
  if (email.trim() === '') return userMessages.emailRequired
  return isEmail(email.trim()) ? undefined : userMessages.emailNotValid
}

export function checkName(name: string): string | undefined {
  return name.trim() === '' ? userMessages.nameRequired : undefined
}

/** No new password is none to complain about. */
export function checkNewPassword(password: string): string | undefined {
  return password === '' || isStrongPassword(password) ? undefined : missingRules(password)
}
