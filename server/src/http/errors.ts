import { type ErrorCode, type ErrorItem, type ErrorList, errorStatuses } from '@earmark/contract/errors.ts'
import { maxEpisodeNumber } from '@earmark/contract/episodes.ts'
import { minPasswordLength } from '@earmark/contract/passwords.ts'
import { roles } from '@earmark/contract/roles.ts'
import type {
  FastifyError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifySchemaValidationError,
} from 'fastify'
import { DatabaseAwayError, DatabaseFullError } from '../db/database-errors.ts'
import { logFailure } from './request-log.ts'
import { apiHeaders } from './security-headers.ts'

const descriptions: Record<ErrorCode, string> = {
  BadRequest:
    'The request is not valid HTTP, does not name its host, or has a transfer coding other than chunked.',
  InvalidQuery: 'The query is not valid.',
  InvalidBody: 'The request body is not valid.',
  InvalidEmail: 'This is not an e-mail address.',
  NameRequired: 'A name is required.',
  NicknameRequired: 'A nickname is required.',
  NumberRequired: 'A number is required.',
  NumberInvalid: `A number is a whole number from 0 to ${maxEpisodeNumber}.`,
  InvalidRole: `A role is one of ${roles.join(', ')}.`,
  UnknownMedia: 'The file that the request keeps is not the record’s present one.',
  UnexpectedFile: 'The request has a file that is not asked for.',
  PasswordTooShort: `A password has at least ${minPasswordLength} characters.`,
  PasswordRequiresUpper: 'A password has at least one uppercase letter.',
  PasswordRequiresLower: 'A password has at least one lowercase letter.',
  PasswordRequiresDigit: 'A password has at least one digit.',
  PasswordRequiresNonAlphanumeric: 'A password has at least one character that is neither letter nor digit.',
  PasswordMismatch: 'The password is wrong.',
  InvalidToken: 'The link is not valid any more. Please ask for a new one.',
  DeviceIdRequired: 'The header X-DeviceId with a UUID is required.',
  IdMismatch: 'The id in the request is not that of the record.',
  Unauthorized: 'Please sign in.',
  InvalidCredentials: 'The e-mail address or the password is wrong.',
  EmailNotConfirmed: 'The e-mail address has not been confirmed yet.',
  InvalidRefreshToken: 'The session has ended. Please sign in again.',
  Forbidden: 'You are not allowed to do this.',
  InvalidXsrfToken:
    'The request did not come from a page of this site. Please reload the page and try again.',
  NotFound: 'There is nothing here.',
  UnknownItem: 'What is to be added is not in the catalogue.',
  MethodNotAllowed: 'This address does not support that method.',
  DuplicateNumber: 'Another episode of this podcast has this number.',
  StaleRecord: 'Somebody else has changed this meanwhile.',
  StalePosition: 'This recording has been listened to elsewhere meanwhile.',
  StaleQueue: 'The queue has been changed on another device meanwhile.',
  DuplicateEmail: 'Another account has this e-mail address.',
  LastAdmin: 'This is the only administrator. Make somebody else an administrator first.',
  RequestTimeout: 'The request did not arrive in time.',
  PreconditionFailed: 'The file is not the one that the request names.',
  PayloadTooLarge: 'The request is too large.',
  FileTooLarge: 'The file is too large.',
  UnsupportedMediaType: 'The content type of the request is not supported.',
  UnsupportedMedia: 'This kind of file is not supported.',
  BrokenMedia: 'The file is damaged or incomplete.',
  UnreadableMedia: 'Looking into the file takes more time or memory than there is for one file.',
  RangeNotSatisfiable: 'The requested range is not one of this file.',
  ExpectationFailed: 'The expectation of the request cannot be met.',
  TooManyAttempts: 'Too many wrong passwords. Please try again a little later.',
  TooManyRequests: 'Too many requests. Please try again a little later.',
  HeadersTooLarge: 'The headers of the request are too large.',
  InternalError: 'Something went wrong on our side.',
  ServiceUnavailable: 'The service is not available right now. Please try again in a moment.',
  InsufficientStorage: 'There is no room left to store this.',
}

/** An expected failure: its code decides the status, its description is for people. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly field: string | undefined
  /** Milliseconds after which the same request may succeed. */
  readonly retryAfterMs: number | undefined
  /** What there is instead of what the request follows. */
  readonly current: object | null | undefined

  constructor(
    code: ErrorCode,
    details: {
      description?: string
      field?: string | undefined
      retryAfterMs?: number
      current?: object | null
    } = {},
  ) {
    super(details.description ?? descriptions[code])
    this.code = code
    this.field = details.field
    this.retryAfterMs = details.retryAfterMs
    this.current = details.current
  }

  get status(): number {
    return errorStatuses[this.code]
  }

  toItem(): ErrorItem {
    return {
      code: this.code,
      description: this.message,
      ...(this.field === undefined ? {} : { field: this.field }),
      ...(this.current === undefined ? {} : { current: this.current }),
    }
  }
}

/** Several things that are wrong with one request; the first one decides the status. */
export class AppErrors extends Error {
  readonly errors: readonly [AppError, ...AppError[]]

