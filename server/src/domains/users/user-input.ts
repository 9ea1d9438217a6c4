import { isEmail } from '@earmark/contract/emails.ts'
import { passwordRules } from '@earmark/contract/passwords.ts'
import { AppError, AppErrors } from '../../http/errors.ts'

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
  return name.trim() === '' ? [new AppError('NameRequired', { field: 'name' })] : []
}

/** @throws AppErrors when there is one */
export function refuse(...problems: AppError[]): void {
  const [first, ...others] = problems
  if (first) throw new AppErrors([first, ...others])
}
