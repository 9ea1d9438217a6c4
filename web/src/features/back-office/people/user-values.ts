/** A user in its form, and the request body of the form's values. */
import type { Role } from '@earmark/contract/roles.ts'
import type { User } from '@earmark/contract/users.ts'

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
 * Unchanged values are left out where the server allows it: the user may have confirmed the address since the form was
 * opened, or another administrator may have changed the role.
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
