import { isEmail } from '@earmark/contract/emails.ts'
import type { EndpointInput } from '@earmark/contract/endpoint.ts'
import { passwordRules } from '@earmark/contract/passwords.ts'
import { type Role, roles } from '@earmark/contract/roles.ts'
import type { createUser } from '@earmark/contract/users.ts'
import { AppError, refuse } from '../../errors.ts'
import { isBlank } from '../../http/input/input.ts'

/** What is wrong with an input, each with a code of its own; nothing when it is as it should be. */

export function emailProblems(email: string, field = 'email'): AppError[] {
  return isEmail(email) ? [] : [new AppError('InvalidEmail', { field })]
}

export function passwordProblems(password: string, field: string): AppError[] {
  return passwordRules
    .filter((rule) => !rule.isMetBy(password))
    .map(({ code }) => new AppError(code, { field }))
}

export function nameProblems(name: string): AppError[] {
  return isBlank(name) ? [new AppError('NameRequired', { field: 'name' })] : []
}

function roleProblems(role: string | undefined): AppError[] {
  const isRole = role === undefined || roles.some((known) => known === role)
  return isRole ? [] : [new AppError('InvalidRole', { field: 'role' })]
}

/** A user as an administrator writes it; what is undefined was left open. */
export interface UserInput {
  readonly email: string
  readonly name: string
  readonly role: Role | undefined
  readonly isConfirmed: boolean | undefined
  readonly password: string | undefined
}

/** @throws AppErrors */
export function readUserInput(body: EndpointInput<typeof createUser>['body']): UserInput {
  const { email } = body
  const name = body.name.trim()
  const role = given(body.role)
  const password = given(body.newPassword)
  refuse(
    ...emailProblems(email),
    ...nameProblems(name),
    ...roleProblems(role),
    ...(password === undefined ? [] : passwordProblems(password, 'newPassword')),
  )
  return { email, name, role, isConfirmed: given(body.emailConfirmed), password }
}

/** Null and an empty text mean the same as nothing. */
function given<T>(value: T): Exclude<T, null | ''> | undefined {
  return value === null || value === '' ? undefined : (value as Exclude<T, null | ''>)
}
