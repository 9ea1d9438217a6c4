import { isEmail } from '@earmark/contract/emails.ts'
import type { EndpointInput } from '@earmark/contract/endpoint.ts'
import { type PasswordCode, passwordRules } from '@earmark/contract/passwords.ts'
import { type Role, roles } from '@earmark/contract/roles.ts'
import type { createUser } from '@earmark/contract/users.ts'
import { type AppError, type FailureOf, refuse } from '../../errors.ts'
import { isBlank } from '../../http/input/input.ts'

/** The problems of an input, empty for a valid one. */

export function emailProblems(
  failure: FailureOf<'InvalidEmail'>,
  email: string,
  field = 'email',
): AppError[] {
  return isEmail(email) ? [] : [failure('InvalidEmail', { field })]
}

export function passwordProblems(
  failure: FailureOf<PasswordCode>,
  password: string,
  field: string,
): AppError[] {
  return passwordRules.filter((rule) => !rule.isMetBy(password)).map(({ code }) => failure(code, { field }))
}

export function nameProblems(failure: FailureOf<'NameRequired'>, name: string): AppError[] {
  return isBlank(name) ? [failure('NameRequired', { field: 'name' })] : []
}

function roleProblems(failure: FailureOf<'InvalidRole'>, role: string | undefined): AppError[] {
  const isRole = role === undefined || roles.some((known) => known === role)
  return isRole ? [] : [failure('InvalidRole', { field: 'role' })]
}

/** A user as an administrator writes it; undefined keeps or defaults. */
export interface UserInput {
  readonly email: string
  readonly name: string
  readonly role: Role | undefined
  readonly isConfirmed: boolean | undefined
  readonly password: string | undefined
}

/** @throws AppErrors */
export function readUserInput(
  body: EndpointInput<typeof createUser>['body'],
  failure: FailureOf<'InvalidEmail' | 'NameRequired' | 'InvalidRole' | PasswordCode>,
): UserInput {
  const { email } = body
  const name = body.name.trim()
  const role = given(body.role)
  const password = given(body.newPassword)
  refuse(
    ...emailProblems(failure, email),
    ...nameProblems(failure, name),
    ...roleProblems(failure, role),
    ...(password === undefined ? [] : passwordProblems(failure, password, 'newPassword')),
  )
  return { email, name, role, isConfirmed: given(body.emailConfirmed), password }
}

/** Null and an empty text count as absent. */
function given<T>(value: T): Exclude<T, null | ''> | undefined {
  return value === null || value === '' ? undefined : (value as Exclude<T, null | ''>)
}
