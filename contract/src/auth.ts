import Type, { type Static } from 'typebox'
import type { Endpoint } from './endpoint.ts'
import { NoContent, Nullable, refusedAs, ShortText } from './fields.ts'
import { maxPasswordLength, passwordCodes } from './passwords.ts'

/** Seconds that an access token lives. */
export const accessTokenSeconds = 15 * 60

export const TokenPair = Type.Object({
  accessToken: Type.String({ description: 'A JWT with the claims sub, role, sid, iat and exp' }),
  refreshToken: Type.String({ description: 'For one refresh, from the same device' }),
})
export type TokenPair = Static<typeof TokenPair>

const tags = ['Accounts']

const Email = refusedAs('InvalidEmail', Type.String())
const NewPassword = refusedAs('PasswordTooShort', Type.String({ maxLength: maxPasswordLength }))
const Password = Type.String({ maxLength: maxPasswordLength })
const EmailToken = refusedAs('InvalidToken', Type.String())

const done = { 204: NoContent }
/** `{}`, or nothing at all. */
const Nothing = Type.Unsafe<object | null>({ type: ['object', 'null'], properties: {} })

export const register = {
  method: 'POST',
  url: '/auth/register',
  schema: {
    operationId: 'register',
    summary: 'Register; a link to confirm the address is mailed',
    tags,
    description:
      'An address already in use answers the same, changes nothing, and its owner is told by mail.',
    errors: [
      'InvalidEmail',
      ...passwordCodes,
      'NameRequired',
      'RegistrationClosed',
      'InvitationRequired',
      'TooManyRequests',
    ],
    body: Type.Object({
      email: Email,
      password: NewPassword,
      name: refusedAs('NameRequired', ShortText),
      invitation: Type.Optional(
        Nullable(Type.String({ description: 'Of the link of an invitation; good once, and gives its role' })),
      ),
    }),
    response: done,
  },
} as const satisfies Endpoint

export const confirmEmail = {
  method: 'POST',
  url: '/auth/confirm-email',
  schema: {
    operationId: 'confirmEmail',
    summary: 'Confirm an address by the token that was mailed to it',
    tags,
    errors: ['InvalidToken'],
    body: Type.Object({ userId: EmailToken, token: EmailToken }),
    response: done,
  },
} as const satisfies Endpoint

export const resendConfirmEmail = {
  method: 'POST',
  url: '/auth/resend-confirm-email',
  schema: {
    operationId: 'resendConfirmEmail',
    summary: 'Mail the confirmation link again',
    tags,
    description: 'Answers the same whether or not there is such an account.',
    errors: ['InvalidEmail', 'TooManyRequests'],
    body: Type.Object({ email: Email }),
    response: done,
  },
} as const satisfies Endpoint

export const login = {
  method: 'POST',
  url: '/auth/login',
  schema: {
    operationId: 'login',
    summary: 'Sign in; needs the header X-DeviceId',
    tags,
    description: '`EmailNotConfirmed` comes after a right password only.',
    errors: [
      'DeviceIdRequired',
      'InvalidCredentials',
      'EmailNotConfirmed',
      'TooManyAttempts',
      'TooManyRequests',
    ],
    body: Type.Object({
      userName: Type.String({ description: 'The e-mail address' }),
      password: Password,
    }),
    response: { 200: TokenPair },
  },
} as const satisfies Endpoint

export const refresh = {
  method: 'POST',
  url: '/auth/refresh',
  schema: {
    operationId: 'refresh',
    summary: 'Exchange both tokens for new ones; needs the header X-DeviceId',
    tags,
    description:
      'The access token may have expired. A refresh token that was exchanged before ends its session, except within 30 seconds, when its successor is answered again.',
    errors: ['DeviceIdRequired', 'InvalidRefreshToken'],
    body: Type.Object({ accessToken: Type.String(), refreshToken: Type.String() }),
    response: { 200: TokenPair },
  },
} as const satisfies Endpoint

export const logout = {
  method: 'POST',
  url: '/auth/logout',
  schema: {
    operationId: 'logout',
    summary: 'End this session; succeeds without one as well',
    tags,
    body: Nothing,
    response: done,
  },
} as const satisfies Endpoint

export const revoke = {
  method: 'POST',
  url: '/auth/revoke',
  schema: {
    operationId: 'revoke',
    summary: 'End every session of the account',
    tags,
    body: Nothing,
    response: done,
  },
} as const satisfies Endpoint

export const deleteAccount = {
  method: 'POST',
  url: '/auth/delete-account',
  schema: {
    operationId: 'deleteAccount',
    summary: 'Delete the account and everything that belongs to it',
    tags,
    errors: ['PasswordMismatch', 'TooManyAttempts', 'LastAdmin'],
    body: Type.Object({ password: Password }),
    response: done,
  },
} as const satisfies Endpoint

export const changeEmail = {
  method: 'POST',
  url: '/auth/change-email',
  schema: {
    operationId: 'changeEmail',
    summary: 'Ask for another address; a link is mailed to the new one, a notice to the old one',
    tags,
    errors: ['PasswordMismatch', 'InvalidEmail', 'TooManyAttempts', 'TooManyRequests'],
    body: Type.Object({ password: Password, newEmail: Email }),
    response: done,
  },
} as const satisfies Endpoint

export const confirmChangeEmail = {
  method: 'POST',
  url: '/auth/confirm-change-email',
  schema: {
    operationId: 'confirmChangeEmail',
    summary: 'Take the new address by the token that was mailed to it; ends every session',
    tags,
    errors: ['InvalidToken', 'DuplicateEmail'],
    body: Type.Object({ userId: EmailToken, newEmail: EmailToken, token: EmailToken }),
    response: done,
  },
} as const satisfies Endpoint

export const changePassword = {
  method: 'POST',
  url: '/auth/change-password',
  schema: {
    operationId: 'changePassword',
    summary: 'Change the password; ends every other session',
    tags,
    errors: ['PasswordMismatch', 'TooManyAttempts', ...passwordCodes],
    body: Type.Object({ currentPassword: Password, newPassword: NewPassword }),
    response: done,
  },
} as const satisfies Endpoint

export const forgotPassword = {
  method: 'POST',
  url: '/auth/forgot-password',
  schema: {
    operationId: 'forgotPassword',
    summary: 'Mail a link to set a new password',
    tags,
    description: 'Answers the same whether or not there is such an account.',
    errors: ['InvalidEmail', 'TooManyRequests'],
    body: Type.Object({ email: Email }),
    response: done,
  },
} as const satisfies Endpoint

export const resetPassword = {
  method: 'POST',
  url: '/auth/reset-password',
  schema: {
    operationId: 'resetPassword',
    summary: 'Set a new password by the token that was mailed; confirms the address, ends every session',
    tags,
    errors: ['InvalidToken', ...passwordCodes],
    body: Type.Object({ email: EmailToken, token: EmailToken, newPassword: NewPassword }),
    response: done,
  },
} as const satisfies Endpoint