  constructor(errors: readonly [AppError, ...AppError[]]) {
    super(errors.map(({ message }) => message).join(' '))
    this.errors = errors
  }
}

export function errorBody(...errors: AppError[]): ErrorList {
  return errors.map((error) => error.toItem())
}

/** What Fastify itself refuses, in our codes. */
const frameworkCodes: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'PayloadTooLarge',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UnsupportedMediaType',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'InvalidBody',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'InvalidBody',
  FST_ERR_CTP_INVALID_JSON_BODY: 'InvalidBody',
}

/** What plug-ins refuse by a status alone, such as the conditions and ranges of static files. */
const statusCodes: Record<number, ErrorCode> = {
  403: 'NotFound',
  404: 'NotFound',
  412: 'PreconditionFailed',
  413: 'PayloadTooLarge',
  415: 'UnsupportedMediaType',
  416: 'RangeNotSatisfiable',
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Every code that the call may answer; absent on what is no call of the contract. */
    errors?: ReadonlySet<ErrorCode>
  }
}

/** Turns everything that is thrown into a status and the error array. What is the server's own failure is logged. */
export function registerErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError | AppError | AppErrors, request, reply) => {
    const expected = expectedErrors(error, request)
    if (expected?.every((one) => maySend(request, one)) !== true) {
      const failure = new AppError('InternalError')
      logFailure(reply, failure.status, error, false)
      return sendError(reply, failure)
    }
    const [first] = expected
    if (first.status >= 500) logFailure(reply, first.status, error, true)
    return sendError(reply, ...expected)
  })
}

function expectedErrors(
  error: FastifyError | AppError | AppErrors,
  request: FastifyRequest,
): readonly [AppError, ...AppError[]] | null {
  if (error instanceof AppErrors) return error.errors
  const expected = toAppError(error, request)
  return expected && [expected]
}

/** A call answers the codes of its endpoint alone; any other is a failure of the server. */
function maySend({ routeOptions }: FastifyRequest, { code }: AppError): boolean {
  return routeOptions.config.errors?.has(code) ?? true
}

export function sendError(reply: FastifyReply, ...errors: [AppError, ...AppError[]]): FastifyReply {
  const [{ status, retryAfterMs }] = errors
  // RFC 9110, 11.6.1: a 401 always says how to authenticate.
  if (status === 401) reply.header('www-authenticate', 'Bearer')
  if (retryAfterMs !== undefined) reply.header('retry-after', Math.max(1, Math.ceil(retryAfterMs / 1000)))
  return reply
    .code(status)
    .headers(apiHeaders)
    .header('content-type', 'application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(JSON.stringify(errorBody(...errors)))
}

function toAppError(error: FastifyError | AppError, request: FastifyRequest): AppError | null {
  if (error instanceof AppError) return error
  if (error.validation) return invalidInput(error, request)
  const code = frameworkCodes[error.code] ?? statusCodes[error.statusCode ?? 0]
  if (code) return new AppError(code)
  // A client error of the framework that has no code of ours, such as malformed JSON.
  if (error.statusCode === 400) return new AppError('InvalidBody')
  if (error instanceof DatabaseAwayError) return new AppError('ServiceUnavailable')
  return error instanceof DatabaseFullError ? new AppError('InsufficientStorage') : null
}

function invalidInput(error: FastifyError, request: FastifyRequest): AppError {
  if (error.validationContext === 'params') return new AppError('NotFound')
  const [first] = error.validation ?? []
  const missing = missingField(first, request)
  if (missing) return missing
  const field = first?.instancePath.split('/')[1] || (first?.params['missingProperty'] as string | undefined)
  const problem = `${field ?? 'The input'} ${complaint(first)}.`
  const code = error.validationContext === 'querystring' ? 'InvalidQuery' : 'InvalidBody'
  return new AppError(code, { description: problem, ...(field === undefined ? {} : { field }) })
}

/** A missing field that the contract gives a code of its own (`refusedAs`). */
function missingField(
  found: FastifySchemaValidationError | undefined,
  request: FastifyRequest,
): AppError | null {
  if (found?.keyword !== 'required' || found.instancePath !== '') return null
  const field = found.params['missingProperty'] as string
  const { properties } = (request.routeOptions.schema?.body ?? {}) as BodySchema
  const code = properties?.[field]?.['x-code']
  return code === undefined ? null : new AppError(code, { field })
}

interface BodySchema {
  readonly properties?: Readonly<Record<string, { readonly 'x-code'?: ErrorCode }>>
}

/** What the validator found, in words for people where its own are not. */
function complaint(found: FastifySchemaValidationError | undefined): string {
  if (found?.keyword === 'pattern') return 'contains characters that are not allowed'
  if (found?.keyword === 'enum')
    return `must be one of ${(found.params['allowedValues'] as string[]).join(', ')}`
  return found?.message ?? 'is not valid'
}

/** For addresses that are refused before routing: malformed encoding, overlong parts. Such a place does not exist. */
export function refuseAddress(_error: unknown, _request: FastifyRequest, reply: FastifyReply): void {
  sendError(reply, new AppError('NotFound'))
}
