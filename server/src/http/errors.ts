import { type ErrorCode, type ErrorItem, type ErrorList, errorStatuses } from '@earmark/contract/errors.ts'
import type {
  FastifyError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifySchemaValidationError,
} from 'fastify'
import { DatabaseAwayError, DatabaseFullError } from '../db/database-errors.ts'
import { apiHeaders } from './security-headers.ts'

const descriptions: Record<ErrorCode, string> = {
  BadRequest: 'The request is not valid HTTP, or does not name its host.',
  InvalidQuery: 'The query is not valid.',
  InvalidBody: 'The request body is not valid.',
  Unauthorized: 'Please sign in.',
  Forbidden: 'You are not allowed to do this.',
  InvalidXsrfToken:
    'The request did not come from a page of this site. Please reload the page and try again.',
  NotFound: 'There is nothing here.',
  MethodNotAllowed: 'This address does not support that method.',
  RequestTimeout: 'The request did not arrive in time.',
  PreconditionFailed: 'The file is not the one that the request names.',
  PayloadTooLarge: 'The request is too large.',
  FileTooLarge: 'The file is too large.',
  UnsupportedMediaType: 'The content type of the request is not supported.',
  UnsupportedMedia: 'This kind of file is not supported.',
  BrokenMedia: 'The file is damaged or incomplete.',
  RangeNotSatisfiable: 'The requested range is not one of this file.',
  ExpectationFailed: 'The expectation of the request cannot be met.',
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

  constructor(code: ErrorCode, details: { description?: string; field?: string } = {}) {
    super(details.description ?? descriptions[code])
    this.code = code
    this.field = details.field
  }

  get status(): number {
    return errorStatuses[this.code]
  }

  toItem(): ErrorItem {
    return {
      code: this.code,
      description: this.message,
      ...(this.field === undefined ? {} : { field: this.field }),
    }
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
  404: 'NotFound',
  412: 'PreconditionFailed',
  413: 'PayloadTooLarge',
  415: 'UnsupportedMediaType',
  416: 'RangeNotSatisfiable',
}

/** Turns everything that is thrown into a status and the error array; only the unexpected is logged as an error. */
export function registerErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError | AppError, request, reply) => {
    const expected = toAppError(error)
    if (!expected) request.log.error({ err: error }, 'unexpected error')
    return sendError(reply, expected ?? new AppError('InternalError'))
  })
}

export function sendError(reply: FastifyReply, error: AppError): FastifyReply {
  return reply
    .code(error.status)
    .headers(apiHeaders)
    .header('content-type', 'application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(JSON.stringify(errorBody(error)))
}

function toAppError(error: FastifyError | AppError): AppError | null {
  if (error instanceof AppError) return error
  if (error.validation) return invalidInput(error)
  const code = frameworkCodes[error.code] ?? statusCodes[error.statusCode ?? 0]
  if (code) return new AppError(code)
  // A client error of the framework that has no code of ours, such as malformed JSON.
  if (error.statusCode === 400) return new AppError('InvalidBody')
  if (error instanceof DatabaseAwayError) return new AppError('ServiceUnavailable')
  return error instanceof DatabaseFullError ? new AppError('InsufficientStorage') : null
}

function invalidInput(error: FastifyError): AppError {
  if (error.validationContext === 'params') return new AppError('NotFound')
  const [first] = error.validation ?? []
  const field = first?.instancePath.split('/')[1] || (first?.params['missingProperty'] as string | undefined)
  const problem = `${field ?? 'The input'} ${complaint(first)}.`
  const code = error.validationContext === 'querystring' ? 'InvalidQuery' : 'InvalidBody'
  return new AppError(code, { description: problem, ...(field === undefined ? {} : { field }) })
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
